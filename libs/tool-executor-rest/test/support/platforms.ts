import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Injectable,
  Module,
  type DynamicModule,
  type INestApplication,
  type NestApplicationOptions,
  type Provider,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { IsInt, IsOptional, IsString } from 'class-validator';
import {
  NoArguments,
  Tool,
  ToolExecutorModule,
  type ToolContext,
  type ToolExecutorOptions,
  type ToolHandler,
} from 'nestjs-tool-executor';
import {
  ToolExecutorRestModule,
  type ToolExecutorRestExtras,
  type ToolExecutorRestOptions,
} from '../../src/index.js';

/** Both platforms that the door must work on. */
export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

class EchoArgs {
  @IsString()
  text!: string;
  @IsOptional()
  @IsInt()
  times?: number;
}

@Tool({ name: 'echo', description: 'Gives back its text', parameters: EchoArgs, readOnly: true })
@Injectable()
export class EchoTool implements ToolHandler<EchoArgs> {
  execute(args: EchoArgs): unknown {
    return { text: args.text, times: args.times ?? 1 };
  }
}

@Tool({ name: 'erase', description: 'Destroys something', parameters: EchoArgs })
@Injectable()
export class EraseTool implements ToolHandler<EchoArgs> {
  execute(args: EchoArgs): unknown {
    return `erased ${args.text}`;
  }
}

@Tool({ name: 'secret', description: 'For admins', readOnly: true, scopes: ['admin'] })
@Injectable()
export class SecretTool implements ToolHandler {
  execute(): unknown {
    return 'secret';
  }
}

/** Waits until it is stopped, and says so. */
@Tool({ name: 'wait', description: 'Waits', parameters: NoArguments, readOnly: true })
@Injectable()
export class WaitTool implements ToolHandler {
  readonly started = Promise.withResolvers<void>();
  readonly stopped = Promise.withResolvers<string>();

  execute(_: unknown, { signal }: ToolContext): Promise<never> {
    this.started.resolve();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        this.stopped.resolve((signal.reason as { code: string }).code);
        reject(signal.reason as Error);
      });
    });
  }
}

/** The principal of the tests is what the header says: `id/tenant`. Never do this outside of a test. */
export const principalOfHeader: ToolExecutorRestOptions['principal'] = ({ headers }) => {
  const [id, tenant] = String(headers['x-principal'] ?? '').split('/');
  return id === undefined || id === '' ? undefined : { id, ...(tenant === undefined ? {} : { tenant }) };
};

export interface Door {
  readonly app: INestApplication;
  readonly url: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON of every kind
  readonly body: any;
}

const opened: INestApplication[] = [];

/** For `afterEach`: also closes what a failed test left open. */
export async function closeDoors(): Promise<void> {
  await Promise.all(opened.splice(0).map((app) => app.close()));
}

/** The application that the door is in. */
export interface Surroundings {
  readonly executor?: ToolExecutorOptions;
  readonly setUp?: (app: INestApplication) => void;
  readonly providers?: Provider[];
  readonly modules?: (DynamicModule | Type<unknown>)[];
  readonly nest?: NestApplicationOptions;
}

export async function openDoor(
  platform: Platform,
  rest: Partial<ToolExecutorRestOptions & ToolExecutorRestExtras> | DynamicModule = {},
  { executor = {}, setUp, providers = [], modules = [], nest = {} }: Surroundings = {},
): Promise<Door> {
  const restModule =
    'module' in rest ? rest : ToolExecutorRestModule.forRoot({ principal: principalOfHeader, ...rest });
  @Module({
    imports: [ToolExecutorModule.forRoot({ tracers: [], ...executor }), restModule, ...modules],
    providers: [EchoTool, EraseTool, SecretTool, WaitTool, ...providers],
  })
  class TestAppModule {}
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
  const app = await NestFactory.create(TestAppModule as Type<unknown>, adapter as ExpressAdapter, {
    logger: false,
    abortOnError: false,
    ...nest,
  });
  opened.push(app);
  setUp?.(app);
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { app, url, send: (...args) => send(url, ...args) };
}

async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      'x-principal': 'ada',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}
