/** What commands need to work, and what holds no secrets. A list of what to take out would miss DATABASE_URL and the like. */
const PASSED_ON = /^(?:PATH|HOME|LANG|LC_[A-Z]+|TMPDIR|TZ|USER|LOGNAME|SHELL)$/;

/** Keeps programs from waiting for a person: no pager, no editor, no question. */
const NOBODY_IS_THERE: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  CI: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  // `false` rather than `true`: a commit without a message fails at once instead of taking an empty one.
  EDITOR: 'false',
  VISUAL: 'false',
  GIT_EDITOR: 'false',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_TERMINAL_PROMPT: '0',
  DEBIAN_FRONTEND: 'noninteractive',
};

/**
 * The environment of a command: a few variables of the application, the ones that keep programs
 * from waiting for a person, then the configured ones, which win.
 *
 * Another process of the same user can still be looked into (`/proc/<pid>/environ`): only a sandbox prevents that.
 *
 * @param own the application's environment
 */
export function childEnvironment(
  own: NodeJS.ProcessEnv,
  configured: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && PASSED_ON.test(name)) environment[name] = value;
  }
  return { ...environment, ...NOBODY_IS_THERE, ...configured };
}
