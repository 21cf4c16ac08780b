import { afterEach, describe, expect, it } from '@jest/globals';
import { applyDecorators, Injectable, type Provider, type Type } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolExecutorService } from '../../src/tool-executor.service.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { EchoArgs, EchoTool } from '../apps/echo-tools.js';

abstract class Clock {
  @Tool({ description: 'Tells the time', readOnly: true })
  tellTime(): string {
    return 'base time';
  }

  @Tool({ description: 'Says it again' })
  repeat(args: EchoArgs): string {
    return `base ${args.text}`;
  }
}

@Injectable()
class Inheriting extends Clock {}

@Injectable()
class Overriding extends Clock {
  override tellTime(): string {
    return 'own time';
  }
  override repeat(args: EchoArgs): string {
    return `own ${args.text}`;
  }
}

@Injectable()
class Redeclaring extends Clock {
  @Tool({ name: 'time_now', description: 'Tells it anew' })
  override tellTime(): string {
    return 'new time';
  }
}

/** Replaces the function, as caches and transactions do. */
const shouting: MethodDecorator = (_target, _key, descriptor) => {
  const original = descriptor.value as unknown as (...args: unknown[]) => string;
  descriptor.value = function (this: unknown, ...args: unknown[]): string {
    return original.apply(this, args).toUpperCase();
  } as never;
};

class ShoutedThenTool {
  @Tool({ name: 'ping', description: 'Answers' })
  @shouting
  ping(args: EchoArgs): string {
    return `ping ${args.text}`;
  }
}

class ToolThenShouted {
  @shouting
  @Tool({ name: 'ping', description: 'Answers' })
  ping(args: EchoArgs): string {
    return `ping ${args.text}`;
  }
}

let booted: BootedModule;
afterEach(() => booted.app.close());

const start = async (...providers: Provider[]): Promise<ToolExecutorService> => {
  booted = await bootModule({ imports: [openRoot()], providers });
  return booted.executor;
};
const run = async (executor: ToolExecutorService, name: string, args = {}): Promise<unknown> => {
  const { output, error } = await executor.execute({ name, arguments: args });
  return output ?? error;
};
const names = async (executor: ToolExecutorService): Promise<string[]> =>
  (await executor.list()).map(({ name }) => name);

describe('inheritance', () => {
  it('gives a subclass the tools of its abstract base', async () => {
    const executor = await start(Inheriting);
    expect(await names(executor)).toEqual(['repeat', 'tell_time']);
    expect(await run(executor, 'repeat', { text: 'hi' })).toBe('base hi');
  });

  it('runs an overriding method under the inherited declaration', async () => {
    const executor = await start(Overriding);
    expect(await names(executor)).toEqual(['repeat', 'tell_time']);
    expect(await run(executor, 'tell_time')).toBe('own time');
    expect(await run(executor, 'repeat', { text: 'hi' })).toBe('own hi');
  });

  it('lets a subclass declare a method anew', async () => {
    const executor = await start(Redeclaring);
    expect(await names(executor)).toEqual(['repeat', 'time_now']);
    expect(await run(executor, 'time_now')).toBe('new time');
  });

  it('gives a subclass the class tool of its base', async () => {
    @Injectable()
    class LoudEcho extends EchoTool {
      override execute(args: EchoArgs): string {
        return super.execute(args).toUpperCase();
      }
    }
    expect(await run(await start(LoudEcho), 'echo', { text: 'hi' })).toBe('HI');
  });

  it('makes one tool of each class that a mixin makes', async () => {
    const pinging = (name: string): Type<unknown> => {
      @Tool({ name, description: 'Answers', parameters: NoArguments })
      class Ping {
        execute(): string {
          return name;
        }
      }
      return Ping;
    };
    const executor = await start(pinging('ping_one'), pinging('ping_two'));
    expect(await names(executor)).toEqual(['ping_one', 'ping_two']);
    expect(await run(executor, 'ping_two')).toBe('ping_two');
  });
});

describe('wrapping', () => {
  it('calls a tool through the proxy that a factory put around it', async () => {
    const seen: unknown[] = [];
    const executor = await start({
      provide: EchoTool,
      useFactory: () =>
        new Proxy(new EchoTool(), {
          get(target, key) {
            seen.push(key);
            const value: unknown = Reflect.get(target, key);
            return key === 'execute' && typeof value === 'function'
              ? (args: EchoArgs) => `proxied ${String(value.call(target, args))}`
              : value;
          },
        }),
    });
    expect(await run(executor, 'echo', { text: 'hi' })).toBe('proxied hi');
    expect(seen).toContain('execute');
  });

  it.each<[string, Provider]>([
    ['before', ShoutedThenTool],
    ['after', ToolThenShouted],
  ])('runs the function that another decorator put in its place, applied %s @Tool()', async (_, provider) => {
    expect(await run(await start(provider), 'ping', { text: 'a' })).toBe('PING A');
  });

  it('knows the arguments of a class tool whose execute() was replaced by a function of no length', async () => {
    @Tool({ name: 'shout', description: 'Shouts', parameters: EchoArgs })
    class Shout {
      @shouting
      execute(args: EchoArgs): string {
        return args.text;
      }
    }
    expect(await run(await start(Shout), 'shout', { text: 'a' })).toBe('A');
  });

  it('may be part of a composed decorator, on a class and on a method', async () => {
    const ReadTool = (name: string): ClassDecorator & MethodDecorator =>
      applyDecorators(Tool({ name, description: 'Reads', readOnly: true })) as ClassDecorator &
        MethodDecorator;
    @ReadTool('on_class')
    class OnClass {
      execute(): string {
        return 'class';
      }
    }
    class OnMethod {
      @ReadTool('on_method')
      read(): string {
        return 'method';
      }
    }
    const executor = await start(OnClass, OnMethod);
    expect(await run(executor, 'on_class')).toBe('class');
    expect(await run(executor, 'on_method')).toBe('method');
  });
});

describe('the definition', () => {
  it('is frozen throughout, and the declared output schema is not', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'string' } } };
    @Tool({
      name: 'ping',
      description: 'Answers',
      parameters: EchoArgs,
      outputSchema,
      tags: ['x'],
      scopes: [],
    })
    class Ping {
      execute(): unknown {
        return { a: 'b' };
      }
    }
    const executor = await start(Ping);
    const [definition] = await executor.list();
    const unfrozen: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) unfrozen.push(path);
      for (const [key, member] of Object.entries(value)) visit(member, `${path}.${key}`);
    };
    visit(definition, 'definition');
    expect(unfrozen).toEqual([]);
    outputSchema.properties.a.type = 'number';
    expect(definition!.outputSchema).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
    expect(await executor.execute({ name: 'ping', arguments: { text: '' } })).toMatchObject({
      success: true,
    });
  });
});
