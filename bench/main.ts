import 'reflect-metadata';
import { parseArgs } from 'node:util';
import {
  AllowListPermissionGuard,
  ToolExecutorService,
  ToolTracer,
  type ToolSpan,
  type TracedCall,
} from 'nestjs-tool-executor';
import { boot, manyTools, timeBoot } from './boot.js';
import { floor } from './floor.js';
import { median, timeInTurn } from './measure.js';
import { REFERENCE_TEXT } from './search.tool.js';

const ROUNDS = 16;
const CALLS = 10_000;
const BOOTS = 9;

/** Keeps what it sees of the last call, redacted. */
class MemoryTracer extends ToolTracer {
  last: unknown;

  start(call: TracedCall): ToolSpan {
    return {
      end: (result) => {
        this.last = [call.tool, call.arguments, result.success, result.output];
      },
    };
  }
}

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  console.log(`Times the reference call and a boot. Usage: npm run bench [-- --json]

floor          parse, compiled check, controller, timer, await, plain result
execute        all six steps with a guard and a tracer that reads arguments and output; no journal
execute+record the same with the journal in memory
boot-50        what 50 tools add to a boot, in milliseconds`);
  process.exit(0);
}

const settings = { guards: [new AllowListPermissionGuard(['search'])], tracers: [new MemoryTracer()] };
const plain = await boot({ ...settings, journal: false });
const recorded = await boot(settings);
const call = { id: 'call_1', name: 'search', arguments: REFERENCE_TEXT };
const caller = (app: typeof plain) => {
  const executor = app.get(ToolExecutorService);
  return () => executor.execute(call);
};
const check = await caller(plain)();
if (!check.success) throw new Error(check.error);

if (!values.json) console.error(`${ROUNDS} rounds of ${CALLS} calls each …`);
const timings = await timeInTurn(
  [
    { name: 'floor', run: floor },
    { name: 'execute', run: caller(plain) },
    { name: 'execute+record', run: caller(recorded) },
  ],
  ROUNDS,
  CALLS,
);
await Promise.all([plain.close(), recorded.close()]);

const empty: number[] = [];
const full: number[] = [];
for (let round = 0; round < BOOTS; round++) {
  empty.push(await timeBoot([]));
  full.push(await timeBoot(manyTools(50)));
}
const bootMs = median(full) - median(empty);

const floorUs = timings[0]!.us;
const rows = timings.map(({ name, us }) => ({ name, us: round(us), ratio: round(us / floorUs) }));
const report = { node: process.version, floorUs: round(floorUs), rows, boot50Ms: round(bootMs) };
if (values.json) {
  console.log(JSON.stringify(report));
} else {
  console.log(`Node ${process.version}`);
  for (const { name, us, ratio } of rows)
    console.log(`${name.padEnd(16)}${us.toFixed(2).padStart(8)} µs${ratio.toFixed(2).padStart(7)} × floor`);
  console.log(`${'boot-50'.padEnd(16)}${bootMs.toFixed(1).padStart(8)} ms added by 50 tools`);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
