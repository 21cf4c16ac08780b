import { EventEmitterAsyncResource } from 'node:events';
import type { ExecutionContext, NestInterceptor } from '@nestjs/common';
import { defer, from, isObservable, mergeAll, mergeMap, type Observable } from 'rxjs';

/**
 * The interceptors around the handler, the first one outermost, as Nest runs them.
 *
 * @param handler runs the tool; what it gives is emitted, an Observable value by value
 * @param collect makes a value of a stream or an iterable: interceptors see values
 */
export function interceptHandler(
  interceptors: readonly NestInterceptor[],
  host: ExecutionContext,
  handler: () => unknown,
  collect: (output: unknown) => unknown,
): Observable<unknown> {
  const next = async (at: number): Promise<Observable<unknown>> => {
    if (at < interceptors.length) {
      return interceptors[at]!.intercept(host, {
        handle: () => inPlace(() => next(at + 1)).pipe(mergeAll()),
      });
    }
    const emit = (output: unknown): Observable<unknown> =>
      isObservable(output) ? from(output) : from(Promise.resolve(collect(output)));
    return inPlace(async () => handler()).pipe(mergeMap(emit));
  };
  return defer(() => next(0)).pipe(mergeAll());
}

/**
 * Runs `start` on each subscription, within the asynchronous context of this very place: an
 * interceptor that calls `handle()` within `AsyncLocalStorage.run()` is subscribed to outside of it.
 */
function inPlace<Value>(start: () => Promise<Value>): Observable<Value> {
  const { asyncResource } = new EventEmitterAsyncResource({ name: 'ToolInterceptor' });
  return defer(() => asyncResource.runInAsyncScope(start));
}
