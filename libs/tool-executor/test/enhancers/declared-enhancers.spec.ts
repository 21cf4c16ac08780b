import { describe, expect, it } from '@jest/globals';
import {
  Injectable,
  SetMetadata,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  type CanActivate,
  type Provider,
} from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolRunner } from '../../src/execution/tool-runner.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ToolConfigurationError } from '../../src/tool/tool-configuration.error.js';
import { bootModule, openRoot } from '../apps/boot-module.js';
import { Test } from '@nestjs/testing';

const failure = async (...providers: Provider[]): Promise<string> => {
  const error: unknown = await bootModule({ imports: [openRoot()], providers }).then(
    ({ app }) => app.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ToolConfigurationError);
  return (error as Error).message;
};

@Injectable()
class Gate implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}
const interceptor = { intercept: (_: unknown, next: { handle(): unknown }) => next.handle() } as never;
const pipe = { transform: (value: unknown) => value };
const filter = { catch: () => undefined };
const PING = { name: 'ping', description: 'Answers', parameters: NoArguments };

describe('@UsePipes() on a tool', () => {
  it('is refused on a class', async () => {
    @Tool(PING)
    @UsePipes(pipe)
    class Pinger {
      execute(): void {}
    }
    expect(await failure(Pinger)).toContain('Pinger.execute: @UsePipes() would not run on a tool');
  });

  it('is refused on a method, and on one that is overridden', async () => {
    class Base {
      @Tool({ description: 'Answers' })
      @UsePipes(pipe)
      ping(): void {}
    }
    class Pinger extends Base {
      override ping(): void {}
    }
    expect(await failure(Base)).toContain('Base.ping: @UsePipes() would not run on a tool');
    expect(await failure(Pinger)).toContain('Pinger.ping: @UsePipes() would not run on a tool');
  });
});

describe('a method that overrides a tool', () => {
  it.each<[string, MethodDecorator]>([
    ['@UseGuards()', UseGuards(Gate)],
    ['@UseInterceptors()', UseInterceptors(interceptor)],
    ['@UseFilters()', UseFilters(filter)],
  ])('is refused where it would lose %s of the method that it overrides', async (name, decorate) => {
    abstract class Base {
      @Tool({ description: 'Answers' })
      @decorate
      ping(): void {}
    }
    @Injectable()
    class Pinger extends Base {
      override ping(): void {}
    }
    expect(await failure(Pinger)).toContain(`Pinger.ping overrides a method with ${name}`);
  });

  it('is refused where a guard would not find the metadata of the method that it overrides', async () => {
    @UseGuards(Gate)
    class Base {
      @Tool({ description: 'Answers' })
      @SetMetadata('roles', ['admin'])
      ping(): void {}
    }
    class Pinger extends Base {
      override ping(): void {}
    }
    expect(await failure(Pinger)).toContain('Pinger.ping overrides a method with metadata (roles)');
  });

  it('may say anew what runs on it', async () => {
    class Base {
      @Tool({ description: 'Answers' })
      @UseGuards({ canActivate: () => false })
      ping(): string {
        return 'base';
      }
    }
    class Pinger extends Base {
      @UseGuards(Gate)
      override ping(): string {
        return 'pinger';
      }
    }
    const { app, executor } = await bootModule({ imports: [openRoot()], providers: [Pinger] });
    expect(await executor.execute({ name: 'ping', arguments: {} })).toMatchObject({ output: 'pinger' });
    await app.close();
  });
});

describe('a guard that Nest can not make', () => {
  class Pinger {
    @Tool({ description: 'Answers' })
    @UseGuards(Gate)
    ping(): void {}
  }

  it.each<[string, Provider]>([
    ['a value', { provide: 'pinger', useValue: new Pinger() }],
    ['a factory', { provide: Pinger, useFactory: () => new Pinger() }],
  ])('is refused rather than ignored, on the tool that is %s', async (_, provider) => {
    expect(await failure(provider)).toContain('Pinger.ping: @UseGuards() names Gate, which Nest makes only');
  });

  it('is refused where it is no guard at all', async () => {
    class NoGuard {}
    @UseGuards(NoGuard as never)
    class Odd {
      @Tool({ description: 'Answers' })
      ping(): void {}
    }
    const booting = bootModule({ imports: [openRoot()], providers: [Odd] });
    await expect(booting).rejects.toThrow(/NoGuard/);
  });
});

describe('an interceptor or a filter', () => {
  class AnyRunner extends ToolRunner {
    supports(): boolean {
      return true;
    }
    run(): string {
      return 'elsewhere';
    }
  }
  const boot = async (decorate: ClassDecorator): Promise<unknown> => {
    @Tool({ ...PING, isolation: 'worker' })
    class Isolated {
      execute(): void {}
    }
    decorate(Isolated);
    const app = await Test.createTestingModule({ imports: [openRoot()], providers: [Isolated] })
      .overrideProvider(ToolRunner)
      .useClass(AnyRunner)
      .compile();
    app.useLogger(false);
    return app.init().then(
      () => app.close(),
      (error: unknown) => error,
    );
  };

  it.each<[string, ClassDecorator]>([
    ['interceptor', UseInterceptors(interceptor)],
    ['filter', UseFilters(filter)],
  ])('is refused on a tool that runs elsewhere: %s', async (_, decorate) => {
    expect(String(await boot(decorate))).toContain("isolation 'worker' runs the tool elsewhere");
  });

  it('is not what a guard is: one guards a tool wherever that runs', async () => {
    expect(await boot(UseGuards(Gate))).toBeUndefined();
  });
});

describe('enhancers of another method of the class', () => {
  it('are none of our business', async () => {
    class Pinger {
      @Tool({ description: 'Answers' })
      ping(): string {
        return 'pong';
      }
      @UseGuards({ canActivate: () => false })
      @UsePipes(pipe)
      other(): void {}
    }
    const { app, executor } = await bootModule({ imports: [openRoot()], providers: [Pinger] });
    expect(await executor.execute({ name: 'ping', arguments: {} })).toMatchObject({ output: 'pong' });
    await app.close();
  });
});
