import { describe, expect, it } from '@jest/globals';
import { traceIdOf } from '../../src/request/trace-id-of.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('traceIdOf', () => {
  it.each([
    ['version 00', `00-${TRACE}-${PARENT}-01`],
    ['a later version with more fields', `01-${TRACE}-${PARENT}-01-more`],
    ['surrounding blanks', ` 00-${TRACE}-${PARENT}-00 `],
  ])('reads %s', (_, traceparent) => {
    expect(traceIdOf({ traceparent })).toBe(TRACE);
  });

  it.each([
    ['nothing', undefined],
    ['version ff', `ff-${TRACE}-${PARENT}-01`],
    ['upper case', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['more fields in version 00', `00-${TRACE}-${PARENT}-01-more`],
    ['a short trace id', `00-${TRACE.slice(1)}-${PARENT}-01`],
    ['several headers', [`00-${TRACE}-${PARENT}-01`]],
  ])('begins a new trace for %s', (_, traceparent) => {
    expect(traceIdOf({ traceparent })).toBeUndefined();
  });
});
