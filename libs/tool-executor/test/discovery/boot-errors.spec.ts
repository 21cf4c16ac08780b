import { describe, expect, it } from '@jest/globals';
import { Controller, Injectable, type Provider, type Type } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ToolConfigurationError } from '../../src/tool/tool-configuration.error.js';
import type { ToolOptions } from '../../src/tool/tool-options.js';
import { bootModule, openRoot } from '../apps/boot-module.js';
import { EchoArgs, EchoTool } from '../apps/echo-tools.js';

const failure = async (providers: Provider[], controllers: Type<unknown>[] = []): Promise<string> => {
  const error: unknown = await bootModule({ imports: [openRoot()], providers, controllers }).then(
    ({ app }) => app.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ToolConfigurationError);
  return (error as Error).message;
};

const PING = { name: 'ping', description: 'Answers', parameters: NoArguments };

/** A class tool that says more than it should. */
const pinging = (options: Partial<Record<keyof ToolOptions, unknown>>): Type<unknown> => {
  @Tool({ ...PING, ...options } as ToolOptions)
  class PingTool {
    execute(): string {
      return 'pong';
    }
  }
  return PingTool;
};

interface PingQuery {
  text: string;
}

describe('a name', () => {
  it('belongs to one tool', async () => {
    @Injectable()
    class Other {
      @Tool({ description: 'Says it again' })
      echo(): string {
        return '';
      }
    }
    expect(await failure([EchoTool, Other])).toBe(
      'Two tools are called "echo": EchoTool.execute and Other.echo. Rename one of them.',
    );
  });

  it('belongs to one of two values of a class', async () => {
    const message = await failure([
      { provide: 'ONE', useValue: new EchoTool() },
      { provide: 'TWO', useValue: new EchoTool() },
    ]);
    expect(message).toBe(
      'Two tools are called "echo": EchoTool.execute and EchoTool.execute. Rename one of them.',
    );
  });

  it('belongs to one of two products of a factory under two tokens', async () => {
    const useFactory = (): EchoTool => new EchoTool();
    expect(
      await failure([
        { provide: 'ONE', useFactory },
        { provide: 'TWO', useFactory },
      ]),
    ).toContain('Two tools are called "echo"');
  });

  it.each(['', '1st', 'has space', 'dotted.name', 'ünïcode', 'a'.repeat(65), '__proto__', ' ping', 42])(
    'like %j is refused, since a provider may not accept it',
    async (name) => {
      const message = await failure([pinging({ name })]);
      expect(message).toContain(`PingTool.execute: the tool name ${JSON.stringify(name)} must match`);
      expect(message).toContain('Set `name` in @Tool()');
    },
  );

  it('is required on a class', async () => {
    expect(await failure([pinging({ name: undefined })])).toContain('Set `name` in @Tool()');
  });
});

describe('@Tool()', () => {
  it.each([undefined, '', '  '])('needs a description: %j is none', async (description) => {
    expect(await failure([pinging({ description })])).toBe(
      'PingTool.execute: the tool "ping" has no description. Models choose by it: set `description` in @Tool().',
    );
  });

  it.each<[string, Partial<Record<keyof ToolOptions, unknown>>, string]>([
    ['read-only and destructive', { readOnly: true, destructive: true }, 'drop one of the two'],
    ['read-only and not idempotent', { readOnly: true, idempotent: false }, 'drop `idempotent: false`'],
    ['read-only with effects', { readOnly: true, effects: 'unsafe' }, 'drop `effects` or `readOnly`'],
    ['pure and destructive', { effects: 'pure', destructive: true }, 'drop one of the two'],
    ['idempotent and unsafe', { idempotent: true, effects: 'unsafe' }, 'drop one of the two'],
    [
      'of unknown effects',
      { effects: 'none' },
      "`effects` must be 'pure' or 'idempotent' or 'unsafe', got none",
    ],
    ['of unknown permission', { permission: 'open' }, "`permission` must be 'guarded' or 'public', got open"],
    ['for one scope as text', { scopes: 'files:read' }, '`scopes` must be an array'],
    ['for an empty role', { roles: [''] }, '`roles` must be an array of non-empty text'],
    [
      'with a timeout of 0',
      { timeoutMs: 0 },
      'timeoutMs must be milliseconds between 1 and 2147483647, got 0',
    ],
    ['with a timeout that a timer would cut to nothing', { timeoutMs: 2 ** 31 }, 'timeoutMs must be'],
    ['with a timeout that is no number', { timeoutMs: Number.NaN }, 'timeoutMs must be'],
    ['with endless time', { timeoutMs: Infinity }, 'timeoutMs must be'],
    [
      'with an output limit below that of a marker',
      { maxOutputChars: 10 },
      'maxOutputChars must be a whole number of at least 100, got 10',
    ],
    [
      'with an output schema that is none',
      { outputSchema: { type: 'objekt' } },
      '`outputSchema` is not a JSON Schema 2020-12',
    ],
    [
      'with an output schema that cannot be copied',
      { outputSchema: { parse: () => 1 } },
      '`outputSchema` is not a JSON Schema 2020-12',
    ],
    [
      'with parameters that are no class',
      { parameters: { type: 'object' } },
      '`parameters` must be the class of the arguments',
    ],
    [
      'isolated without a runner for it',
      { isolation: 'process' },
      "no runner for isolation 'process' is registered. Remove `isolation`",
    ],
  ])('refuses a tool %s', async (_, options, remedy) => {
    const message = await failure([pinging(options)]);
    expect(message).toContain('PingTool.execute: ');
    expect(message).toContain(remedy);
  });

  it('refuses a class without execute()', async () => {
    @Tool(PING)
    class Idle {}
    expect(await failure([Idle])).toBe(
      'Idle is marked with @Tool() but has no execute() method. Implement ToolHandler, or move @Tool() to a method.',
    );
  });

  it('refuses a controller', async () => {
    @Controller()
    class PingController {
      @Tool({ description: 'Answers' })
      ping(): void {}
    }
    expect(await failure([], [PingController])).toBe(
      'PingController is a controller, and @Tool() works on providers. Move the tool to a provider that the controller uses.',
    );
  });

  it('refuses static methods and properties where they are declared', () => {
    const decorate = (target: object, key: string, descriptor?: PropertyDescriptor) => (): void =>
      (Tool({ description: 'Answers' }) as (...args: unknown[]) => void)(target, key, descriptor);
    class Odd {
      static ping(): void {}
      get now(): number {
        return 1;
      }
    }
    const descriptorOf = (target: object, key: string) => Object.getOwnPropertyDescriptor(target, key);
    expect(decorate(Odd, 'ping', descriptorOf(Odd, 'ping'))).toThrow(
      '@Tool() on Odd.ping: only classes and instance methods can be tools.',
    );
    expect(decorate(Odd.prototype, 'now', descriptorOf(Odd.prototype, 'now'))).toThrow('@Tool() on Odd.now');
    expect(decorate(Odd.prototype, 'field')).toThrow('@Tool() on Odd.field');
  });
});

describe('the class of the arguments', () => {
  it('must be named on a class tool that takes some', async () => {
    @Tool({ name: 'ping', description: 'Answers' })
    class PingTool {
      execute(args: EchoArgs): string {
        return args.text;
      }
    }
    expect(await failure([PingTool])).toBe(
      "PingTool.execute takes arguments, but @Tool() doesn't name their class. Set `parameters` to it, or to NoArguments.",
    );
  });

  it('must be named also where a decorator hides that execute() takes some', async () => {
    const hiding: MethodDecorator = (_target, _key, descriptor) => {
      descriptor.value = ((...args: unknown[]) => args) as never;
    };
    @Tool({ name: 'ping', description: 'Answers' })
    class PingTool {
      @hiding
      execute(args: EchoArgs): string {
        return args.text;
      }
    }
    expect(await failure([PingTool])).toContain('Set `parameters` to it');
  });

  it('must be a class at run time on a method: an interface is gone by then', async () => {
    class Pinger {
      @Tool({ description: 'Answers' })
      ping(query: PingQuery): string {
        return query.text;
      }
    }
    const message = await failure([Pinger]);
    expect(message).toContain(
      'Pinger.ping: the class of the arguments is not known, its type is Object at run time',
    );
    expect(message).toContain('(not `import type`), or set `parameters` in @Tool()');
  });

  it('must be known where the compiler left no types', async () => {
    class Pinger {
      ping(query: PingQuery): string {
        return query.text;
      }
    }
    Tool({ description: 'Answers' })(
      Pinger.prototype,
      'ping',
      Object.getOwnPropertyDescriptor(Pinger.prototype, 'ping')!,
    );
    expect(await failure([Pinger])).toContain(
      'Pinger.ping: the class of the arguments is not known, the compiler left no type',
    );
  });

  it('names the tool beside its own fault', async () => {
    class BareArgs {
      text: string = '';
    }
    const message = await failure([pinging({ parameters: BareArgs })]);
    expect(message).toContain('PingTool.execute: ');
    expect(message).toContain('BareArgs.text has no validation decorator');
  });
});
