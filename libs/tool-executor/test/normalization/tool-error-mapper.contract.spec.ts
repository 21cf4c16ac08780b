import { describe, expect, it } from '@jest/globals';
import { describeContract } from '../../src/testing/contracts/describe-contract.js';
import { toolErrorMapperContract } from '../../src/testing/contracts/tool-error-mapper.contract.js';
import { RecordingErrorMapper } from '../../src/testing/fakes/recording-error-mapper.js';
import { ToolError } from '../../src/tool/tool-error.js';
import { ToolErrorMapper } from '../../src/tool/tool-error-mapper.js';

class NotFoundError extends Error {}

class NotFoundMapper extends ToolErrorMapper {
  async map(error: unknown): Promise<ToolError | undefined> {
    return isNotFound(error) ? new ToolError('there is no such thing', { cause: error }) : undefined;
  }
}

function isNotFound(error: unknown): boolean {
  try {
    return error instanceof NotFoundError;
  } catch {
    return false;
  }
}

const mapped = [() => new NotFoundError('no row')];
describeContract(
  { describe, it },
  'RecordingErrorMapper',
  toolErrorMapperContract(() => new RecordingErrorMapper()),
);
describeContract(
  { describe, it },
  'a mapper that answers later',
  toolErrorMapperContract(() => new NotFoundMapper(), { mapped }),
);

describe('the contract of error mappers', () => {
  const broken = async (map: (error: never) => unknown): Promise<string[]> => {
    const make = (): ToolErrorMapper => ({ map }) as never;
    const failed: string[] = [];
    for (const { title, run } of toolErrorMapperContract(make, { mapped }))
      await run().catch(() => failed.push(title));
    return failed;
  };

  it.each<[string, (error: never) => unknown, string]>([
    [
      'reads what it was given without looking',
      (error: Error) => (error.message === '' ? new ToolError('x') : undefined),
      'answers a ToolError or undefined, whatever was thrown',
    ],
    [
      'answers an ordinary error',
      () => new Error('x'),
      'answers a ToolError or undefined, whatever was thrown',
    ],
    [
      'has no answer where it should',
      () => undefined,
      'has an answer with a message for each error that it is there for',
    ],
    [
      'changes the error',
      (error: Error) => {
        if (isNotFound(error)) error.message = 'changed';
        return isNotFound(error) ? new ToolError('x') : undefined;
      },
      'changes neither the error nor the arguments',
    ],
  ])('catches one that %s', async (_what, map, rule) => {
    expect(await broken(map)).toContain(rule);
  });
});
