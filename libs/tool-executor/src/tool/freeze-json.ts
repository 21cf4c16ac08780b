/** Freezes JSON through and through, in place. What is frozen already is taken to be so throughout. */
export function freezeJson<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeJson(member);
  return value;
}
