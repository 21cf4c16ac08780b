import type { ValueProvider } from '@nestjs/common';
import { TOOL_FEATURE, type ToolFeature } from './tool-feature.js';

/**
 * Puts the tools of a module in a toolset, without `forFeature()`:
 *
 * ```ts
 * @Module({ providers: [provideToolset('billing'), BillingTools, Ledger] })
 * ```
 *
 * It counts for all tools that this module provides, and for none that it imports. Of two in one
 * module, the last counts.
 *
 * @param name shown in `list()`, and what `forRoot({ toolsets })` chooses by
 * @publicApi
 */
export function provideToolset(name: string): ValueProvider<object> {
  const feature: ToolFeature = Object.freeze({ toolset: name });
  return { provide: TOOL_FEATURE, useValue: feature };
}
