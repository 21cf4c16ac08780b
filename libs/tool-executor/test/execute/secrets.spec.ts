import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { IsArray, IsOptional, IsString, MaxLength, registerDecorator } from 'class-validator';
import { inspect } from 'node:util';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolJournal } from '../../src/journal/tool-journal.js';
import { Sensitive } from '../../src/redaction/sensitive.decorator.js';
import { ProcessOutput } from '../../src/tool/process-output.js';
import { ToolError } from '../../src/tool/tool-error.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

const SECRET = 'S3C';
const KNOWN = SECRET.repeat(20);

function Refused() {
  return (target: object, propertyName: string) =>
    registerDecorator({
      name: 'refused',
      target: target.constructor,
      propertyName,
      validator: {
        validate: (value) => value === undefined,
        defaultMessage: (args) => `${args?.value} is refused`,
      },
    });
}

class SecretArgs {
  @IsOptional()
  @IsString()
  @MaxLength(8)
  @Sensitive()
  pin?: string;
  @IsOptional()
  @IsString()
  @MaxLength(8)
  password?: string;
  @IsOptional()
  @IsString()
  @MaxLength(8, { message: 'not $value' })
  apiKey?: string;
  @IsOptional()
  @Refused()
  clientSecret?: string;
  @IsOptional()
  @IsString()
  @MaxLength(8)
  ours?: string;
  @IsOptional()
  @IsString()
  @MaxLength(8)
  note?: string;
  @IsOptional()
  @IsString()
  command?: string;
  @IsOptional()
  @IsArray()
  @MaxLength(8, { each: true })
  argv?: string[];
}

@Injectable()
class Tools {
  got: SecretArgs | undefined;
  act: () => unknown = () => undefined;

  @Tool({ description: 'Takes secrets' })
  take(args: SecretArgs): unknown {
    this.got = args;
    return this.act();
  }
}

describe('secrets, through execute()', () => {
  let booted: Booted;
  let tools: Tools;

  beforeAll(async () => {
    booted = await boot([Tools], { redaction: { secrets: [KNOWN], keys: ['ours'] }, maxOutputChars: 3_000 });
    tools = booted.app.get(Tools);
  });
  beforeEach(() => {
    tools.got = undefined;
    tools.act = () => undefined;
  });
  afterAll(() => booted.app.close());

  const call = (args: unknown, name = 'take'): Promise<ToolResult> =>
    booted.executor.execute({ name, arguments: args });

  /** All that a tracer and a journal can get at, however they print it. */
  const recorded = (): string => {
    const { call: traced, ends } = booted.tracer.last;
    const journal = booted.app.get(ToolJournal);
    const [newest] = journal.list({ tenant: undefined, principalId: undefined }, { limit: 1 }) as object[];
    const parts = [
      traced,
      traced.tool,
      traced.arguments,
      ends[0]!.result,
      ends[0]!.result.output,
      ends[0]!.result.metadata,
    ];
    const found = journal.get({ tenant: undefined, principalId: undefined }, traced.callId);
    return [...parts, { ...traced }, { ...ends[0]!.result }, newest, found]
      .map((part) => `${JSON.stringify(part)}${inspect(part, { depth: 9, showHidden: true, getters: true })}`)
      .join('\n');
  };

  it.each<[string, object]>([
    ['a sensitive field', { pin: SECRET }],
    ['a field named like a secret', { password: SECRET }],
    ['a field that the application names', { ours: SECRET }],
    ['a header', { command: `curl -H "Authorization: Bearer ${SECRET}" h` }],
    ['an option', { command: `curl --token ${SECRET}` }],
    ['the value of an option in a list', { argv: ['--token', SECRET] }],
    ['a password of mysql', { command: `mysql -p${SECRET}` }],
    ['an assignment', { command: `FOO_API_KEY=${SECRET} ./x` }],
    ['JSON in a line', { command: `curl -d {"password":"${SECRET}"} h` }],
    ['a URL', { command: `git clone https://u:${SECRET}@h/r` }],
    ['a known value', { command: `echo ${KNOWN}` }],
  ])('gives the tool %s, and no record of it', async (_what, args) => {
    const result = await call(args);
    expect(result.success).toBe(true);
    expect(tools.got).toMatchObject(args);
    expect(recorded()).not.toContain(SECRET);
    expect(recorded()).toContain('***');
  });

  it.each<[string, unknown]>([
    ['a sensitive field', { pin: `${SECRET} too long` }],
    ['a sensitive field of another type', { pin: [SECRET] }],
    ['a field named like a secret', { password: `${SECRET} too long` }],
    ['a field named like a secret, in words of the application', { apiKey: `${SECRET} too long` }],
    ['a field named like a secret, in words of a constraint', { clientSecret: SECRET }],
    ['a field that the application names', { ours: `${SECRET} too long` }],
    ['an option of a program', { argv: ['--token', `${SECRET} too long`] }],
    ['a known value that is cut', { note: `${KNOWN} too long` }],
    ['a sensitive field that is misspelt', { PIN: SECRET }],
    ['arguments that are cut', `{"pin":"${SECRET}","note":"`],
    ['arguments that go on', `{"pin":"${SECRET}"} and more`],
    ['arguments that are encoded twice', JSON.stringify(`{"pin":"${SECRET}","unknown":1}`)],
    ['arguments that are encoded thrice', JSON.stringify(JSON.stringify(`{"pin":"${SECRET}"}`))],
    ['arguments that are long', `{"pin":"${SECRET}","note":"${'x'.repeat(5_000)}"}`],
    ['arguments that are too large', `{"pin":"${SECRET}","note":"${'x'.repeat(300_000)}"}`],
    ['a list of arguments', `[{"pin":"${SECRET}"}]`],
  ])('quotes no secret of refused arguments: %s', async (_what, args) => {
    const result = await call(args);
    expect(result.metadata).toMatchObject({ code: 'invalid_arguments', executed: false });
    expect(JSON.stringify(result)).not.toContain(SECRET);
    expect(recorded()).not.toContain(SECRET);
  });

  it('quotes no secret of a name that a model made up', async () => {
    const result = await call({ password: SECRET }, `take {"password":"${SECRET}"}`);
    expect(result.error).toBe('unknown tool "take {"password":"***"}". Did you mean "take"?');
    expect(recorded()).not.toContain(SECRET);
  });

  it.each<[string, () => unknown]>([
    [
      'an error of an HTTP client',
      () =>
        Object.assign(new Error(`GET https://u:${SECRET}@h/x?token=${SECRET}&q=1 failed with 401`), {
          config: { headers: { Authorization: `Bearer ${SECRET}` }, data: SECRET },
        }),
    ],
    [
      'an object with secrets in lists',
      () => ({ headers: { Authorization: [`Bearer ${SECRET}`] }, password: { is: SECRET } }),
    ],
    [
      'a long text with a known value in the middle',
      () => new Error('a'.repeat(1_970) + KNOWN + 'b'.repeat(4_000)),
    ],
    [
      'a long text with a known value at its cut',
      () => new Error('a'.repeat(1_470) + KNOWN + 'b'.repeat(2_000)),
    ],
    [
      'a ToolError with details',
      () => new ToolError(`password=${SECRET}`, { details: { token: SECRET, list: [`--token ${SECRET}`] } }),
    ],
  ])('lets no secret out of %s, and gives the tracer the cause', async (_what, make) => {
    const thrown = make();
    tools.act = () => {
      throw thrown;
    };
    const result = await call({});
    expect(result.metadata).toMatchObject({ code: 'tool_error' });
    expect(JSON.stringify(result)).not.toContain(SECRET);
    expect(recorded()).not.toContain(SECRET);
    expect(booted.tracer.last.ends[0]!.cause).toBe(thrown);
  });

  it('masks the output in records, and gives the caller the real one', async () => {
    tools.act = () => ({ token: SECRET, rows: [{ url: `https://u:${SECRET}@h` }] });
    expect((await call({})).output).toEqual({ token: SECRET, rows: [{ url: `https://u:${SECRET}@h` }] });
    expect(recorded()).not.toContain(SECRET);
  });

  it('masks what a process prints, in records and in its error', async () => {
    tools.act = () => new ProcessOutput({ stdout: `PASSWORD=${SECRET}\n${KNOWN}`, stderr: '', exitCode: 1 });
    const result = await call({});
    expect(result.error).toBe('exit code 1\nPASSWORD=***\n***');
    expect(result.metadata.stdout).toContain(SECRET);
    expect(recorded()).not.toContain(SECRET);
  });

  it('hides no innocent argument', async () => {
    const args = { command: 'max_tokens=100 tokenizer=bpe author=me monkey=x' };
    await call(args);
    expect(booted.tracer.last.call.arguments).toEqual(args);
  });
});
