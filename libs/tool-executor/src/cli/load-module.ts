import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import { escapeControls } from '../text/escape-controls.js';
import { nearestName } from '../text/nearest-name.js';
import { CommandError, messageOf } from './command.error.js';
import { UsageError } from './usage.error.js';

/** `@Module()` stores each of its keys under this name. */
const MODULE_KEYS = ['imports', 'providers', 'controllers', 'exports'];

/**
 * The root module of an application, from its compiled file (ES module or CommonJS): the export of
 * that name, else the default export, else `AppModule`, else the only class marked with `@Module()`.
 *
 * @param file relative to the working directory
 * @throws UsageError when there is no such file or module
 * @throws CommandError when loading the file fails
 */
export async function loadModule(file: string, exportName: string | undefined): Promise<Type<unknown>> {
  const path = resolve(file);
  if (!existsSync(path))
    throw new UsageError(`there is no file ${escapeControls(path)}; build the application first?`);
  const exported = exportsOf(await importFile(path));
  const chosen = choose(exported, exportName);
  if (chosen !== undefined) return chosen;
  const modules = Object.keys(exported).filter((name) => isModule(exported[name]));
  if (exportName !== undefined) {
    const nearest = nearestName(exportName, modules);
    throw new UsageError(
      `${file} exports no class ${escapeControls(exportName)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    );
  }
  throw new UsageError(
    modules.length === 0
      ? `${file} exports no class marked with @Module()`
      : `${file} exports several modules: choose one of ${modules.join(', ')} with --export`,
  );
}

async function importFile(path: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    throw new CommandError(`${path} can't be loaded: ${messageOf(error)}`);
  }
}

/** A CommonJS file has its exports in `default`, and only some of them beside it. */
function exportsOf(namespace: Record<string, unknown>): Record<string, unknown> {
  const inner = namespace['default'];
  return typeof inner === 'object' && inner !== null
    ? { ...inner, ...namespace, default: Reflect.get(inner, 'default') }
    : namespace;
}

function choose(
  exported: Record<string, unknown>,
  exportName: string | undefined,
): Type<unknown> | undefined {
  if (exportName !== undefined) return asClass(exported[exportName]);
  // `@Module({})` leaves no mark, so the two usual names count as what they say.
  const usual = asClass(exported['default']) ?? asClass(exported['AppModule']);
  if (usual !== undefined) return usual;
  const modules = new Set(Object.values(exported).filter(isModule));
  return modules.size === 1 ? [...modules][0] : undefined;
}

const asClass = (value: unknown): Type<unknown> | undefined =>
  typeof value === 'function' ? (value as Type<unknown>) : undefined;

const isModule = (value: unknown): value is Type<unknown> =>
  typeof value === 'function' && MODULE_KEYS.some((key) => Reflect.hasOwnMetadata(key, value));
