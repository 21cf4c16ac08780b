/**
 * Waits for an answer no longer than its budget and as long as the signal lets it.
 *
 * @throws (as a rejection) what the answer rejects with, or an Error that says why nobody waits any more
 */
export async function settleWithin<T>(
  answer: T | PromiseLike<T>,
  budgetMs: number,
  signal: AbortSignal,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${budgetMs} ms`)), budgetMs);
    giveUp = () => reject(new Error('nobody waits for it any more'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([answer, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp!);
  }
}
