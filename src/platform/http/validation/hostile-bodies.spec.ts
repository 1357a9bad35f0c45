import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { errorsOf as errorsFor } from './request-dto.fixture.js';
import { IsoDate, ListOf, RequestDto, Text } from './request-dto.js';

@RequestDto()
class Item {
  /** Every object of JavaScript inherits a member with this name. */
  @Text()
  toString!: string & (() => string);

  @Text()
  name!: string;
}

@RequestDto()
class Hostile {
  @ListOf(Item, { max: 1_000 })
  list!: Item[];

  @IsoDate()
  day!: string;
}

const errorsOf = (body: unknown) => errorsFor(Hostile, body);

function parsed(json: string): unknown {
  return JSON.parse(json);
}

describe('the checker, with hostile bodies', () => {
  it('reports a member as missing if only the prototype of the object has it', () => {
    const body = parsed('{"__proto__":{"day":"2024-01-01"},"list":[{"__proto__":{"name":"x"}}]}');
    const items = errorsOf(body);
    expect(items.map(({ type, loc }) => [type, ...loc.slice(1)])).toEqual([
      ['missing', 'list', 0, 'toString'],
      ['missing', 'list', 0, 'name'],
      ['missing', 'day'],
    ]);
    expect(JSON.stringify(items[0]?.input)).toBe('{"__proto__":{"name":"x"}}');
  });

  it.each([
    ['lists', `{"list":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`],
    ['objects', `{"list":${'{"list":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['an unknown member', `{"list":[],"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('repeats null instead of a value that is nested too deeply: %s', (_name, json) => {
    const items = errorsOf(parsed(json));
    expect(items.map(({ input }) => input)).toEqual(items.map(() => null));
    expect(JSON.stringify(items).length).toBeLessThan(1000);
  });

  it('repeats a value of 100 levels completely, and null instead of one with 101', () => {
    const nested = parsed(`${'['.repeat(100)}${']'.repeat(100)}`);
    expect(errorsOf({ list: [], day: nested })[0]?.input).toBe(nested);
    expect(errorsOf({ list: [], day: [nested] })[0]?.input).toBeNull();
  });

  it.each([
    ['a long text', 'x'.repeat(5_000_000)],
    ['many items', Array(1_000_000).fill(1)],
    ['many members', Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`member${index}`, index]))],
    ['items that each are short', Array(1_000).fill({ toString: 'x'.repeat(5_000) })],
  ])('repeats null instead of a value that is too long: %s', (_name, list) => {
    const items = errorsOf({ list, day: list, extra: list });
    expect(items.length).toBeGreaterThan(1);
    expect(JSON.stringify(items).length).toBeLessThan(1_000_000);
    expect(items.at(-1)?.input).toBeNull();
  });

  it('reports a single error for a list of a million wrong items', () => {
    const items = errorsOf({ list: Array(1_000_000).fill(1), day: '2024-01-01' });
    expect(items.map(({ type }) => type)).toEqual(['too_long']);
  });

  it('reports errors for any random JSON, and each error repeats the value at its path', () => {
    const nearMiss = fc.record(
      { list: fc.oneof(fc.jsonValue(), fc.array(fc.record({ name: fc.jsonValue() }))), day: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), nearMiss), (body) => {
        const items = errorsOf(body);
        expect(items.length).toBeGreaterThan(0);
        for (const { loc, input, type } of items) {
          const path = type === 'missing' && loc.length > 1 ? loc.slice(1, -1) : loc.slice(1);
          const found = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)[key], body);
          expect(loc[0]).toBe('body');
          expect(input).toBe(found);
        }
      }),
    );
  });
});
