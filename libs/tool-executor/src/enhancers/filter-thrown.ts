import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { isObservable, lastValueFrom } from 'rxjs';

/** Where `@Catch()` writes to. */
const CAUGHT_TYPES = '__filterCatchExceptions__';

/**
 * Hands what was thrown to the first filter that catches it.
 *
 * A filter may say what the failure is, by throwing or by returning an error; whatever else it
 * returns changes nothing: no filter makes a success of a failure.
 *
 * @param filters the nearest first: those of the method, of the class, of the application
 * @returns what is thrown in the end
 */
export async function filterThrown(
  filters: readonly ExceptionFilter[],
  thrown: unknown,
  host: ArgumentsHost,
): Promise<unknown> {
  const filter = filters.find((each) => catches(each, thrown));
  if (filter === undefined) return thrown;
  try {
    const answer: unknown = await (filter.catch(thrown, host) as unknown);
    // A filter for microservices answers with an Observable that throws.
    const said: unknown = isObservable(answer)
      ? await lastValueFrom(answer, { defaultValue: undefined })
      : answer;
    return said instanceof Error ? said : thrown;
  } catch (instead) {
    return instead;
  }
}

function catches(filter: ExceptionFilter, thrown: unknown): boolean {
  const types: unknown[] =
    Reflect.getMetadata(CAUGHT_TYPES, Object.getPrototypeOf(filter) as object) ??
    Reflect.getMetadata(CAUGHT_TYPES, filter.constructor) ??
    [];
  return types.length === 0 || types.some((type) => isInstance(thrown, type));
}

function isInstance(thrown: unknown, type: unknown): boolean {
  try {
    return thrown instanceof (type as new () => unknown);
  } catch {
    return false; // a proxy that can't be looked at
  }
}
