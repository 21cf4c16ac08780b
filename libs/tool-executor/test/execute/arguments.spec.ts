import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { IsArray, IsInt, IsNumber, IsObject, IsOptional, IsString } from 'class-validator';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { InMemoryToolJournal } from '../../src/journal/in-memory.journal.js';
import type { ToolIntent } from '../../src/journal/tool-journal.js';
import { InMemoryApprovalStore } from '../../src/permission/approval/in-memory-approval.store.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

class ReadArgs {
  @IsString()
  path!: string;
}
class SearchArgs {
  @IsString()
  q!: string;
  @IsOptional()
  @IsInt()
  limit: number = 10;
  @IsOptional()
  @IsString()
  tag?: string;
}
class LogArgs {
  @IsOptional()
  @IsInt()
  hours_back: number = 24;
}
class SaveArgs {
  @IsNumber()
  confidence!: number;
  @IsObject()
  content!: object;
  @IsArray()
  @IsString({ each: true })
  tags!: string[];
}

@Injectable()
class Tools {
  /** What the tool that ran has got; `undefined` if none has run. */
  got: object | undefined;

  @Tool({ description: 'Takes nothing' })
  listDirs(): string {
    this.got = {};
    return 'dirs';
  }
  @Tool({ description: 'Takes a path' })
  readFile(args: ReadArgs): void {
    this.got = args;
  }
  @Tool({ description: 'Takes a text and options' })
  search(args: SearchArgs): void {
    this.got = args;
  }
  @Tool({ description: 'Takes an option' })
  log(args: LogArgs): void {
    this.got = args;
  }
  @Tool({ description: 'Takes an option and ignores the rest', unknownArguments: 'strip' })
  logLeniently(args: LogArgs): void {
    this.got = args;
  }
  @Tool({ description: 'Takes a number, an object and a list' })
  save(args: SaveArgs): void {
    this.got = args;
  }
  @Tool({ description: 'Takes them as they are declared', coerce: 'none' })
  saveExactly(args: SaveArgs): void {
    this.got = args;
  }
}

class DigestingJournal extends InMemoryToolJournal {
  readonly digests: string[] = [];
  override begin(intent: ToolIntent) {
    this.digests.push(intent.digest);
    return super.begin(intent);
  }
}

describe('arguments, through execute()', () => {
  const journal = new DigestingJournal(new InMemoryApprovalStore());
  let booted: Booted;
  let tools: Tools;

  beforeAll(async () => {
    booted = await boot([Tools], { journal });
    tools = booted.app.get(Tools);
  });
  beforeEach(() => {
    tools.got = undefined;
  });
  afterAll(() => booted.app.close());

  const call = (name: string, args: unknown): Promise<ToolResult> =>
    booted.executor.execute({ id: 'c', name, arguments: args });
  const refused = async (name: string, args: unknown): Promise<ToolResult> => {
    const result = await call(name, args);
    expect(result).toMatchObject({
      success: false,
      output: null,
      metadata: { code: 'invalid_arguments', retryable: false, executed: false, isolation: null },
    });
    expect(tools.got).toBeUndefined();
    return result;
  };

  it('takes absent, null and blank arguments for no arguments: result, digest and record are the same', async () => {
    const forms = [undefined, null, '', ' ', '\n\t', '{}', {}, 'null'];
    const results = [];
    journal.digests.length = 0;
    for (const form of forms) results.push(await call('list_dirs', form));
    const shown = results.map(({ success, output, metadata }) =>
      JSON.stringify([success, output, { ...metadata, callId: '', traceId: '' }]),
    );
    expect(new Set(shown).size).toBe(1);
    expect(new Set(journal.digests).size).toBe(1);
    expect(booted.tracer.records.slice(-forms.length).map((record) => record.call.arguments)).toEqual(
      forms.map(() => ({})),
    );
  });

  it.each(['', '  ', '\n', undefined, null])(
    'names what is missing where %j came for a tool that needs arguments',
    async (args) => {
      const { error } = await refused('read_file', args);
      expect(error).toBe('invalid arguments: `path` is required (a string)');
    },
  );

  it.each([undefined, null])('gives the defaults where %j came', async (args) => {
    expect((await call('log', args)).success).toBe(true);
    expect(tools.got).toEqual({ hours_back: 24 });
  });

  it('takes null for an optional field as absent, so that its default stays', async () => {
    await call('search', { q: 'cats', limit: null, tag: null });
    expect(tools.got).toEqual({ q: 'cats', limit: 10, tag: undefined });
  });

  it('refuses null for a required field', async () => {
    expect((await refused('search', { q: null })).error).toBe(
      'invalid arguments: `q` is required (a string), got null',
    );
  });

  it('converts text to the declared type where nothing is lost, and lists what it converted', async () => {
    const result = await call('save', '{"confidence":"0.9","content":"{\\"a\\":1}","tags":"[\\"x\\"]"}');
    expect(tools.got).toEqual({ confidence: 0.9, content: { a: 1 }, tags: ['x'] });
    expect(result.metadata.coerced).toEqual(['confidence', 'content', 'tags']);
  });

  it.each([
    ['confidence', '12px'],
    ['confidence', ''],
    ['confidence', ' '],
    ['confidence', '0x10'],
    ['confidence', '1e999'],
    ['confidence', true],
    ['content', '{"a":'],
    ['content', '[1]'],
    ['tags', '["x"'],
    ['tags', 'x'],
  ])('refuses %s %j: nothing is guessed, and nothing is repaired', async (field, value) => {
    const { metadata } = await refused('save', { confidence: 1, content: {}, tags: [], [field]: value });
    expect(metadata.issues).toEqual([expect.objectContaining({ path: field, rule: 'type' })]);
  });

  it('converts nothing where the tool says so', async () => {
    const { error } = await refused('save_exactly', { confidence: '0.9', content: {}, tags: [] });
    expect(error).toBe('invalid arguments: `confidence` must be a number, got string "0.9"');
  });

  it('unwraps JSON within a JSON string once', async () => {
    await call('read_file', '"{\\"path\\":\\"a.txt\\"}"');
    expect(tools.got).toEqual({ path: 'a.txt' });
  });

  it.each([
    ['text', '"\\"hello\\""'],
    ['a third level', JSON.stringify(JSON.stringify(JSON.stringify({ path: 'x' })))],
  ])('does not unwrap %s', async (_what, args) => {
    expect((await refused('read_file', args)).error).toBe('arguments must be a JSON object, got a string');
  });

  it.each([
    ['[]', 'an array'],
    ['[{"q":"x"}]', 'an array'],
    ['"x"', 'a string'],
    ['5', 'a number'],
    ['true', 'a boolean'],
    [[], 'an array'],
    [5, 'a number'],
    [new Date(0), 'an instance of Date'],
    [new SearchArgs(), 'an instance of SearchArgs'],
    [Promise.resolve(), 'an instance of Promise'],
    [new Map(), 'an instance of Map'],
    [() => 1, 'a function'],
  ])('refuses %p and says that it is %s', async (args, kind) => {
    expect((await refused('search', args)).error).toBe(`arguments must be a JSON object, got ${kind}`);
  });

  it.each(['{"q": ', '{"q":"x"', '{"q":"x"} and more', "{'q':'x'}", '{"q":"x",}'])(
    'says that %j is not valid JSON, rather than what it lacks',
    async (args) => {
      const { error } = await refused('search', args);
      expect(error).toMatch(
        /^arguments are not valid JSON \(.+ at position \d+\)\. Send one complete JSON object\.$/,
      );
    },
  );

  it.each([
    [{ hours: 1 }, 'unknown key `hours` (did you mean `hours_back`? valid keys: hours_back)'],
    [{ hours_back: 1, status_filter: 'failure' }, 'unknown key `status_filter` (valid keys: hours_back)'],
  ])('refuses the unknown key of %j, with the valid ones and the nearest', async (args, text) => {
    expect((await refused('log', args)).error).toBe(`invalid arguments: ${text}`);
  });

  it('drops unknown keys where the tool says so, and lists them', async () => {
    const result = await call('log_leniently', { hours_back: 1, status_filter: 'failure' });
    expect(tools.got).toEqual({ hours_back: 1 });
    expect(result.metadata.stripped).toEqual(['status_filter']);
  });

  it('refuses any argument of a tool without arguments', async () => {
    expect((await refused('list_dirs', { x: 1 })).error).toBe(
      'invalid arguments: unknown key `x` (there are no valid keys)',
    );
  });

  it('refuses an integer that JSON would round, and names its path', async () => {
    const { error } = await refused('search', '{"q":"x","limit":9007199254740993}');
    expect(error).toBe('invalid arguments: `limit` must be a number that JSON can hold exactly');
  });

  it('leaves the arguments of the caller as they are, whatever the tool does with its own', async () => {
    const args = Object.freeze({ q: 'x', limit: '5' });
    await call('search', args);
    Object.assign(tools.got!, { q: 'changed' });
    expect(args).toEqual({ q: 'x', limit: '5' });
    expect(booted.tracer.last.call.arguments).toEqual({ q: 'x', limit: 5 });
  });
});
