import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { suppressionDigest, suppressionKey } from './suppression.js';

const pepper = Buffer.from('a pepper of some length');
const key = suppressionKey(pepper);

describe('The digester of the suppression list', () => {
  it('returns the HMAC of the kind and the value', () => {
    const expected = createHmac('sha256', key).update('email:jane@acme.com').digest();
    expect(suppressionDigest(key, 'email', 'jane@acme.com')).toEqual(expected);
  });

  it('returns different digests for different kinds, values and installations', () => {
    const digests = [
      suppressionDigest(key, 'email', 'x'),
      suppressionDigest(key, 'network_url', 'x'),
      suppressionDigest(key, 'email', 'y'),
      suppressionDigest(suppressionKey(Buffer.from('another pepper')), 'email', 'x'),
    ];
    expect(new Set(digests.map((digest) => digest.toString('hex'))).size).toBe(digests.length);
  });

  it('does not use the pepper itself as its key, because API keys are hashed with the pepper', () => {
    expect(key).not.toEqual(pepper);
    expect(suppressionDigest(key, 'email', 'x')).not.toEqual(suppressionDigest(pepper, 'email', 'x'));
  });
});
