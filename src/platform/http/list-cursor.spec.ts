import { describe, expect, it } from '@jest/globals';
import { cursorOf, pageOf, positionOf } from './list-cursor.js';

const position = { time: new Date('2026-03-15T10:20:30.456Z'), id: 4_503_599_627_370_495n };

describe('cursorOf and positionOf', () => {
  it.each([
    position,
    { time: new Date(0), id: 0n },
    { time: new Date('9999-12-31T23:59:59.999Z'), id: 10n ** 18n - 1n },
  ])('make a cursor of a position, and the same position of that cursor (%#)', (each) => {
    expect(positionOf(cursorOf(each))).toEqual(each);
  });

  it('write a cursor only with characters that need no encoding in a URL', () => {
    expect(cursorOf(position)).toMatch(/^[\w-]+$/);
  });

  it.each([
    '',
    'x',
    '%',
    `${cursorOf(position)}=`,
    `${cursorOf(position)} `,
    `${cursorOf(position)}\0`,
    ...['1', '1.', '.1', '1.1.1', '-1.1', '1.-1', '1e3.1', '01.1', '1.01', '1.1 ', `1.${'9'.repeat(19)}`].map(encoded),
    encoded(`${Date.UTC(10_000, 0)}.1`),
    encoded('9'.repeat(400)),
  ])('return null for a text that is not a cursor: %j', (text) => {
    expect(positionOf(text)).toBeNull();
  });
});

describe('pageOf', () => {
  const page = (count: number): unknown =>
    pageOf(
      Array.from({ length: count }, (_, index) => BigInt(index)),
      2,
      (id) => ({ time: new Date(0), id }),
    );
  const next = cursorOf({ time: new Date(0), id: 1n });

  it.each([
    [0, [], null],
    [1, [0n], null],
    [2, [0n, 1n], null],
    [3, [0n, 1n], next],
  ])(
    'returns a cursor for %i found items only if there are more items than fit on the page',
    (count, items, nextCursor) => {
      expect(page(count)).toEqual({ items, nextCursor });
    },
  );
});

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
