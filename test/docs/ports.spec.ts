import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as core from 'nestjs-tool-executor';
import * as testing from 'nestjs-tool-executor/testing';
import ts from 'typescript';
import * as toolsTesting from '../../libs/tool-executor-tools/src/testing/index.js';
import { tableRows } from './support/table-rows.js';

/** The abstract classes of the packages, with the methods that an implementation may have. */
const ports = globSync('libs/*/src/**/*.ts').flatMap((path) =>
  ts
    .createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    .statements.filter(ts.isClassDeclaration)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword))
    .map(({ name, members }) => ({
      name: name!.text,
      methods: members.filter(ts.isMethodDeclaration).map((method) => method.name.getText()),
    })),
);
const sections = new Map(
  readFileSync('docs/reference/ports.md', 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

describe('the page of ports', () => {
  it('has every port, and no other', () => {
    expect([...sections.keys()].toSorted()).toEqual(ports.map(({ name }) => name).toSorted());
  });

  it.each(ports.map(({ name, methods }) => [name, methods] as const))(
    'says when each method of %s is called',
    (name, methods) => {
      const [, called] = tableRows(sections.get(name)!).find(([what]) => what === 'called')!;
      for (const method of methods) expect(called).toContain(`\`${method}()\``);
    },
  );

  it.each([...sections])('says what %s does wrong leads to, its default and its suite', (_, section) => {
    const rows = tableRows(section);
    expect(rows.map(([what]) => what)).toEqual(['called', 'fails', 'garbage', 'default', 'contract']);
  });

  it.each([...sections])('names a suite of %s that there is', (_, section) => {
    const [, contract] = tableRows(section).find(([what]) => what === 'contract')!;
    for (const [, suite] of contract!.matchAll(/`(\w+Contract)`/g)) {
      expect({ ...testing, ...toolsTesting }).toHaveProperty(suite!);
    }
    expect(contract).toMatch(/Contract`|^none: /);
  });

  it.each([...sections])('names a default of %s that is exported, unless it says otherwise', (_, section) => {
    const [, standard] = tableRows(section).find(([what]) => what === 'default')!;
    if (standard!.includes('not exported')) return;
    for (const [, name] of standard!.matchAll(/`([A-Z]\w+)`/g)) expect(core).toHaveProperty(name!);
  });
});
