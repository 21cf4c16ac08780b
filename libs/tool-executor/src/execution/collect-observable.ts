interface Subscription {
  unsubscribe(): void;
}

/** What an rxjs Observable of any version looks like. */
export interface ObservableLike {
  subscribe(observer: {
    next: (value: unknown) => void;
    error: (error: unknown) => void;
    complete: () => void;
  }): Subscription;
}

export function isObservable(value: object): value is ObservableLike {
  const candidate = value as Record<string, unknown>;
  return typeof candidate['subscribe'] === 'function' && typeof candidate['pipe'] === 'function';
}

/** The last value of an Observable, `null` if it has none: what Nest does with one. Unsubscribes when the signal aborts. */
export function collectObservable(observable: ObservableLike, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let last: unknown = null;
    let subscription: Subscription | undefined;
    const stop = (): void => {
      signal.removeEventListener('abort', stop);
      reject(signal.reason);
      try {
        subscription?.unsubscribe();
      } catch {
        // A teardown that throws changes nothing: the call is over.
      }
    };
    const settle = (finish: () => void): void => {
      signal.removeEventListener('abort', stop);
      finish();
    };
    signal.addEventListener('abort', stop);
    try {
      subscription = observable.subscribe({
        next: (value) => (last = value),
        error: (error) => settle(() => reject(error)),
        complete: () => settle(() => resolve(last)),
      });
    } catch (error) {
      settle(() => reject(error));
    }
    // It may have aborted while it subscribed, when there was nothing yet to unsubscribe.
    if (signal.aborted) stop();
  });
}
