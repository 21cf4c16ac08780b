import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module, Scope, type Provider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Tool } from '../../src/discovery/tool.decorator.js';
import type { ExecutedCall } from '../../src/tool/executed-call.js';
import { ToolError } from '../../src/tool/tool-error.js';
import { ToolErrorMapper } from '../../src/tool/tool-error-mapper.js';
import type { ToolOptions } from '../../src/tool/tool-options.js';
import { replace, ToolOutputGuard, type ToolOutputVerdict } from '../../src/tool/tool-output-guard.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import type { ToolExecutorOptions } from '../../src/tool-executor.options.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { AllowEverything } from '../support/boot.js';

@Injectable()
class Phrases {
  readonly failed = 'in the words of the application';
}

@Injectable()
class PhraseMapper extends ToolErrorMapper {
  constructor(private readonly phrases: Phrases) {
    super();
  }
  map(): ToolError {
    return new ToolError(this.phrases.failed);
  }
}

/** Provided by no module. */
class CountingGuard extends ToolOutputGuard {
  static made = 0;
  readonly number = ++CountingGuard.made;

  check({ tool }: ExecutedCall): ToolOutputVerdict {
    return replace(`${tool.name} judged by ${this.number}`);
  }
}

@Injectable({ scope: Scope.REQUEST })
class ShortLivedGuard extends CountingGuard {}

/** A module that the executor's module doesn't import and that exports nothing. */
@Module({ providers: [Phrases, PhraseMapper] })
class PhrasesModule {}

function toolsWith(ports: Partial<ToolOptions>): Provider {
  @Injectable()
  class Tools {
    @Tool({ description: 'Fails', ...ports })
    fail(): never {
      throw new Error('no');
    }
    @Tool({ description: 'Gives one', ...ports })
    one(): number {
      return 1;
    }
    @Tool({ description: 'Gives two', ...ports })
    two(): number {
      return 2;
    }
  }
  return Tools;
}

const closing: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function bootWith(
  ports: Partial<ToolOptions>,
  options: ToolExecutorOptions = {},
): Promise<ToolExecutorService> {
  const app = await Test.createTestingModule({
    imports: [
      ToolExecutorModule.forRoot({ guards: [new AllowEverything()], tracers: [], ...options }),
      PhrasesModule,
    ],
    providers: [toolsWith(ports)],
  }).compile();
  app.useLogger(false);
  await app.init();
  closing.push(() => app.close());
  return app.get(ToolExecutorService);
}

describe('error mappers and output guards', () => {
  it.each<[string, Partial<ToolOptions>, ToolExecutorOptions]>([
    ['@Tool()', { errorMappers: [PhraseMapper] }, {}],
    ['forRoot()', {}, { errorMappers: [PhraseMapper] }],
  ])(
    'that %s names by class come from the module that provides them, with what they inject',
    async (_where, ports, options) => {
      const executor = await bootWith(ports, options);
      expect((await executor.execute({ name: 'fail' })).error).toBe('in the words of the application');
    },
  );

  it.each<[string, Partial<ToolOptions>, ToolExecutorOptions]>([
    ['@Tool()', { outputGuards: [CountingGuard] }, {}],
    ['forRoot()', {}, { outputGuards: [CountingGuard] }],
    ['both', { outputGuards: [CountingGuard] }, { outputGuards: [CountingGuard] }],
  ])(
    'that %s names by a class that nobody provides are made once for all tools',
    async (_where, ports, options) => {
      CountingGuard.made = 0;
      const executor = await bootWith(ports, options);
      expect((await executor.execute({ name: 'one' })).output).toBe('one judged by 1');
      expect((await executor.execute({ name: 'two' })).output).toBe('two judged by 1');
      expect(CountingGuard.made).toBe(1);
    },
  );

  it.each<[string, Partial<ToolOptions>, ToolExecutorOptions, string]>([
    [
      'a request-scoped one on a tool',
      { outputGuards: [ShortLivedGuard] },
      {},
      'Tools.fail, outputGuards: ShortLivedGuard is request-scoped',
    ],
    [
      'a request-scoped one of the module',
      {},
      { outputGuards: [ShortLivedGuard] },
      'forRoot({ outputGuards }): ShortLivedGuard is request-scoped',
    ],
    [
      'one without its method',
      { outputGuards: [new PhraseMapper(new Phrases())] as never },
      {},
      'Tools.fail, outputGuards: PhraseMapper has no check() method',
    ],
    [
      'one that is undefined',
      { errorMappers: [undefined] as never },
      {},
      'Tools.fail, errorMappers: undefined has no map() method',
    ],
    ['a single one', { outputGuards: CountingGuard as never }, {}, '`outputGuards` must be an array'],
    [
      'a single one of the module',
      {},
      { errorMappers: PhraseMapper as never },
      '`errorMappers` is not an array',
    ],
    ['no time for guards', {}, { outputGuardTimeoutMs: 0 }, '`outputGuardTimeoutMs` is 0'],
    ['no time for mappers', {}, { errorMapperTimeoutMs: -1 }, '`errorMapperTimeoutMs` is -1'],
  ])('fail the boot for %s, saying where', async (_what, ports, options, message) => {
    await expect(bootWith(ports, options)).rejects.toThrow(message);
  });
});
