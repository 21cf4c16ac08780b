/** `name:port` or `[v6]:port`, as a Host header has it. */
const AUTHORITY = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/;

/** The name in a Host header, in lower case and without port and brackets; `undefined` where it is none. */
export function hostName(authority: string | undefined): string | undefined {
  const [, address, name] = AUTHORITY.exec(authority?.toLowerCase() ?? '') ?? [];
  return address ?? name;
}

/** The name in an Origin header. `null`, which sandboxed pages and files send, has none. */
export function originName(origin: string): string | undefined {
  const [scheme, authority, ...more] = origin.split('://');
  return (scheme === 'http' || scheme === 'https') && more.length === 0 ? hostName(authority) : undefined;
}
