import type { EventEmitter } from 'node:events';

/** Fastify wraps the response of Node, Express extends it. */
type NeutralResponse = EventEmitter & { readonly raw?: EventEmitter };

/**
 * Runs `answer` with a signal that aborts when the client goes away before it has its answer.
 * Until `answer` has settled, a closed connection can only mean that.
 */
export async function watchClient<T>(
  response: unknown,
  answer: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { raw = response as EventEmitter } = response as NeutralResponse;
  const client = new AbortController();
  const leave = (): void => client.abort(new Error('the client closed the connection'));
  if ((raw as { readonly destroyed?: boolean }).destroyed === true) leave();
  raw.once('close', leave);
  try {
    return await answer(client.signal);
  } finally {
    raw.off('close', leave);
  }
}
