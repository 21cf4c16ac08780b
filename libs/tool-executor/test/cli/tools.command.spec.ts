import { describe, expect, it } from '@jest/globals';
import { describeArguments } from '../../src/cli/describe-arguments.js';
import { run } from './support/run.js';

describe('tools', () => {
  it('lists name, traits and the first line of the description in aligned columns', async () => {
    expect(await run(['tools'])).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: [
        'echo     read-only    Gives the text back.',
        'fail     read-only    Throws.',
        'nothing  read-only    Gives nothing.',
        'wait     read-only    Waits until it is stopped.',
        'who      read-only    Says who calls.',
        'wipe     destructive  Deletes everything.',
        '',
      ].join('\n'),
    });
  });

  it('lists what the principal may see', async () => {
    expect((await run(['tools', '--scope', 'secrets'])).stdout).toMatch(/^secret /m);
  });

  it('gives the definitions as JSON', async () => {
    const tools = JSON.parse((await run(['tools', '--json'])).stdout);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'echo',
      'fail',
      'nothing',
      'wait',
      'who',
      'wipe',
    ]);
  });

  it('describes one tool with its arguments', async () => {
    const { exitCode, stdout } = await run(['tools', 'echo']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('echo\nGives the text back.\nMore lines are for models.\n');
    expect(stdout).toMatch(/read-only; stopped after 30000 ms/);
    expect(stdout).toMatch(/^ {2}text {3}string, required +What comes back$/m);
    expect(stdout).toMatch(/^ {2}times {2}integer, .*1.*9.*, optional$/m);
  });

  it('gives the definition of one tool as JSON', async () => {
    expect(JSON.parse((await run(['tools', 'echo', '--json'])).stdout)).toMatchObject({
      name: 'echo',
      parameters: { type: 'object', required: ['text'] },
    });
  });

  it.each([
    ['ecko', 'did you mean echo?'],
    ['secret', 'there is no tool "secret"'],
    ['\u001b[2J', 'there is no tool "\\u{1b}[2J"'],
  ])('says that there is no tool %j for this principal', async (name, problem) => {
    const { exitCode, stdout, stderr } = await run(['tools', name]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(problem);
  });
});

describe('the arguments of a schema', () => {
  it('are shown by their paths', () => {
    const schema = {
      type: 'object',
      properties: {
        sort: { enum: ['asc', 'desc'] },
        filters: { type: 'array', items: { $ref: '#/$defs/Filter' }, maxItems: 3 },
        'x y': { type: ['string', 'null'], minLength: 1 },
        kind: { const: 1 },
        any: {},
      },
      required: ['filters'],
      $defs: { Filter: { type: 'object', properties: { field: { type: 'string', description: 'Which' } } } },
    };
    expect(describeArguments(schema).map(({ path, type, description }) => [path, type, description])).toEqual(
      [
        ['sort', '"asc" | "desc", optional', ''],
        ['filters', 'array of object, maxItems 3, required', ''],
        ['filters[].field', 'string, optional', 'Which'],
        ['["x y"]', 'string or null, minLength 1, optional', ''],
        ['kind', '1, optional', ''],
        ['any', 'any value, optional', ''],
      ],
    );
  });

  it('end for a schema that holds itself', () => {
    const schema = {
      type: 'object',
      properties: { child: { $ref: '#/$defs/Node' } },
      $defs: { Node: { type: 'object', properties: { child: { $ref: '#/$defs/Node' } } } },
    };
    expect(describeArguments(schema).map(({ path }) => path)).toEqual([
      'child',
      'child.child',
      'child.child.child',
      'child.child.child.child',
    ]);
  });

  it('end for arrays that hold themselves', () => {
    const schema = {
      type: 'object',
      properties: { list: { $ref: '#/$defs/List' } },
      $defs: { List: { type: 'array', items: { $ref: '#/$defs/List' } } },
    };
    expect(describeArguments(schema)).toHaveLength(1);
  });
});
