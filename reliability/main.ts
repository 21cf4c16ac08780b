import { parseArgs } from 'node:util';
import { soak } from './soak.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { calls: { type: 'string', default: '1000000' }, help: { type: 'boolean', short: 'h' } },
});
const [name] = positionals;
if (values.help || name !== 'soak') {
  console.log(`Reliability figures. Usage: npm run reliability -- NAME [options]

soak [--calls N]   a million calls leave the heap flat; default: 1000000`);
  process.exit(values.help ? 0 : 2);
}
const calls = Number(values.calls);
if (!Number.isSafeInteger(calls) || calls < 1_000) {
  console.error(`--calls must be a whole number of at least 1000, not "${values.calls}"`);
  process.exit(2);
}
process.exitCode = (await soak(calls)) ? 0 : 1;
