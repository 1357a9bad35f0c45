import { describe, expect, it } from '@jest/globals';
import { memoized } from './text.js';

/** A memoized function for the length of a text. It adds each text whose length it computes to `worked`. */
function lengths(worked: string[]): (text: string) => number {
  return memoized((text) => {
    worked.push(text);
    return text.length;
  });
}

describe('A memoized function', () => {
  it('calls the original function once for each text', () => {
    const worked: string[] = [];
    const lengthOf = lengths(worked);
    expect(['ab', 'c', 'ab', '', ''].map(lengthOf)).toEqual([2, 1, 2, 0, 0]);
    expect(worked).toEqual(['ab', 'c', '']);
  });

  it('shares its cache with no other memoized function', () => {
    const shout = memoized((text) => text.toUpperCase());
    expect([lengths([])('ab'), shout('ab')]).toEqual([2, 'AB']);
  });

  it('removes the least recently used result when its cache is full', () => {
    const worked: string[] = [];
    const lengthOf = lengths(worked);
    for (let count = 0; count < 30_000; count += 1) {
      lengthOf('often');
      lengthOf(`once ${String(count)}`);
    }
    lengthOf('once 0');
    expect(worked.filter((text) => text === 'often')).toHaveLength(1);
    expect(worked.filter((text) => text === 'once 0')).toHaveLength(2);
  });

  it('does not cache the results for long texts', () => {
    const worked: string[] = [];
    const lengthOf = lengths(worked);
    const long = 'x'.repeat(201);
    expect([lengthOf(long), lengthOf(long)]).toEqual([201, 201]);
    expect(worked).toHaveLength(2);
  });
});
