import { nearestName } from '../text/nearest-name.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import { TOOL_FEATURE } from './tool-feature.js';
import { toolsetOf, type ProviderWrapper } from './tool-provider.js';

/**
 * The providers that an executor looks for tools in.
 *
 * @param toolsets names that modules gave; `undefined`: all providers, of whichever toolset or none
 * @throws ToolConfigurationError for a name that no module gave
 */
export function providersOfToolsets(
  providers: readonly ProviderWrapper[],
  toolsets: readonly string[] | undefined,
): readonly ProviderWrapper[] {
  if (toolsets === undefined) return providers;
  const features = providers.filter(({ token }) => token === TOOL_FEATURE);
  const known = new Set(features.map(toolsetOf).filter((name) => name !== undefined));
  for (const name of toolsets) if (!known.has(name)) throw unknownToolset(name, known);
  const chosen: ReadonlySet<string | undefined> = new Set(toolsets);
  return providers.filter((wrapper) => chosen.has(toolsetOf(wrapper)));
}

function unknownToolset(name: string, known: Iterable<string>): ToolConfigurationError {
  const near = nearestName(name, known);
  const hint =
    near === undefined
      ? `give it to one: forFeature([…], { toolset: ${JSON.stringify(name)} })`
      : `did you mean ${JSON.stringify(near)}`;
  return new ToolConfigurationError(
    `ToolExecutorModule.forRoot(): \`toolsets\` names ${JSON.stringify(name)}, which no module has; ${hint}.`,
  );
}
