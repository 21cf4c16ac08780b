import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CompiledParameters } from '../../tool/compiled-parameters.js';
import type { JsonObject, JsonValue } from '../../tool/tool-result.js';
import type { ToolParameters, ToolValidator } from '../../validation/tool-validator.js';
import {
  casesOf,
  type ContractCase,
  type ContractOptions,
  type MakeSubject,
  type Rule,
} from './contract-case.js';
import { plainJson } from './plain-json.js';
import { SAMPLE_INPUTS, SAMPLE_VALID, SampleArguments, SampleFilter } from './sample-arguments.js';

/**
 * What every ToolValidator has to keep, on a class of arguments with class-validator's decorators.
 *
 * @publicApi
 */
export function toolValidatorContract(
  make: MakeSubject<ToolValidator>,
  options?: ContractOptions<ToolValidator>,
): ContractCase[] {
  return casesOf(RULES, make, options);
}

function compile(validator: ToolValidator, how: Partial<ToolParameters> = {}): CompiledParameters {
  return validator.compile({
    tool: 'sample',
    type: SampleArguments,
    unknownArguments: 'reject',
    coerce: 'lossless',
    ...how,
  });
}

function schemaCheck({ schema }: CompiledParameters): (input: JsonValue) => boolean {
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  return (input) => check(input);
}

const hasNull = (value: JsonValue): boolean =>
  value === null ||
  (typeof value === 'object' && Object.values(value).some((part) => hasNull(part as JsonValue)));

const shown = (input: JsonObject): string => JSON.stringify(input);

const RULES: readonly Rule<ToolValidator>[] = [
  [
    'without coercion and nulls, accepts exactly what its schema allows',
    async (validator) => {
      const parameters = compile(validator, { coerce: 'none' });
      const allows = schemaCheck(parameters);
      for (const input of SAMPLE_INPUTS.filter((each) => !hasNull(each))) {
        assert.equal((await parameters.validate(input)).valid, allows(input), shown(input));
      }
    },
  ],
  [
    'with coercion, accepts what its schema allows as it is, and nothing that is against it afterwards',
    async (validator) => {
      const parameters = compile(validator);
      const allows = schemaCheck(parameters);
      for (const input of SAMPLE_INPUTS) {
        const verdict = await parameters.validate(input);
        if (allows(input)) assert.ok(verdict.valid, shown(input));
        if (!verdict.valid) continue;
        assert.ok(allows(verdict.canonical), shown(input));
        if (!allows(input)) continue;
        assert.deepEqual(plainJson(verdict.canonical), plainJson(input));
        assert.deepEqual(verdict.coerced, []);
      }
    },
  ],
  [
    'accepts its own canonical arguments as they are',
    async (validator) => {
      const parameters = compile(validator);
      for (const input of SAMPLE_INPUTS) {
        const verdict = await parameters.validate(input);
        if (!verdict.valid) continue;
        const again = await parameters.validate(verdict.canonical);
        assert.ok(again.valid && again.coerced.length === 0, shown(input));
        assert.deepEqual(again.canonical, verdict.canonical);
      }
    },
  ],
  [
    'gives canonical arguments that are plain JSON, and leaves the input as it is',
    async (validator) => {
      const input = plainJson(SAMPLE_VALID) as JsonObject;
      const verdict = await compile(validator).validate(input);
      assert.ok(verdict.valid);
      assert.deepEqual(plainJson(verdict.canonical), SAMPLE_VALID);
      assert.deepEqual(input, SAMPLE_VALID);
    },
  ],
  [
    'names what is wrong, where and what was expected',
    async (validator) => {
      const verdict = await compile(validator).validate({
        ...SAMPLE_VALID,
        limit: 51,
        filters: [{ field: 1 }],
      });
      assert.ok(!verdict.valid);
      for (const path of ['limit', 'filters[0].field']) {
        const issue = verdict.issues.find((each) => each.path === path);
        assert.ok(issue !== undefined && issue.rule !== '' && issue.expected !== '', path);
        assert.ok(verdict.error.includes(path), verdict.error);
      }
    },
  ],
  [
    'converts text to the declared type where nothing is lost, and says so',
    async (validator) => {
      const input = {
        query: '5',
        score: '0.5',
        limit: '10',
        deep: 'false',
        tags: '["a"]',
        filter: { field: '1', weight: '2' },
      };
      const verdict = await compile(validator).validate(input);
      assert.ok(verdict.valid);
      const expected = {
        query: '5',
        score: 0.5,
        limit: 10,
        deep: false,
        tags: ['a'],
        filter: { field: '1', weight: 2 },
      };
      assert.deepEqual(plainJson(verdict.canonical), expected);
      assert.deepEqual([...verdict.coerced].sort(), ['deep', 'filter.weight', 'limit', 'score', 'tags']);
    },
  ],
  [
    'takes null for an optional field as absent',
    async (validator) => {
      const verdict = await compile(validator).validate({
        query: 'cats',
        score: 1,
        limit: null,
        filter: null,
      });
      assert.ok(verdict.valid);
      assert.deepEqual(Object.keys(verdict.canonical).sort(), ['query', 'score']);
    },
  ],
  [
    'drops unknown arguments and lists them, where the tool asks for that',
    async (validator) => {
      const verdict = await compile(validator, { unknownArguments: 'strip' }).validate({
        ...SAMPLE_VALID,
        other: 1,
        filter: { field: 'a', more: 2 },
      });
      assert.ok(verdict.valid);
      assert.deepEqual(verdict.canonical, { ...SAMPLE_VALID, filter: { field: 'a' } });
      assert.deepEqual([...verdict.stripped].sort(), ['filter.more', 'other']);
    },
  ],
  [
    'makes a fresh instance each time, which shares nothing',
    async (validator) => {
      const parameters = compile(validator);
      const verdict = await parameters.validate(SAMPLE_VALID);
      assert.ok(verdict.valid);
      const before = plainJson(verdict.canonical);
      const one = parameters.instantiate(verdict.canonical) as SampleArguments;
      const other = parameters.instantiate(verdict.canonical) as SampleArguments;
      assert.ok(
        one instanceof SampleArguments &&
          one.filter instanceof SampleFilter &&
          one.filters?.[0] instanceof SampleFilter,
      );
      one.tags?.push('changed');
      one.filter.field = 'changed';
      one.filters[0].field = 'changed';
      assert.deepEqual(
        [other.tags, other.filter?.field, other.filters?.[0]?.field],
        [['a', 'b'], 'colour', 'size'],
      );
      assert.deepEqual(verdict.canonical, before);
    },
  ],
  [
    'takes a tool without arguments: an empty object, and nothing else',
    async (validator) => {
      const parameters = compile(validator, { type: undefined });
      assert.equal(parameters.schema.type, 'object');
      assert.equal((await parameters.validate({})).valid, true);
      assert.equal((await parameters.validate({ other: 1 })).valid, false);
      assert.deepEqual(Object.keys(parameters.instantiate({})), []);
    },
  ],
  [
    'gives a JSON Schema whose root is an object',
    (validator) => {
      const { schema } = compile(validator);
      assert.equal(schema.type, 'object');
      assert.deepEqual(plainJson(schema), schema);
    },
  ],
];
