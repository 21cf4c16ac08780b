import type { DynamicModule, Provider } from '@nestjs/common';
import type { ToolRunner } from '../../execution/tool-runner.js';
import type { ToolExecutorOptions } from '../../tool-executor.options.js';

/** @publicApi */
export interface ToolHarnessOptions {
  /** What the tools inject. A provider with the token of a tool replaces the tool. */
  readonly providers?: readonly Provider[];
  /** Modules of which the tools inject something. */
  readonly imports?: NonNullable<DynamicModule['imports']>;
  /** What `ToolExecutorModule.forRoot()` takes. */
  readonly options?: ToolExecutorOptions;
  /**
   * Every tool is visible and runs without asking, whatever scopes and roles it names.
   * @default true, unless `options` has `guards`, `allow` or `unauthorised`
   */
  readonly allowAll?: boolean;
  /** Runs the tools. @default an InProcessToolRunner */
  readonly runner?: ToolRunner;
}

/** @throws Error when `allowAll` and the options contradict one another */
export function allowsAll({ allowAll, options }: ToolHarnessOptions): boolean {
  const asked = (['guards', 'allow', 'unauthorised'] as const).filter(
    (name) => options?.[name] !== undefined,
  );
  if (allowAll === true && asked.length > 0) {
    throw new Error(
      `toolHarness(): with \`allowAll\` nobody is asked, so \`options.${asked[0]}\` would do nothing. Leave one of the two out.`,
    );
  }
  return allowAll ?? asked.length === 0;
}
