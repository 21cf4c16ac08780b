import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { IsString } from 'class-validator';
import { Tool, ToolExecutorModule } from 'nestjs-tool-executor';
import { ToolExecutorRestModule } from 'nestjs-tool-executor-rest';

/** What nestjs-cls, OpenTelemetry and others keep their context in. */
const context = new AsyncLocalStorage<string>();

class Args {
  @IsString()
  padding!: string;
}

@Injectable()
class Tools {
  @Tool({ description: 'Says what is ambient', readOnly: true })
  async ambient({ padding }: Args): Promise<unknown> {
    await new Promise(setImmediate);
    return `${context.getStore()} with ${padding.length}`;
  }
}

@Module({
  imports: [ToolExecutorModule.forRoot(), ToolExecutorRestModule.forRoot({ principal: () => undefined })],
  providers: [Tools],
})
class AppModule {}

describe('the context that a middleware opens', () => {
  it.each([
    ['express', () => new ExpressAdapter()],
    ['fastify', () => new FastifyAdapter() as unknown as ExpressAdapter],
  ])('reaches the tool through the door, whatever the size of the body, on %s', async (_, adapter) => {
    const app = await NestFactory.create(AppModule, adapter(), { logger: false, abortOnError: false });
    app.use(({ headers }: IncomingMessage, _response: unknown, next: () => void) =>
      context.run(String(headers['x-context']), next),
    );
    await app.listen(0, '127.0.0.1');
    const url = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
    // More than one chunk for every other request.
    const sizes = Array.from({ length: 40 }, (_, at) => (at % 2) * 90_000);
    const outputs = await Promise.all(
      sizes.map(async (size, at) => {
        const response = await fetch(`${url}/tool-calls`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-context': `c${at}` },
          body: JSON.stringify({ name: 'ambient', arguments: { padding: 'x'.repeat(size) } }),
        });
        return ((await response.json()) as { output: unknown }).output;
      }),
    );
    await app.close();
    expect(outputs).toEqual(sizes.map((size, at) => `c${at} with ${size}`));
  });
});
