import { ToolError } from 'nestjs-tool-executor';

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads a body of at most 1 MiB, counted after decompression, and parses it.
 *
 * @throws ToolError that says what came instead of JSON
 * @throws the reason of the signal
 */
export async function readJsonBody(response: Response, signal: AbortSignal): Promise<unknown> {
  const type = response.headers.get('content-type')?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  if (!/^application\/(?:[a-z0-9.-]+\+)?json$/.test(type)) {
    await response.body?.cancel().catch(() => undefined);
    const what = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type) ? type.slice(0, 60) : 'no known type';
    throw unusable(`answered with ${what}, not with JSON; is it SearXNG, and is json in its search.formats?`);
  }
  const text = await readText(response, signal);
  if (text.trim() === '') throw unusable('answered with nothing');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unusable('answered with something that is cut or malformed, not with JSON');
  }
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BODY_BYTES) break;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    signal.throwIfAborted();
    throw new ToolError('the search service broke off its answer', { retryable: true });
  }
  if (bytes > MAX_BODY_BYTES) throw unusable(`answered with more than ${MAX_BODY_BYTES} bytes`);
  return text + decoder.decode();
}

/** Asking again would give the same. */
const unusable = (why: string): ToolError => new ToolError(`the search service ${why}`, { retryable: false });
