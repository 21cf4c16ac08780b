/**
 * How a fake misbehaves: it throws, gives a promise that rejects or never settles, or answers
 * something that its port doesn't allow.
 *
 * @publicApi
 */
export type Fault = 'throw' | 'reject' | 'hang' | { readonly answer: unknown };

/** What the methods of a fake were told to do wrong. */
export class Faults<Method extends string> {
  private readonly byMethod = new Map<Method, Fault>();

  constructor(private readonly port: string) {}

  set(method: Method, fault: Fault): void {
    this.byMethod.set(method, fault);
  }

  /** @param method left out: all of them */
  clear(method?: Method): void {
    if (method === undefined) this.byMethod.clear();
    else this.byMethod.delete(method);
  }

  /** Does what the method was told to do wrong, or else `behave`. */
  apply<Answer>(method: Method, behave: () => Answer): Answer {
    const fault = this.byMethod.get(method);
    if (fault === undefined) return behave();
    const error = new Error(`${this.port}.${method}() was told to fail`);
    if (fault === 'throw') throw error;
    if (fault === 'reject') return Promise.reject(error) as Answer;
    if (fault === 'hang') return new Promise(() => {}) as Answer;
    return fault.answer as Answer;
  }
}
