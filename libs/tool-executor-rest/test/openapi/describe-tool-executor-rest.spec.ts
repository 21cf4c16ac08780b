import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { TOOL_FAILURE_CODES } from 'nestjs-tool-executor';
import { describeToolExecutorRest } from '../../src/index.js';
import { closeDoors, openDoor, type Door } from '../support/platforms.js';

describe('describeToolExecutorRest', () => {
  let door: Door;
  let plain: OpenAPIObject;
  let document: OpenAPIObject;
  beforeAll(async () => {
    door = await openDoor('fastify', { path: 'llm' });
    plain = SwaggerModule.createDocument(door.app, new DocumentBuilder().build());
    document = describeToolExecutorRest(plain, { path: '/llm' });
  });
  afterAll(closeDoors);

  it('describes every route of the door, and invents none', () => {
    const routesOf = ({ paths }: OpenAPIObject) =>
      Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
    expect(routesOf(document).sort()).toEqual(routesOf(plain).sort());
    for (const item of Object.values<object>(document.paths)) {
      for (const operation of Object.values(item)) expect(operation).toHaveProperty('summary');
    }
  });

  it('knows every failure code', () => {
    const code = { enum: Object.keys(TOOL_FAILURE_CODES) };
    const { ToolFailure } = document.components!.schemas!;
    expect(ToolFailure).toMatchObject({
      properties: { metadata: { allOf: [{}, { properties: { code } }] } },
    });
  });

  it('refers only to schemas that are there', () => {
    const refs = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      ([, name]) => name!,
    );
    expect(refs.length).toBeGreaterThan(0);
    for (const name of refs) expect(document.components!.schemas).toHaveProperty(name);
  });

  it('keeps what is there and changes nothing in place', () => {
    const given = { info: 1, paths: { '/tools': { get: { operationId: 'mine' } }, '/other': {} } };
    const copy = structuredClone(given);
    const described = describeToolExecutorRest(given);
    expect(given).toEqual(copy);
    expect(described).toMatchObject(copy);
  });
});
