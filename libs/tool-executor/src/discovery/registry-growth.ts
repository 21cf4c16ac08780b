import type { ToolOverrides } from '../tool/tool-override.js';
import type { RunTimeTools } from './run-time-tools.js';
import type { ToolDiscovery } from './tool-discovery.js';
import type { ToolSources } from './tool-sources.js';

/** What a registry needs beside the tools that boot has found. */
export class RegistryGrowth {
  constructor(
    readonly runTimeTools: RunTimeTools,
    readonly sources: ToolSources,
    readonly overrides: ToolOverrides,
    readonly discovery: ToolDiscovery,
  ) {}
}
