import { ForbiddenException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isObservable, lastValueFrom } from 'rxjs';

/**
 * Asks Nest's guards in turn, as Nest does: the first one that says no ends the round.
 *
 * @throws what a guard throws; ForbiddenException when one says no
 */
export async function askGuards(guards: readonly CanActivate[], host: ExecutionContext): Promise<void> {
  for (const guard of guards) {
    const answer: unknown = await guard.canActivate(host);
    const verdict: unknown = isObservable(answer) ? await lastValueFrom(answer) : answer;
    if (!verdict) throw new ForbiddenException(`${nameOf(guard)} refused the call`);
  }
}

function nameOf(guard: CanActivate): string {
  const name: unknown = guard.constructor?.name;
  return typeof name === 'string' && name !== '' && name !== 'Object' ? name : 'a guard';
}
