import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Sessions } from './support/identity-example.js';
import { createShop, describeShop } from './support/rest-door-example.js';

const read = (path: string): string => readFileSync(path, 'utf8');
const source = (name: string): string => read(`test/context/support/${name}-example.ts`);
const codeOf = (guide: string): string[] =>
  [...read(`docs/guides/${guide}.md`).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!.trim());

describe.each([
  ['context-and-identity', ['identity', 'transactions']],
  ['rest-door', ['rest-door']],
])('the guide %s', (guide, examples) => {
  const sources = examples.map(source).join('\n');

  it('shows code that is compiled and run here', () => {
    const code = codeOf(guide);
    expect(code.length).toBeGreaterThan(0);
    for (const block of code) expect(sources).toContain(block);
  });

  it('links to files that exist', () => {
    for (const [, target] of read(`docs/guides/${guide}.md`).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
      expect(() => read(`docs/guides/${target}`)).not.toThrow(/ENOENT/);
    }
  });
});

describe('the shop of the guide to the door', () => {
  let app: INestApplication | undefined;
  afterEach(() => app?.close());

  it('serves the door below prefix, version and path, to whoever has a session, up to a limit', async () => {
    app = await createShop({ logger: false });
    app.get(Sessions).start('s1', { id: 'ada', tenant: 'acme', scopes: [] });
    await app.listen(0, '127.0.0.1');
    const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
    const call = (session: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/api/v1/llm/tool-calls`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-session': session },
        body: JSON.stringify({ name: 'find_order', arguments: { number: 'A-17' } }),
      });
    expect(await (await call('s1')).json()).toMatchObject({ output: { number: 'A-17', total: 42 } });
    expect((await call('nobody')).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 130 }, () => call('s1')));
    // The minute may turn once meanwhile; two limits and the call above are fewer than 131.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  it('describes what it serves', async () => {
    app = await createShop({ logger: false });
    const { paths } = describeShop(app as Awaited<ReturnType<typeof createShop>>);
    expect(Object.keys(paths)).toContain('/api/v1/llm/tool-calls');
    for (const item of Object.values<object>(paths)) {
      for (const operation of Object.values(item)) expect(operation).toHaveProperty('summary');
    }
  });
});
