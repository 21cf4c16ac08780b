import { types } from 'node:util';
import { escapeControls } from '../text/escape-controls.js';
import { CallFailure } from '../tool/call-failure.js';
import type { ToolContent } from '../tool/tool-content.js';
import { invalidOutput } from './invalid-output.js';

const MAX_BLOCKS = 32;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_URI_CHARS = 2_048;
const MAX_NAME_CHARS = 255;
const MAX_MIME_TYPE_CHARS = 255;
const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *;[\x20-\x7e]*)?$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** How the types of blocks differ. */
const KINDS = new Map<unknown, { prefix: string; mimeType: string | undefined; has: readonly Part[] }>([
  ['text', { prefix: 'text/', mimeType: 'text/plain', has: ['text'] }],
  ['image', { prefix: 'image/', mimeType: undefined, has: ['data', 'uri'] }],
  ['audio', { prefix: 'audio/', mimeType: undefined, has: ['data', 'uri'] }],
  ['resource', { prefix: '', mimeType: 'application/octet-stream', has: ['data', 'text', 'uri'] }],
]);
type Part = 'data' | 'text' | 'uri';

/**
 * A fresh copy of content blocks, each part of which was read once. `undefined` for none.
 *
 * @param maxTextChars UTF-16 units that all texts of the blocks may have together
 * @throws CallFailure `invalid_output` naming the first place that is wrong
 */
export function readContent(given: unknown, maxTextChars: number): readonly ToolContent[] | undefined {
  if (given === undefined || given === null) return undefined;
  try {
    return readBlocks(given, maxTextChars);
  } catch (cause) {
    throw CallFailure.is(cause) ? cause : wrong('content', "can't be read", cause);
  }
}

function readBlocks(given: unknown, maxTextChars: number): readonly ToolContent[] | undefined {
  if (!Array.isArray(given)) throw wrong('content', 'must be an array');
  if (given.length > MAX_BLOCKS) throw wrong('content', `may have ${MAX_BLOCKS} blocks, not ${given.length}`);
  let bytes = 0;
  let chars = 0;
  const blocks: ToolContent[] = [];
  for (let index = 0; index < given.length; index++) {
    const place = `content[${index}]`;
    const block = readBlock(given[index], place);
    if (block.data !== undefined) bytes += Buffer.byteLength(block.data, 'base64');
    chars += block.text?.length ?? 0;
    if (bytes > MAX_BYTES) throw wrong(place, `goes beyond the ${MAX_BYTES} bytes that all blocks may have`);
    if (chars > maxTextChars)
      throw wrong(place, `goes beyond the ${maxTextChars} characters that all texts may have`);
    blocks.push(block);
  }
  return blocks.length === 0 ? undefined : blocks;
}

function readBlock(given: unknown, place: string): ToolContent {
  try {
    const { type, mimeType, data, text, uri, name } = given as Record<keyof ToolContent, unknown>;
    const kind = KINDS.get(type);
    if (kind === undefined) throw wrong(`${place}.type`, `must be ${[...KINDS.keys()].join(', ')}`);
    const parts = {
      ...(data === undefined ? {} : { data: readData(data, `${place}.data`) }),
      ...(text === undefined ? {} : { text: readText(text, `${place}.text`) }),
      ...(uri === undefined ? {} : { uri: readUri(uri, `${place}.uri`) }),
    };
    requireParts(kind.has, Object.keys(parts) as Part[], place);
    return {
      type: type as ToolContent['type'],
      mimeType: readMimeType(mimeType ?? kind.mimeType, kind.prefix, `${place}.mimeType`),
      ...parts,
      ...(name === undefined
        ? {}
        : { name: escapeControls(readText(name, `${place}.name`), MAX_NAME_CHARS) }),
    };
  } catch (cause) {
    throw CallFailure.is(cause) ? cause : wrong(place, 'is no content block', cause);
  }
}

function requireParts(allowed: readonly Part[], given: readonly Part[], place: string): void {
  const isResource = allowed.length === 3;
  const excess = isResource ? given.includes('data') && given.includes('text') : given.length > 1;
  if (given.length === 0 || excess || given.some((part) => !allowed.includes(part)))
    throw wrong(place, `must have ${allowed.map((part) => `\`${part}\``).join(' or ')}`);
}

function readMimeType(given: unknown, prefix: string, place: string): string {
  if (typeof given !== 'string' || given.length > MAX_MIME_TYPE_CHARS || !MIME_TYPE.test(given))
    throw wrong(place, 'must be a MIME type');
  if (!given.toLowerCase().startsWith(prefix)) throw wrong(place, `must begin with ${prefix}`);
  return given;
}

function readData(given: unknown, place: string): string {
  if (types.isUint8Array(given)) {
    if (given.byteLength > MAX_BYTES) throw wrong(place, `has more than ${MAX_BYTES} bytes`);
    return Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('base64');
  }
  if (typeof given === 'string' && given.length > Math.ceil(MAX_BYTES / 3) * 4)
    throw wrong(place, `has more than ${MAX_BYTES} bytes`);
  if (typeof given !== 'string' || given.length % 4 !== 0 || !BASE64.test(given))
    throw wrong(place, 'must be base64, or bytes');
  return given;
}

function readText(given: unknown, place: string): string {
  if (typeof given !== 'string') throw wrong(place, 'must be text');
  return given.toWellFormed();
}

function readUri(given: unknown, place: string): string {
  if (
    typeof given !== 'string' ||
    given.length > MAX_URI_CHARS ||
    !URL.canParse(given) ||
    !given.isWellFormed()
  )
    throw wrong(place, `must be an absolute URI of at most ${MAX_URI_CHARS} characters`);
  return given;
}

const wrong = (place: string, what: string, cause?: unknown): CallFailure =>
  invalidOutput(`\`${place}\` of its output ${what}`, undefined, cause);
