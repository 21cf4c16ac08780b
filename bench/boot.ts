import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Tool, ToolExecutorModule, type ToolExecutorOptions } from 'nestjs-tool-executor';
import { SearchArgs, SearchTool } from './search.tool.js';

/** A minimal application with the reference tool. */
export async function boot(
  options: ToolExecutorOptions,
  tools: Type<unknown>[] = [SearchTool],
): Promise<INestApplicationContext> {
  class BenchModule {}
  Module({ imports: [ToolExecutorModule.forRoot(options)], providers: tools })(BenchModule);
  return NestFactory.createApplicationContext(BenchModule, { logger: false });
}

/** Tools that differ in name alone, each with the arguments of the reference call. */
export function manyTools(count: number): Type<unknown>[] {
  return Array.from({ length: count }, (_, at) => {
    class NumberedTool extends SearchTool {}
    Tool({ name: `search_${at}`, description: 'One of many', parameters: SearchArgs, readOnly: true })(
      NumberedTool,
    );
    return NumberedTool;
  });
}

/** Milliseconds from nothing to a booted application. */
export async function timeBoot(tools: Type<unknown>[]): Promise<number> {
  const from = performance.now();
  const app = await boot({ tracers: [] }, tools);
  const ms = performance.now() - from;
  await app.close();
  return ms;
}
