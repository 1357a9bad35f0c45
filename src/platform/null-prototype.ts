/** Instances inherit nothing of `Object`'s. */
class OpenRecord {
  [name: string]: unknown;
}
Object.setPrototypeOf(OpenRecord.prototype, null);

/**
 * A record whose members clients name, so that `__proto__` must be a name like any other. `Object.create(null)` would do,
 * but V8 keeps what it returns as a hash table: filling and serialising a hundred of those takes half as long again.
 */
export function openRecord(): Record<string, unknown> {
  return new OpenRecord();
}
