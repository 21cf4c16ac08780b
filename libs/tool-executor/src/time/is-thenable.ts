/**
 * Whether a value has to be awaited. Reading `then` may throw: that throw is the caller's to handle.
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}
