import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import { ENHANCER_KINDS, PIPES, type EnhancerKind } from './enhancer-kind.js';

/** The class and the method that a tool is made of: what Nest's decorators are on. */
export interface DecoratedTool {
  readonly type: { readonly name: string; readonly prototype: object };
  readonly method: string | symbol;
  readonly handler: object;
}

/** Classes and instances, in the order in which Nest runs them: those of the class, those of the method. */
export type DeclaredEnhancers = Readonly<Record<EnhancerKind, readonly unknown[]>>;

const KINDS = Object.values(ENHANCER_KINDS);

export function declaredEnhancers({ type, handler }: DecoratedTool): DeclaredEnhancers {
  const read = (kind: EnhancerKind): unknown[] => {
    const { key } = ENHANCER_KINDS[kind];
    const ofClass: unknown[] | undefined = Reflect.getMetadata(key, type);
    const ofMethod: unknown[] | undefined = Reflect.getMetadata(key, handler);
    return [...(ofClass ?? []), ...(ofMethod ?? [])];
  };
  return { guards: read('guards'), interceptors: read('interceptors'), filters: read('filters') };
}

/**
 * Refuses decorators that somebody put on the tool and that would not run: an ignored guard is a hole.
 *
 * A subclass that overrides a method inherits its `@Tool()`, and none of the other decorators.
 *
 * @param isEnhanced whether guards, interceptors or filters run on the tool: what they read by
 *   Reflector, such as roles, must then be repeated as well
 * @throws ToolConfigurationError naming the decorators
 */
export function refuseIgnoredDecorators(source: string, tool: DecoratedTool, isEnhanced: boolean): void {
  const overridden = overriddenHandlers(tool);
  if ([tool.type, tool.handler, ...overridden].some((target) => Reflect.hasMetadata(PIPES.key, target))) {
    throw new ToolConfigurationError(
      `${source}: ${PIPES.decorator} would not run on a tool. Check the arguments in their class, or in a ToolPermissionGuard.`,
    );
  }
  const lost = new Set(
    overridden
      .flatMap((handler): unknown[] => Reflect.getMetadataKeys(handler))
      .filter((key) => !Reflect.hasMetadata(key, tool.handler)),
  );
  const ignored = KINDS.filter(({ key }) => lost.has(key)).map(({ decorator }) => decorator);
  if (ignored.length > 0) {
    throw new ToolConfigurationError(
      `${source} overrides a method with ${ignored.join(', ')}, which would not run on the override. Repeat the decorators there.`,
    );
  }
  if (isEnhanced && lost.size > 0) {
    throw new ToolConfigurationError(
      `${source} overrides a method with metadata (${[...lost].map(String).join(', ')}) that a guard would not find on the override. Repeat the decorators there.`,
    );
  }
}

function overriddenHandlers({ type, method, handler }: DecoratedTool): object[] {
  const handlers: object[] = [];
  for (let owner: unknown = type.prototype; isObject(owner); owner = Object.getPrototypeOf(owner)) {
    const own: unknown = Object.getOwnPropertyDescriptor(owner, method)?.value;
    if (typeof own === 'function' && own !== handler) handlers.push(own);
  }
  return handlers;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
