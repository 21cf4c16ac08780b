/** One enhancer of a tool: the same for all calls, or made for each request. */
export type BoundEnhancer<Enhancer> =
  { readonly fixed: Enhancer } | { readonly resolve: (request: object) => Promise<Enhancer> };

/** The enhancers of one kind that run on a tool, in their order. */
export class EnhancerList<Enhancer> {
  /** All of them, where none has to be made for a call. */
  private readonly fixed: readonly Enhancer[] | undefined;

  constructor(private readonly bound: readonly BoundEnhancer<Enhancer>[]) {
    const fixed = bound.flatMap((each) => ('fixed' in each ? [each.fixed] : []));
    this.fixed = fixed.length === bound.length ? fixed : undefined;
  }

  get length(): number {
    return this.bound.length;
  }

  /** @param request the inbound request, or what stands in for it */
  forRequest(request: object): readonly Enhancer[] | Promise<readonly Enhancer[]> {
    return (
      this.fixed ??
      Promise.all(this.bound.map((each) => ('fixed' in each ? each.fixed : each.resolve(request))))
    );
  }
}
