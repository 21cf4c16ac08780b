import { afterEach, describe, expect, it } from '@jest/globals';
import { VERSION_NEUTRAL, VersioningType, type CanActivate, type INestApplication } from '@nestjs/common';
import { ToolExecutorRestModule, type ToolExecutorRestExtras } from '../src/index.js';
import { closeDoors, openDoor, PLATFORMS, principalOfHeader, type Door } from './support/platforms.js';

const closed: CanActivate = { canActivate: () => false };
const byUri = (app: INestApplication): unknown => app.enableVersioning({ type: VersioningType.URI });
const byHeader = (app: INestApplication): unknown =>
  app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' });
const CALL = { name: 'echo', arguments: { text: 'hi' } };

describe.each(PLATFORMS)('the version of the REST door on %s', (platform) => {
  afterEach(closeDoors);

  const statuses = async (door: Door, paths: readonly string[]): Promise<number[]> =>
    Promise.all(paths.map(async (path) => (await door.send('POST', `/${path}/tool-calls`, CALL)).status));

  it.each<[string, ToolExecutorRestExtras['version'], number[]]>([
    ['one', '1', [200, 404, 404]],
    ['several', ['1', '2'], [200, 200, 404]],
    ['neutral', VERSION_NEUTRAL, [404, 404, 200]],
    ['none', undefined, [404, 404, 200]],
  ])('stands between the global prefix and the path of the door: %s', async (_, version, expected) => {
    const door = await openDoor(
      platform,
      { path: 'llm', version },
      { setUp: (app) => void byUri(app.setGlobalPrefix('api')) },
    );
    expect(await statuses(door, ['api/v1/llm', 'api/v2/llm', 'api/llm'])).toEqual(expected);
  });

  it('is the default one of the application where the door has none', async () => {
    const setUp = (app: INestApplication): void =>
      void app.enableVersioning({ type: VersioningType.URI, defaultVersion: '7', prefix: 'version-' });
    const door = await openDoor(platform, {}, { setUp });
    expect((await door.send('GET', '/version-7/tools')).status).toBe(200);
    expect((await door.send('GET', '/tools')).status).toBe(404);
  });

  it('may come in a header', async () => {
    const door = await openDoor(platform, { version: '2' }, { setUp: byHeader });
    const statusFor = async (version: string): Promise<number> =>
      (await door.send('POST', '/tool-calls', CALL, { 'x-version': version })).status;
    expect([await statusFor('2'), await statusFor('1')]).toEqual([200, 404]);
  });

  it('is ignored until the application turns versions on', async () => {
    const door = await openDoor(platform, { version: '2' });
    expect((await door.send('GET', '/tools')).status).toBe(200);
  });

  it('stands beside the factory of forRootAsync', async () => {
    const door = await openDoor(
      platform,
      ToolExecutorRestModule.forRootAsync({
        version: ['3'],
        useFactory: async () => ({ principal: principalOfHeader }),
      }),
      { setUp: byUri },
    );
    expect(await statuses(door, ['v3', ''])).toEqual([200, 404]);
  });

  it('keeps two doors of one application apart: each has its guards and its principal', async () => {
    const second = ToolExecutorRestModule.forRoot({ version: '2', principal: () => ({ id: 'second' }) });
    const third = ToolExecutorRestModule.forRoot({
      version: '3',
      principal: principalOfHeader,
      guards: [closed],
    });
    const door = await openDoor(platform, { version: '1' }, { setUp: byUri, modules: [second, third] });
    expect(await statuses(door, ['v1', 'v2', 'v3'])).toEqual([200, 200, 403]);
    const principals = async (path: string): Promise<string[]> =>
      (await door.send('GET', `${path}/tool-calls`)).body.map(
        ({ principalId }: { principalId: string }) => principalId,
      );
    expect([await principals('/v1'), await principals('/v2')]).toEqual([['ada'], ['second']]);
  });
});
