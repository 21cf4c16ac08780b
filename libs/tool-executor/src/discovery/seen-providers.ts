import type { Type } from '@nestjs/common';
import { hasFixedInstance, isMadeByClass, type ProviderWrapper } from './tool-provider.js';

/**
 * Tells providers that were seen before: a class or a factory that several modules list, an
 * instance under a second token. Two values of one class are two providers.
 */
export class SeenProviders {
  private readonly seen = new Set<unknown>();
  private readonly tokensByFactory = new Map<unknown, Set<unknown>>();

  /** @returns whether it is new */
  add(wrapper: ProviderWrapper, type: Type<unknown>): boolean {
    const isKnown = this.isKnown(wrapper, type);
    if (hasFixedInstance(wrapper)) this.seen.add(wrapper.instance);
    if (isMadeByClass(wrapper)) this.seen.add(type);
    if (wrapper.isFactory) this.tokensOf(wrapper.metatype).add(wrapper.token);
    return !isKnown;
  }

  private isKnown(wrapper: ProviderWrapper, type: Type<unknown>): boolean {
    if (hasFixedInstance(wrapper) && this.seen.has(wrapper.instance)) return true;
    if (isMadeByClass(wrapper)) return this.seen.has(type);
    return wrapper.isFactory && this.tokensOf(wrapper.metatype).has(wrapper.token);
  }

  private tokensOf(factory: unknown): Set<unknown> {
    const tokens = this.tokensByFactory.get(factory) ?? new Set();
    this.tokensByFactory.set(factory, tokens);
    return tokens;
  }
}
