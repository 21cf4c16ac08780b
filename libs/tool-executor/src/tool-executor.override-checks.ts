import type { ToolOverride } from './tool/tool-override.js';
import { refuse, requireDuration, requireInteger, requireOneOf } from './tool-executor.option-checks.js';

const SMALLEST_OUTPUT_CHARS = 100;
const KEYS: readonly string[] = [
  'enabled',
  'timeoutMs',
  'permission',
  'maxOutputChars',
] satisfies (keyof ToolOverride)[];

/**
 * What can be said about overrides before the tools are known.
 *
 * @throws ToolConfigurationError naming tool and key
 */
export function requireOverrides(overrides: unknown): void {
  if (!isRecord(overrides)) refuse('overrides', 'is not an object', 'give one override for each tool name');
  for (const [tool, override] of Object.entries(overrides)) {
    const place = `overrides.${tool}`;
    if (!isRecord(override)) refuse(place, 'is not an object', `give ${KEYS.join(', ')}`);
    for (const key of Object.keys(override)) {
      if (!KEYS.includes(key)) refuse(`${place}.${key}`, 'is not an option', `give ${KEYS.join(', ')}`);
    }
    const { enabled, timeoutMs, permission, maxOutputChars } = override as ToolOverride;
    if (enabled !== undefined) requireOneOf(`${place}.enabled`, enabled, [true, false]);
    if (timeoutMs !== undefined) requireDuration(`${place}.timeoutMs`, timeoutMs, 1);
    if (permission !== undefined) requireOneOf(`${place}.permission`, permission, ['guarded', 'public']);
    if (maxOutputChars !== undefined) {
      requireInteger(`${place}.maxOutputChars`, maxOutputChars, SMALLEST_OUTPUT_CHARS);
    }
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
