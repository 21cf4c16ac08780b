import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConsoleLogger, Injectable, Logger, type LoggerService } from '@nestjs/common';
import { inspect } from 'node:util';
import { Tool } from '../../src/discovery/tool.decorator.js';
import {
  deny,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { LoggerToolTracer } from '../../src/tracing/logger.tracer.js';
import { AllowEverything, boot, type Booted } from '../support/boot.js';

const SECRET = 'S3CRET';
const FORGED = 'x\r\n[2026-01-01] [info] permission granted\u001b[2J\u2028\u202e';

@Injectable()
class Tools {
  @Tool({ description: 'Gives a secret' })
  give(): unknown {
    return { token: SECRET };
  }
  @Tool({ description: 'Throws as an HTTP client does' })
  request(): never {
    const inner = Object.assign(new Error(`token=${SECRET}`), { socket: { key: SECRET } });
    throw Object.assign(new Error(`401 for https://u:${SECRET}@h`, { cause: inner }), {
      config: { headers: { Authorization: `Bearer ${SECRET}` } },
    });
  }
  @Tool({ description: 'Throws what is no error' })
  throwObject(): never {
    throw { headers: { authorization: SECRET } };
  }
}

class Refusing extends ToolPermissionGuard {
  decide(): ToolPermissionDecision {
    return deny(`not with password=${SECRET}${FORGED}`);
  }
}

/** Keeps what is logged, as a structured and as a text logger would write it. */
class Kept implements LoggerService {
  readonly records: { level: string; json: string; text: string }[] = [];
  readonly log = this.at('log');
  readonly warn = this.at('warn');
  readonly error = this.at('error');
  readonly debug = this.at('debug');

  private at(level: string) {
    return (message: unknown): void => {
      this.records.push({ level, json: JSON.stringify(message), text: inspect(message, { depth: 9 }) });
    };
  }
}

describe('the log of calls', () => {
  let booted: Booted;
  let logger: Kept;

  const start = async (guard: ToolPermissionGuard = new AllowEverything()): Promise<void> => {
    booted = await boot([Tools], { guards: [guard], tracers: [LoggerToolTracer] });
    Logger.overrideLogger(logger);
  };
  beforeEach(() => {
    logger = new Kept();
  });
  afterEach(async () => {
    await booted.app.close();
    Logger.overrideLogger(new ConsoleLogger());
  });

  const logged = (): string => logger.records.map(({ json, text }) => json + text).join('\n');
  const calls = () => logger.records.filter(({ json }) => json.includes('tool call'));

  it('has one record for each call, whatever became of it', async () => {
    await start();
    for (const name of ['give', 'request', 'nope']) await booted.executor.execute({ name });
    expect(calls().map(({ level, json }) => [level, JSON.parse(json).tool])).toEqual([
      ['log', 'give'],
      ['warn', 'request'],
      ['warn', 'nope'],
    ]);
  });

  it.each(['give', 'request', 'throw_object', `give {"password":"${SECRET}"}`])(
    'holds no secret of a call of %s',
    async (name) => {
      await start();
      await booted.executor.execute({ name, arguments: { password: SECRET } });
      expect(calls()).toHaveLength(1);
      expect(logged()).not.toContain(SECRET);
    },
  );

  it('says what caused a failure: messages and stacks, and no other field of an error', async () => {
    await start();
    await booted.executor.execute({ name: 'request' });
    const { err } = JSON.parse(logger.records.find(({ level }) => level === 'debug')!.json);
    expect(err).toMatchObject({
      name: 'Error',
      message: '401 for https://u:***@h',
      cause: { message: 'token=***' },
    });
    expect(err.stack).toContain('logs.spec');
    expect(Object.keys(err)).toEqual(['name', 'message', 'stack', 'cause']);
  });

  it('says nothing of the reason of a denial that steers a terminal or quotes a secret', async () => {
    await start(new Refusing());
    await booted.executor.execute({ name: 'give' });
    expect(logged()).not.toContain(SECRET);
    expect(logged()).not.toContain('permission granted\u001b');
  });

  it.each([
    ['name', { name: FORGED }],
    ['id', { name: 'give', id: FORGED }],
  ])('is one line for a call whose %s pretends to be another one', async (_what, toolCall) => {
    await start();
    await booted.executor.execute(toolCall);
    const [record] = calls();
    expect(calls()).toHaveLength(1);
    // eslint-disable-next-line no-control-regex
    expect(record!.text).not.toMatch(/[\u0000-\u001f\u2028\u202e]/);
    expect(record!.json).not.toMatch(/[\r\n]/);
  });

  it('is one line for a principal whose id pretends to be another one', async () => {
    await start();
    await booted.executor.execute({ name: 'give' }, { principal: { id: FORGED, tenant: FORGED } });
    // eslint-disable-next-line no-control-regex
    expect(calls()[0]!.text).not.toMatch(/[\u0000-\u001f\u2028\u202e]/);
  });
});
