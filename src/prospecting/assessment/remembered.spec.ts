import { describe, expect, it } from '@jest/globals';
import { remembered } from './text.js';

/** Which texts were worked on is kept. */
function lengths(worked: string[]): (text: string) => number {
  return remembered((text) => {
    worked.push(text);
    return text.length;
  });
}

describe('A function that remembers', () => {
  it('works on each text once', () => {
    const worked: string[] = [];
    const lengthOf = lengths(worked);
    expect(['ab', 'c', 'ab', '', ''].map(lengthOf)).toEqual([2, 1, 2, 0, 0]);
    expect(worked).toEqual(['ab', 'c', '']);
  });

  it('does not mix up its answers with those of another', () => {
    const shout = remembered((text) => text.toUpperCase());
    expect([lengths([])('ab'), shout('ab')]).toEqual([2, 'AB']);
  });

  it('forgets what was met long ago, but not what is met again and again', () => {
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

  it('does not keep long texts', () => {
    const worked: string[] = [];
    const lengthOf = lengths(worked);
    const long = 'x'.repeat(201);
    expect([lengthOf(long), lengthOf(long)]).toEqual([201, 201]);
    expect(worked).toHaveLength(2);
  });
});
