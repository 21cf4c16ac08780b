/**
 * The arguments of a tool that takes none: `parameters: NoArguments`.
 *
 * @publicApi
 */
export class NoArguments {}
