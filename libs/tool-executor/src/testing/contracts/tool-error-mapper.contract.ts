import assert from 'node:assert/strict';
import { ToolError } from '../../tool/tool-error.js';
import type { ToolErrorMapper } from '../../tool/tool-error-mapper.js';
import {
  casesOf,
  type ContractCase,
  type ContractOptions,
  type MakeSubject,
  type Rule,
} from './contract-case.js';
import { sampleExecutedCall } from './sample-executed-call.js';

/** @publicApi */
export interface ToolErrorMapperContractOptions extends ContractOptions<ToolErrorMapper> {
  /** Makes errors that the mapper must have an answer for. */
  readonly mapped?: readonly (() => unknown)[];
}

/**
 * What every ToolErrorMapper has to keep, whatever it maps.
 *
 * @publicApi
 */
export function toolErrorMapperContract(
  make: MakeSubject<ToolErrorMapper>,
  { mapped = [], ...options }: ToolErrorMapperContractOptions = {},
): ContractCase[] {
  return casesOf(rulesFor(mapped), make, options);
}

const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/** Anything can be thrown. */
const THROWN: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => 'disk full',
  () => 42,
  () => Symbol('s'),
  () => new Error('no luck'),
  () => Object.freeze(new TypeError('frozen')),
  () => new AggregateError([new Error('a')], 'all failed'),
  () => Object.create(null) as unknown,
  () =>
    Object.defineProperty(new Error('x'), 'code', {
      get: () => {
        throw new Error('unreadable');
      },
    }),
  revoked,
];

function rulesFor(mapped: readonly (() => unknown)[]): Rule<ToolErrorMapper>[] {
  const thrown = [...THROWN, ...mapped];
  return [
    [
      'answers a ToolError or undefined, whatever was thrown',
      async (mapper) => {
        for (const makeError of thrown) requireLegal(await mapper.map(makeError(), sampleExecutedCall()));
      },
    ],
    [
      'has an answer with a message for each error that it is there for',
      async (mapper) => {
        for (const makeError of mapped) {
          const answer = await mapper.map(makeError(), sampleExecutedCall());
          assert.ok(ToolError.isInstance(answer), 'no answer for an error that it is there for');
          assert.notEqual(answer.message.trim(), '');
        }
      },
    ],
    [
      'answers the same throw the same way again',
      async (mapper) => {
        for (const makeError of thrown) {
          const error = makeError();
          const first = await mapper.map(error, sampleExecutedCall());
          const second = await mapper.map(error, sampleExecutedCall());
          assert.equal(second?.message, first?.message);
          assert.equal(second?.code, first?.code);
        }
      },
    ],
    [
      'changes neither the error nor the arguments',
      async (mapper) => {
        for (const makeError of mapped) {
          const error = makeError();
          const call = sampleExecutedCall();
          const before = propertiesOf(error);
          await mapper.map(error, call);
          assert.deepEqual(propertiesOf(error), before);
          assert.deepEqual(call.args, sampleExecutedCall().args);
        }
      },
    ],
    [
      'answers many throws at once as it answers one',
      async (mapper) => {
        const answerTo = async (makeError: () => unknown): Promise<string | undefined> =>
          (await mapper.map(makeError(), sampleExecutedCall()))?.message;
        const alone: unknown[] = [];
        for (const makeError of thrown) alone.push(await answerTo(makeError));
        assert.deepEqual(await Promise.all(thrown.map(answerTo)), alone);
      },
    ],
  ];
}

function requireLegal(answer: unknown): void {
  assert.ok(
    answer === undefined || ToolError.isInstance(answer),
    'the answer is neither a ToolError nor undefined',
  );
}

function propertiesOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? { ...Object.getOwnPropertyDescriptors(error) } : error;
}
