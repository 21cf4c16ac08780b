import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '../../src/testing');

it('imports no test runner, so that it works with any', () => {
  const imported = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(join(SOURCES, name), 'utf8').matchAll(/from '([^.'][^']*)'/g)])
    .map(([, specifier]) => specifier!);
  expect(imported).toContain('node:assert/strict');
  expect(imported.filter((specifier) => /jest|vitest|node:test|@nestjs\/testing/.test(specifier))).toEqual(
    [],
  );
});
