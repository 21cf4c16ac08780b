import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ComposedPermissionGuard } from '../../src/permission/composed.permission-guard.js';
import {
  allow,
  ask,
  deny,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';

const DECISIONS = { allow: allow(), ask: ask('why'), deny: deny('no') };

class Deciding extends ToolPermissionGuard {
  constructor(
    private readonly kind: keyof typeof DECISIONS,
    private readonly isLate: boolean,
  ) {
    super();
  }
  decide(): ToolPermissionDecision | Promise<ToolPermissionDecision> {
    return this.isLate ? Promise.resolve(DECISIONS[this.kind]) : DECISIONS[this.kind];
  }
  override isVisible(): boolean | Promise<boolean> {
    return this.isLate ? Promise.resolve(this.kind !== 'deny') : this.kind !== 'deny';
  }
}

const members = fc.array(fc.tuple(fc.constantFrom('allow', 'ask', 'deny'), fc.boolean()), {
  minLength: 1,
  maxLength: 6,
});

describe('several guards', () => {
  it('compose as deny before ask before allow, whatever their order and their pace', async () => {
    await fc.assert(
      fc.asyncProperty(members, async (given) => {
        const composed = new ComposedPermissionGuard(
          given.map(([kind, isLate]) => new Deciding(kind, isLate)),
        );
        const kinds = new Set(given.map(([kind]) => kind));
        const strictest = kinds.has('deny') ? 'deny' : kinds.has('ask') ? 'ask' : 'allow';
        expect(await composed.decide({} as never, {})).toBe(DECISIONS[strictest]);
        expect(await composed.isVisible({} as never, {})).toBe(!kinds.has('deny'));
      }),
    );
  });
});
