/** `version-traceid-parentid-flags`; later versions may append fields. W3C Trace Context, section 3.2. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/**
 * The trace id of a `traceparent` header (W3C Trace Context): 32 lower-case hex digits, or
 * `undefined` where the header is absent or not valid, in which case a new trace begins.
 *
 * @publicApi
 */
export function traceIdOf(headers: {
  readonly [name: string]: string | readonly string[] | undefined;
}): string | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== 'string') return undefined;
  const [, version, traceId, parentId, more] = TRACEPARENT.exec(traceparent.trim()) ?? [];
  if (traceId === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  return isZero(traceId) || isZero(parentId!) ? undefined : traceId;
}

function isZero(digits: string): boolean {
  return /^0+$/.test(digits);
}
