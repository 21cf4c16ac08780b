import { join, resolve } from 'node:path';
import { run } from './run.mjs';

const LIBRARIES = ['tool-executor', 'tool-executor-tools', 'tool-executor-rest'];

/**
 * Packs the packages as they would be published. Answers the paths of core, tools and REST door.
 *
 * @throws Error when one needs a script to install
 */
export async function packPackages(folder) {
  const packed = [];
  for (const library of LIBRARIES) {
    const json = await run(resolve('libs', library), 'npm', ['pack', '--json', '--pack-destination', folder]);
    // The output of `prepack` may come first.
    const [{ filename }] = Object.values(JSON.parse(json.slice(json.search(/^[[{]/m))));
    packed.push(join(folder, filename));
  }
  const [core, tools, rest] = packed;
  return { core, tools, rest };
}
