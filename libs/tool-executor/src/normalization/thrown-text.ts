import type { Redactor } from '../redaction/redactor.js';
import { maskedJson } from './masked-json.js';

const MAX_LISTED = 3;

/**
 * The text of anything that was thrown but a ToolError: the message of an error, a text as it is,
 * other values as JSON. Empty if there is nothing to say. Never throws.
 */
export function thrownText(thrown: unknown, redactor?: Redactor): string {
  switch (typeof thrown) {
    case 'string':
      return thrown;
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'symbol':
      return String(thrown);
    case 'object':
      return thrown === null ? '' : objectText(thrown, redactor);
    default:
      return '';
  }
}

function objectText(thrown: object, redactor: Redactor | undefined): string {
  const message = read(thrown, 'message');
  const text = typeof message === 'string' || typeof message === 'number' ? String(message).trim() : '';
  const listed = listedMessages(read(thrown, 'errors'));
  if (text !== '' || listed !== '')
    return text === '' || listed === '' ? text + listed : `${text}: ${listed}`;
  if (isError(thrown)) return className(thrown);
  const json = maskedJson(thrown, redactor);
  return json === '{}' || json === '[]' ? '' : json;
}

/** The first messages of an AggregateError, which often has none of its own. */
function listedMessages(errors: unknown): string {
  try {
    if (!Array.isArray(errors) || errors.length === 0) return '';
    const messages = errors
      .slice(0, MAX_LISTED)
      .map((error: unknown) => (typeof error === 'string' ? error : read(error, 'message')))
      .filter((message) => typeof message === 'string' && message !== '');
    const more =
      errors.length > MAX_LISTED && messages.length > 0 ? `; and ${errors.length - MAX_LISTED} more` : '';
    return messages.join('; ') + more;
  } catch {
    return '';
  }
}

function isError(thrown: object): boolean {
  try {
    return thrown instanceof Error;
  } catch {
    return true;
  }
}

/** `PaymentDeclined without a message`; nothing for a plain Error. */
function className(error: object): string {
  const constructorName = read(read(error, 'constructor'), 'name');
  const ownName = read(error, 'name');
  const name = [ownName, constructorName].find(
    (candidate) => typeof candidate === 'string' && /^(?!Error$)[\w$.]{1,100}$/.test(candidate),
  );
  return typeof name === 'string' ? `${name} without a message` : '';
}

function read(source: unknown, key: string): unknown {
  try {
    return (source as Record<string, unknown> | null | undefined)?.[key];
  } catch {
    return undefined;
  }
}
