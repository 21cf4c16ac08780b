import { describe, expect, it } from '@jest/globals';
import { Injectable, UseFilters, UseGuards, UseInterceptors, UsePipes, type Type } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ToolConfigurationError } from '../../src/tool/tool-configuration.error.js';
import { bootModule, openRoot } from '../apps/boot-module.js';

const failure = async (...providers: Type<unknown>[]): Promise<string> => {
  const error: unknown = await bootModule({ imports: [openRoot()], providers }).then(
    ({ app }) => app.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ToolConfigurationError);
  return (error as Error).message;
};

const guard = { canActivate: () => true };
const interceptor = { intercept: (_: unknown, next: { handle(): unknown }) => next.handle() } as never;
const pipe = { transform: (value: unknown) => value };
const filter = { catch: () => undefined };

describe("Nest's own enhancers", () => {
  const enhancers: [string, ClassDecorator & MethodDecorator][] = [
    ['@UseGuards()', UseGuards(guard)],
    ['@UseInterceptors()', UseInterceptors(interceptor)],
    ['@UsePipes()', UsePipes(pipe)],
    ['@UseFilters()', UseFilters(filter)],
  ];

  it.each(enhancers)('%s on a tool class is refused rather than ignored', async (name, decorate) => {
    @Tool({ name: 'ping', description: 'Answers', parameters: NoArguments })
    class PingTool {
      execute(): void {}
    }
    decorate(PingTool);
    const message = await failure(PingTool);
    expect(message).toContain(`PingTool.execute: ${name} would not run on a tool`);
    expect(message).toContain('Use a ToolPermissionGuard in forRoot({ guards }) instead');
  });

  it.each(enhancers)('%s on a tool method is refused rather than ignored', async (name, decorate) => {
    class Pinger {
      @Tool({ description: 'Answers' })
      @decorate
      ping(): void {}
    }
    expect(await failure(Pinger)).toContain(`Pinger.ping: ${name} would not run on a tool`);
  });

  it('on the method of a base class are refused on the method that overrides it', async () => {
    abstract class Base {
      @Tool({ description: 'Answers' })
      @UseGuards(guard)
      ping(): void {}
    }
    @Injectable()
    class Pinger extends Base {
      override ping(): void {}
    }
    expect(await failure(Pinger)).toContain('Pinger.ping: @UseGuards() would not run on a tool');
  });

  it('on another method of the class are none of our business', async () => {
    @Injectable()
    class Pinger {
      @Tool({ description: 'Answers' })
      ping(): void {}
      @UseGuards(guard)
      other(): void {}
    }
    const { app, executor } = await bootModule({ imports: [openRoot()], providers: [Pinger] });
    expect(await executor.list()).toHaveLength(1);
    await app.close();
  });
});
