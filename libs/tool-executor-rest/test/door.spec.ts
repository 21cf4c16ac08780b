import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Injectable,
  Module,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { ToolConfigurationError } from 'nestjs-tool-executor';
import { ToolExecutorRestModule } from '../src/index.js';
import { closeDoors, openDoor, PLATFORMS, principalOfHeader } from './support/platforms.js';

@Injectable()
class Keys {
  readonly accepted = 'open sesame';
}

@Module({ providers: [Keys], exports: [Keys] })
class KeysModule {}

@Injectable()
class KeyGuard implements CanActivate {
  constructor(private readonly keys: Keys) {}

  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().headers['x-key'] === this.keys.accepted;
  }
}

describe.each(PLATFORMS)('the REST door on %s', (platform) => {
  afterEach(closeDoors);

  it('shows the tools that the principal may call, and no others', async () => {
    const principal: typeof principalOfHeader = ({ headers }) => ({
      id: 'x',
      scopes: [String(headers['x-scope'])],
    });
    const door = await openDoor(platform, { principal });
    const names = async (scope: string) =>
      (await door.send('GET', '/tools', undefined, { 'x-scope': scope })).body.map(
        (tool: { name: string }) => tool.name,
      );
    expect(await names('admin')).toEqual(['echo', 'erase', 'secret', 'wait']);
    expect(await names('none')).toEqual(['echo', 'erase', 'wait']);
    expect((await door.send('GET', '/tools/echo')).body).toMatchObject({
      name: 'echo',
      parameters: { type: 'object' },
    });
    const hidden = await door.send('GET', '/tools/secret');
    const unknown = await door.send('GET', '/tools/constructor');
    expect(hidden.status).toBe(404);
    expect(hidden).toEqual(unknown);
  });

  it('lives under a path, below the global prefix, behind guards that inject from their own modules', async () => {
    const door = await openDoor(
      platform,
      { path: '/llm/v1/', guards: [KeyGuard], imports: [KeysModule] },
      { setUp: (app) => app.setGlobalPrefix('api') },
    );
    const key = { 'x-key': 'open sesame' };
    for (const path of ['tools', 'tool-calls', 'approvals']) {
      expect((await door.send('GET', `/api/llm/v1/${path}`, undefined, key)).status).toBe(200);
      expect((await door.send('GET', `/api/llm/v1/${path}`)).status).toBe(403);
      expect((await door.send('GET', `/${path}`, undefined, key)).status).toBe(404);
    }
  });

  it('takes its options from a factory, with path and guards beside it', async () => {
    const door = await openDoor(
      platform,
      ToolExecutorRestModule.forRootAsync({
        path: 'later',
        guards: [KeyGuard],
        imports: [KeysModule],
        inject: [Keys],
        useFactory: async ({ accepted }: Keys) => ({ principal: () => ({ id: accepted }) }),
      }),
    );
    const key = { 'x-key': 'open sesame' };
    await door.send('POST', '/later/tool-calls', { name: 'echo' }, key);
    const { body } = await door.send('GET', '/later/tool-calls', undefined, key);
    expect(body[0].principalId).toBe('open sesame');
  });

  it('runs nothing when the principal cannot be told', async () => {
    const principal = (): never => {
      throw new UnauthorizedException('who are you?');
    };
    const door = await openDoor(platform, { principal });
    expect(await door.send('POST', '/tool-calls', { name: 'echo' })).toMatchObject({
      status: 401,
      body: { message: 'who are you?' },
    });
  });

  it('adds what the application knows to the context of a call', async () => {
    const traceId = 'a'.repeat(32);
    const door = await openDoor(platform, { context: async () => ({ traceId, attempt: 3 }) });
    const traceparent = `00-${'b'.repeat(32)}-b7ad6b7169203331-01`;
    const { body } = await door.send('POST', '/tool-calls', { name: 'echo' }, { traceparent });
    expect(body.metadata).toMatchObject({ traceId, attempt: 3 });
  });

  it.each([
    ['principal', { principal: undefined as never }],
    ['limits.maxBatchCalls', { limits: { maxBatchCalls: 0 } }],
  ])('fails at boot when %s is wrong, naming it', async (option, rest) => {
    const boot = openDoor(platform, rest);
    await expect(boot).rejects.toThrow(ToolConfigurationError);
    await expect(boot).rejects.toThrow(option);
  });
});
