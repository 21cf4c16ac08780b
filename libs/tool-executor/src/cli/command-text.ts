import type { CommandName } from './command-table.js';

/**
 * A command as a person types it.
 *
 * @param name of the program; `{command}` in it stands for the command: `npm run -s {command} --`
 */
export function commandText(name: string, command: CommandName | 'COMMAND', rest = ''): string {
  const start = name.includes('{command}') ? name.replace('{command}', command) : `${name} ${command}`;
  return rest === '' ? start.replace(/ --$/, '') : `${start} ${rest}`;
}
