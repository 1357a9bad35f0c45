import { describe, expect, test } from '@jest/globals';
import { type JsonObject, visitObjects } from './json-in-text.js';

/** Counts how often characters of a text are read. */
function readingsOf(text: string): number {
  let readings = 0;
  const counting = new Proxy(Object(text) as object, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        readings += 1;
        return Reflect.apply(member, text, args) as unknown;
      };
    },
  }) as unknown as string;
  visitObjects(counting, () => false);
  return readings;
}

function objectsIn(text: string): unknown[] {
  const found: unknown[] = [];
  visitObjects(text, (object: JsonObject) => {
    found.push(Object.fromEntries(object));
    return true;
  });
  return found;
}

describe('The search for JSON objects in a text', () => {
  test('finds the complete objects within an object that is cut off', () => {
    expect(objectsIn('{"a": {"b": 1}, "c": {"d": "x')).toEqual([{ b: 1 }]);
  });

  test('does not look for objects within the strings of an object that is wanted', () => {
    expect(objectsIn('{"a": "{x: 1}"}')).toEqual([{ a: '{x: 1}' }]);
  });

  test('keeps a member that is named like a part of every object', () => {
    expect(objectsIn('{"__proto__": 1, "constructor": null}')).toHaveLength(1);
  });

  test.each([
    ['braces', '{'],
    ['lists', '['],
    ['members that begin objects', '{"a":'],
    ['members that begin lists', '{"a":['],
    ['strings that never end', '{"'],
    ['strings of either kind', `{"{'`],
    ['escaped quotation marks', '{\\"{"\\'],
    ['comments that never end', '{/*'],
    ['comments in one line', '{//'],
    ['blanks between braces', '{ \n '],
    ['quotation marks with commas', '{"a":"," '],
    ['keys without an end', '{a'],
    ['closed objects within unclosed ones', '{"a":{},'],
  ])('reads a text of %s with work that grows no faster than the text', (_kind, part) => {
    const small = readingsOf(part.repeat(2_000));
    const large = readingsOf(part.repeat(16_000));
    expect(large).toBeLessThan(9 * small + 1_000);
  });
});
