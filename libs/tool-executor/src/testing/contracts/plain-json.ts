/**
 * A plain copy, for comparisons: an object of another realm (a test runner's, a database driver's)
 * is never strictly equal to one of ours.
 */
export function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
