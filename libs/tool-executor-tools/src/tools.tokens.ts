/** Injects the options of the tools with every default filled in. */
export const RESOLVED_TOOLS_OPTIONS = Symbol('nestjs-tool-executor-tools.RESOLVED_TOOLS_OPTIONS');
