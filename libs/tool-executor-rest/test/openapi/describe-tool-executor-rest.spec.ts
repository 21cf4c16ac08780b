import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { VersioningType } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { TOOL_FAILURE_CODES } from 'nestjs-tool-executor';
import { describeToolExecutorRest } from '../../src/index.js';
import { closeDoors, openDoor, PLATFORMS, type Door } from '../support/platforms.js';

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

  it('keeps parameters and answers that are of the application: a tenant header, a 401', () => {
    const tenant = { name: 'x-tenant', in: 'header' };
    const traceparent = { name: 'traceparent', in: 'header', description: 'theirs' };
    const post = { parameters: [tenant, traceparent], responses: { 200: { description: '' }, 401: {} } };
    const { paths } = describeToolExecutorRest({ paths: { '/tool-calls': { post } } });
    expect(paths['/tool-calls']).toMatchObject({
      post: {
        parameters: [{ name: 'traceparent', description: expect.stringMatching('W3C') }, tenant],
        responses: { 200: { description: expect.stringMatching('result') }, 400: {}, 401: {} },
      },
    });
  });
});

describe('describeToolExecutorRest, in an application with a global prefix and versions', () => {
  afterEach(closeDoors);

  it.each(PLATFORMS)('describes every route where it is, for each version, on %s', async (platform) => {
    const door = await openDoor(
      platform,
      { path: 'desks/:desk', version: ['1', '2'] },
      { setUp: (app) => void app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI }) },
    );
    const plain = SwaggerModule.createDocument(door.app, new DocumentBuilder().build());
    const document = describeToolExecutorRest(plain, {
      path: ['api/v1/desks/{desk}', 'api/v2/desks/{desk}'],
    });
    expect(Object.keys(document.paths).sort()).toEqual(Object.keys(plain.paths).sort());
    expect(Object.keys(document.paths)).toContain('/api/v2/desks/{desk}/tool-calls/batch');
    const operations = Object.values<object>(document.paths).flatMap((item) => Object.values(item));
    for (const operation of operations) {
      expect(operation).toHaveProperty('summary');
      expect(operation.parameters).toContainEqual(expect.objectContaining({ name: 'desk', in: 'path' }));
    }
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
