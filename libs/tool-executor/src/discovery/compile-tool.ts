import { createHash } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { EnhanceableTool } from '../enhancers/tool-enhancers.js';
import { canonicalJson } from '../intake/canonical-json.js';
import type { CompiledParameters } from '../tool/compiled-parameters.js';
import { freezeJson } from '../tool/freeze-json.js';
import { isNoArguments } from '../tool/no-arguments.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolErrorMapper } from '../tool/tool-error-mapper.js';
import { TOOL_NAME } from '../tool/tool-name.js';
import type { ToolOptions } from '../tool/tool-options.js';
import type { ToolOutputGuard } from '../tool/tool-output-guard.js';
import type { JsonObject } from '../tool/tool-result.js';
import type { ToolValidator } from '../validation/tool-validator.js';
import { applyOverride, type OverrideRules } from './apply-override.js';
import { compileOutputSchema } from './compile-output-schema.js';
import { resolveTraits } from './resolve-traits.js';
import type { DeclaredTool } from './tool-metadata.accessor.js';

const SMALLEST_OUTPUT_CHARS = 100;

/** What the module decides for tools that say nothing. */
export interface ToolDefaults extends OverrideRules {
  readonly timeoutMs: number;
  readonly errors: 'plain' | 'masked';
  readonly unknownArguments: 'reject' | 'strip';
  readonly coerce: 'lossless' | 'none';
  readonly maxOutputChars: number;
  readonly errorMappers?: ToolOptions['errorMappers'];
  readonly outputGuards?: ToolOptions['outputGuards'];
}

/** A declared tool and how to run it. */
export interface CompilableTool {
  readonly declared: DeclaredTool;
  /** `Orders.refund`, for messages. */
  readonly source: string;
  readonly handler: unknown;
  readonly toolset: string | undefined;
  readonly invoke: RegisteredTool['invoke'];
  /** What Nest's own guards, interceptors and filters may be on. */
  readonly enhanceable: EnhanceableTool;
}

/**
 * Everything about a tool that boot can decide: schema, check, traits, hash.
 *
 * @throws ToolConfigurationError naming class, method and remedy
 */
export function compileTool(
  tool: CompilableTool,
  validator: ToolValidator,
  defaults: ToolDefaults,
): RegisteredTool {
  const { declared, source } = tool;
  const name =
    declared.options.name ?? (declared.on === 'method' ? toSnakeCase(String(declared.method)) : '');
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
    throw new ToolConfigurationError(
      `${source}: the tool name ${JSON.stringify(name)} must match ${TOOL_NAME.source}, which every provider accepts. Set \`name\` in ${declarationOf(declared)}.`,
    );
  }
  const options = applyOverride(name, declared.options, defaults, defaults);
  if (typeof options.description !== 'string' || options.description.trim() === '') {
    throw new ToolConfigurationError(
      `${source}: the tool "${name}" has no description. Models choose by it: set \`description\` in ${declarationOf(declared)}.`,
    );
  }
  const maxOutputChars = options.maxOutputChars ?? defaults.maxOutputChars;
  if (!Number.isSafeInteger(maxOutputChars) || maxOutputChars < SMALLEST_OUTPUT_CHARS) {
    throw new ToolConfigurationError(
      `${source}: maxOutputChars must be a whole number of at least ${SMALLEST_OUTPUT_CHARS}, got ${maxOutputChars}.`,
    );
  }
  const traits = resolveTraits(source, options, defaults.timeoutMs);
  const parameters = compileParameters(tool, name, validator, defaults);
  const output =
    options.outputSchema === undefined ? undefined : compileOutputSchema(source, options.outputSchema);
  const described = {
    name,
    description: options.description,
    parameters: freezeJson(parameters.schema),
    ...(output === undefined ? {} : { outputSchema: output.schema }),
    traits,
  };
  // Settings for model providers change nothing about a call, so an approval outlives a change of them.
  const { providerOptions: _, ...boundTraits } = traits;
  const definition: ToolDefinition = Object.freeze({
    ...described,
    ...(tool.toolset === undefined ? {} : { toolset: tool.toolset }),
    schemaHash: createHash('sha256')
      .update(canonicalJson({ ...described, traits: boundTraits } as unknown as JsonObject))
      .digest('hex'),
  });
  return Object.freeze({
    definition,
    source,
    parameters,
    errors: options.errors ?? defaults.errors,
    maxOutputChars,
    checkOutput: output?.check,
    errorMappers: portsOf<ToolErrorMapper>(source, 'errorMappers', options, defaults),
    outputGuards: portsOf<ToolOutputGuard>(source, 'outputGuards', options, defaults),
    declared: Object.freeze(declaredIn(options)),
    invoke: tool.invoke,
  });
}

/**
 * The tool's own come first. What is named by its class is bound to an instance by PortBinder, later;
 * until then the class stands in its place and, without the method, is a guard that fails.
 */
function portsOf<Port>(
  source: string,
  option: 'errorMappers' | 'outputGuards',
  own: Pick<ToolOptions, typeof option>,
  shared: Pick<ToolOptions, typeof option>,
): readonly Port[] {
  const declared: unknown = own[option] ?? [];
  if (!Array.isArray(declared)) {
    throw new ToolConfigurationError(`${source}: \`${option}\` must be an array, also for a single one.`);
  }
  return Object.freeze([...declared, ...(shared[option] ?? [])] as Port[]);
}

function declaredIn(options: ToolOptions): (keyof ToolOptions)[] {
  return (Object.keys(options) as (keyof ToolOptions)[]).filter((name) => options[name] !== undefined);
}

function compileParameters(
  tool: CompilableTool,
  name: string,
  validator: ToolValidator,
  defaults: ToolDefaults,
): CompiledParameters {
  const { unknownArguments, coerce } = tool.declared.options;
  const type = parametersOf(tool);
  try {
    return validator.compile({
      tool: name,
      type,
      unknownArguments: unknownArguments ?? defaults.unknownArguments,
      coerce: coerce ?? defaults.coerce,
    });
  } catch (error) {
    throw new ToolConfigurationError(
      `${tool.source}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function parametersOf({ declared, source, handler }: CompilableTool): Type<unknown> | undefined {
  const declaredType: unknown = declared.options.parameters;
  if (declaredType !== undefined) {
    if (typeof declaredType !== 'function') {
      throw new ToolConfigurationError(`${source}: \`parameters\` must be the class of the arguments.`);
    }
    return isNoArguments(declaredType) ? undefined : (declaredType as Type<unknown>);
  }
  const takesArguments = typeof handler === 'function' && handler.length > 0;
  if (declared.on !== 'method') {
    // A decorator on `execute` may have replaced it by a function whose length says nothing.
    if (declared.firstParameter === undefined ? !takesArguments : isNoArguments(declared.firstParameter))
      return undefined;
    throw new ToolConfigurationError(
      `${source} takes arguments, but ${declarationOf(declared)} doesn't name their class. Set \`parameters\` to it, or to NoArguments.`,
    );
  }
  const type = declared.firstParameter;
  if (type === undefined && !takesArguments) return undefined;
  if (isNoArguments(type)) return undefined;
  if (typeof type !== 'function' || NOT_ARGUMENTS.has(type)) {
    const left =
      typeof type === 'function' ? `its type is ${type.name} at run time` : 'the compiler left no type of it';
    throw new ToolConfigurationError(
      `${source}: the class of the arguments is not known, ${left}. ` +
        'Import the class of the first parameter as a value (not `import type`), or set `parameters` in @Tool().',
    );
  }
  return type as Type<unknown>;
}

const NOT_ARGUMENTS: ReadonlySet<unknown> = new Set([
  Object,
  String,
  Number,
  Boolean,
  Array,
  Function,
  Date,
  Promise,
  Map,
  Set,
  Symbol,
  BigInt,
]);

function toSnakeCase(method: string): string {
  return method.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

function declarationOf({ on }: DeclaredTool): string {
  return on === 'definition' ? 'defineTool()' : '@Tool()';
}
