import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module, Scope, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { NoArguments, Tool, type ToolContext } from 'nestjs-tool-executor';
import { closeDoors, openDoor, PLATFORMS } from './support/platforms.js';

let made = 0;

/** Something that belongs to one request, such as an entity manager with its transaction. */
@Injectable({ scope: Scope.REQUEST })
class UnitOfWork {
  readonly id = ++made;
}

@Module({ providers: [UnitOfWork], exports: [UnitOfWork] })
class UnitsModule {}

@Injectable()
class UnitGuard implements CanActivate {
  constructor(private readonly unit: UnitOfWork) {}

  canActivate(context: ExecutionContext): boolean {
    context.switchToHttp().getRequest().unit = this.unit.id;
    return true;
  }
}

@Injectable()
class UnitTool {
  constructor(private readonly unit: UnitOfWork) {}

  @Tool({ description: 'Says which unit of work it is in', readOnly: true })
  which(_: NoArguments, { request }: ToolContext): unknown {
    return { own: this.unit.id, guard: (request as { unit: number }).unit };
  }
}

describe.each(PLATFORMS)('a request-scoped provider, on %s', (platform) => {
  afterEach(closeDoors);

  it('is one for a guard of the door and every call of the request, and another for the next request', async () => {
    const door = await openDoor(
      platform,
      { guards: [UnitGuard], imports: [UnitsModule] },
      { providers: [UnitTool], modules: [UnitsModule] },
    );
    const calls = [{ name: 'which' }, { name: 'which' }];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => door.send('POST', '/tool-calls/batch', { calls })),
    );
    const units = answers.map(({ body: [first, second] }) => {
      expect(first.output).toEqual({ own: first.output.guard, guard: first.output.guard });
      expect(second.output).toEqual(first.output);
      return first.output.own;
    });
    expect(new Set(units).size).toBe(10);
  });
});
