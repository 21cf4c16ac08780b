import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { describeContract } from '../../src/testing/contracts/describe-contract.js';
import { toolTracerContract } from '../../src/testing/contracts/tool-tracer.contract.js';
import { RecordingTracer } from '../../src/testing/fakes/recording-tracer.js';
import { CompositeToolTracer } from '../../src/tracing/composite.tracer.js';
import { LoggerToolTracer } from '../../src/tracing/logger.tracer.js';
import type { ToolTracer } from '../../src/tracing/tool-tracer.js';

const silent = (): void => {};

beforeAll(() => Logger.overrideLogger({ log: silent, error: silent, warn: silent, debug: silent }));
afterAll(() => Logger.overrideLogger(false));

const broken = (): RecordingTracer =>
  new RecordingTracer().misbehave('end', 'throw').misbehave('late', 'throw');

const tracers: Record<string, () => ToolTracer> = {
  LoggerToolTracer: () => new LoggerToolTracer(),
  RecordingTracer: () => new RecordingTracer({ activeTraceId: '0af7651916cd43dd8448eb211c80319c' }),
  'CompositeToolTracer of none': () => new CompositeToolTracer([]),
  'CompositeToolTracer of tracers that fail': () =>
    new CompositeToolTracer([
      broken(),
      new RecordingTracer().misbehave('start', 'throw').misbehave('activeTraceId', { answer: 'not an id' }),
      new RecordingTracer().misbehave('end', 'reject').misbehave('activeTraceId', 'throw'),
      new RecordingTracer().misbehave('start', { answer: undefined }),
      new RecordingTracer(),
    ]),
};

for (const [name, make] of Object.entries(tracers)) {
  describeContract({ describe, it }, name, toolTracerContract(make));
}
