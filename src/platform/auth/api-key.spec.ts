import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { digestApiKey, generateApiKey, isWellFormedApiKey } from './api-key.js';

describe('An API key', () => {
  it('is accepted as well-formed if generateApiKey made it', () => {
    fc.assert(fc.property(fc.constant(null), () => isWellFormedApiKey(generateApiKey())));
  });

  it('is never generated twice', () => {
    const keys = new Set(Array.from({ length: 1_000 }, () => generateApiKey()));
    expect(keys.size).toBe(1_000);
  });

  it('is refused as malformed when any single character after its prefix is changed', () => {
    const key = generateApiKey();
    const place = fc.integer({ min: 'das_live_'.length, max: key.length - 1 });
    const character = fc.constantFrom('0', '5', '9', 'A', 'M', 'Z', 'a', 'm', 'z');
    fc.assert(
      fc.property(place, character, (at, other) => {
        fc.pre(key.charAt(at) !== other);
        return !isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1));
      }),
    );
  });

  it.each(['', 'das_live_', ' ', 'das_live_' + 'a'.repeat(49), 'x'.repeat(58), 'das_live_\u0000'])(
    'is refused as malformed when it is %j',
    (text) => {
      expect(isWellFormedApiKey(text)).toBe(false);
    },
  );

  it('is refused as malformed when it consists of two X-Api-Key headers, which Node joins with a comma', () => {
    expect(isWellFormedApiKey(`${generateApiKey()}, ${generateApiKey()}`)).toBe(false);
  });

  it('has another digest under another pepper', () => {
    const key = generateApiKey();
    const digest = digestApiKey(key, Buffer.from('first pepper'));
    expect(digest).toHaveLength(32);
    expect(digest.equals(digestApiKey(key, Buffer.from('first pepper')))).toBe(true);
    expect(digest.equals(digestApiKey(key, Buffer.from('second pepper')))).toBe(false);
  });
});
