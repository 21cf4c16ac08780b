import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import fc from 'fast-check';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { assertLegalToolResult } from '../../src/testing/results/assert-legal-tool-result.js';
import type { ToolError } from '../../src/tool/tool-error.js';
import { ToolErrorMapper } from '../../src/tool/tool-error-mapper.js';
import { toolOutput } from '../../src/tool/tool-output.js';
import { pass, replace, ToolOutputGuard, type ToolOutputVerdict } from '../../src/tool/tool-output-guard.js';
import { boot, type Booted } from '../support/boot.js';
import { hostileValue, thrower, type Behaviour } from '../support/hostile-values.js';

const plan: Record<'tool' | 'guard' | 'mapper', Behaviour> = {
  tool: () => undefined,
  guard: pass,
  mapper: () => undefined,
};

class PlannedOutputGuard extends ToolOutputGuard {
  check(): ToolOutputVerdict {
    return plan.guard() as ToolOutputVerdict;
  }
}
class PlannedErrorMapper extends ToolErrorMapper {
  map(): ToolError | undefined {
    return plan.mapper() as ToolError | undefined;
  }
}

@Injectable()
class Tools {
  @Tool({ name: 'any', description: 'Does what the plan says', timeoutMs: 20 })
  any(): unknown {
    return plan.tool();
  }
}

const tool = fc.oneof(
  hostileValue,
  thrower,
  fc.tuple(hostileValue, hostileValue, hostileValue).map(
    ([value, content, attributes]): Behaviour =>
      () =>
        toolOutput(value(), { content: [content()] as never, attributes: attributes() as never }),
  ),
  hostileValue.map(
    (attributes): Behaviour =>
      () =>
        toolOutput('x', { attributes: attributes() as never }),
  ),
);
const guard = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Behaviour>(pass) },
  { weight: 1, arbitrary: fc.constant<Behaviour>(() => Promise.resolve(pass())) },
  {
    weight: 2,
    arbitrary: fc.tuple(hostileValue, hostileValue).map(
      ([value, companions]): Behaviour =>
        () =>
          replace(value(), companions() as never),
    ),
  },
  { weight: 1, arbitrary: fc.oneof(hostileValue, thrower) },
);
const mapper = fc.oneof(hostileValue, thrower);

let booted: Booted;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeAll(async () => {
  booted = await boot([Tools], {
    outputGuards: [PlannedOutputGuard],
    errorMappers: [PlannedErrorMapper],
    outputGuardTimeoutMs: 5,
    errorMapperTimeoutMs: 5,
    stopGraceMs: 0,
    maxOutputChars: 500,
  });
  process.on('unhandledRejection', onUnhandled);
});
afterAll(async () => {
  process.off('unhandledRejection', onUnhandled);
  await booted.app.close();
});

it('gives a legal result whatever the tool, its error mapper and its output guard do', async () => {
  await fc.assert(
    fc.asyncProperty(tool, guard, mapper, async (runs, checks, maps) => {
      Object.assign(plan, { tool: runs, guard: checks, mapper: maps });
      const result = await booted.executor.execute({ name: 'any' });
      assertLegalToolResult(result);
      expect(booted.tracer.last.ends).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
  await new Promise(setImmediate);
  expect(unhandled).toEqual([]);
});
