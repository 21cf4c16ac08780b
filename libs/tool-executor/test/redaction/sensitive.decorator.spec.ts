import { describe, expect, it } from '@jest/globals';
import { Sensitive, sensitiveFieldsOf } from '../../src/redaction/sensitive.decorator.js';

class Login {
  user!: string;
  @Sensitive() pin!: string;
  @Sensitive() answer!: string;
}

class AdminLogin extends Login {
  @Sensitive() code!: string;
  override answer = 'default';
}

class Plain {
  text!: string;
}

describe('@Sensitive()', () => {
  it('names the fields of a class', () => {
    expect([...sensitiveFieldsOf(Login)]).toEqual(['pin', 'answer']);
    expect(sensitiveFieldsOf(Plain).size).toBe(0);
  });

  it('is inherited, also by a field that is declared anew', () => {
    expect([...sensitiveFieldsOf(AdminLogin)].sort()).toEqual(['answer', 'code', 'pin']);
  });

  it('does not reach the parent from a subclass', () => {
    expect(sensitiveFieldsOf(Login).has('code')).toBe(false);
  });
});
