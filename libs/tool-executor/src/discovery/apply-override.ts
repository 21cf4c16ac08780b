import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { ToolOptions } from '../tool/tool-options.js';
import type { ToolOverrides } from '../tool/tool-override.js';

export interface OverrideRules {
  readonly overrides: ToolOverrides;
  readonly allowLoosen: boolean;
}

/** What counts for a tool that says nothing itself. */
export interface LimitDefaults {
  readonly timeoutMs: number;
  readonly maxOutputChars: number;
}

/**
 * The options of a tool as the operator wants them.
 *
 * @throws ToolConfigurationError for an override that would loosen one of them, unless that is allowed
 */
export function applyOverride(
  name: string,
  options: ToolOptions,
  defaults: LimitDefaults,
  { overrides, allowLoosen }: OverrideRules,
): ToolOptions {
  if (!Object.hasOwn(overrides, name)) return options;
  const { timeoutMs, maxOutputChars, permission } = overrides[name]!;
  if (!allowLoosen) {
    requireLess(name, 'timeoutMs', timeoutMs, options.timeoutMs ?? defaults.timeoutMs);
    requireLess(name, 'maxOutputChars', maxOutputChars, options.maxOutputChars ?? defaults.maxOutputChars);
    if (permission === 'public' && options.permission !== 'public') {
      throw loosened(name, 'permission', "'public'", "'guarded'");
    }
  }
  return {
    ...options,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxOutputChars !== undefined && { maxOutputChars }),
    ...(permission !== undefined && { permission }),
  };
}

function requireLess(tool: string, key: string, wanted: number | undefined, own: number): void {
  if (wanted !== undefined && wanted > own) throw loosened(tool, key, String(wanted), String(own));
}

function loosened(tool: string, key: string, wanted: string, own: string): ToolConfigurationError {
  return new ToolConfigurationError(
    `ToolExecutorModule.forRoot(): \`overrides.${tool}.${key}\` is ${wanted}, and the tool has ${own}: ` +
      'an override makes a tool tighter. Change the tool, or set `allowLoosen: true`.',
  );
}
