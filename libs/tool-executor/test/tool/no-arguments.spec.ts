import { describe, expect, it } from '@jest/globals';
import { isNoArguments, NoArguments } from '../../src/tool/no-arguments.js';

class OneArgument extends NoArguments {
  name = '';
}

describe('isNoArguments', () => {
  it('knows the class itself', () => {
    expect(isNoArguments(NoArguments)).toBe(true);
  });

  it.each([
    ['a subclass, which may have fields', OneArgument],
    ['an instance', new NoArguments()],
    ['another class', Object],
    ['nothing', undefined],
    ['a function without a prototype', () => undefined],
  ])('says no to %s', (_, value) => {
    expect(isNoArguments(value)).toBe(false);
  });
});
