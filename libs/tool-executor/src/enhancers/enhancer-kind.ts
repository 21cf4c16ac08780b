/** What of Nest's enhancers runs on tools: where its decorator writes to, and what it must implement. */
export const ENHANCER_KINDS = {
  guards: { key: '__guards__', decorator: '@UseGuards()', method: 'canActivate', one: 'guard' },
  interceptors: {
    key: '__interceptors__',
    decorator: '@UseInterceptors()',
    method: 'intercept',
    one: 'interceptor',
  },
  filters: { key: '__exceptionFilters__', decorator: '@UseFilters()', method: 'catch', one: 'filter' },
} as const;

export type EnhancerKind = keyof typeof ENHANCER_KINDS;

/** Arguments are checked by the DTO alone: what a pipe would change, digest and approval would not know of. */
export const PIPES = { key: '__pipes__', decorator: '@UsePipes()' } as const;
