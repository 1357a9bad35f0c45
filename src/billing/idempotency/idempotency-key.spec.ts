import { describe, expect, it } from '@jest/globals';
import { digestOf, idempotencyKeyOf } from './stored-answer.js';

function keyOf(...sent: string[]): string | null {
  return idempotencyKeyOf({ headersDistinct: { 'idempotency-key': sent } });
}

describe('The reader of idempotency keys', () => {
  it('returns null for a request without the header', () => {
    expect(idempotencyKeyOf({ headersDistinct: {} })).toBeNull();
  });

  it.each(['a', 'a b', '~!"#', 'x'.repeat(255)])('returns the key %j unchanged', (key) => {
    expect(keyOf(key)).toBe(key);
  });

  it.each([[['']], [['x'.repeat(256)]], [['a\tb']], [['a\u0000']], [['ü']], [['a', 'a']]])(
    'throws for the header values %j',
    (sent) => {
      expect(() => keyOf(...sent)).toThrow('The request has values that its schema does not allow');
    },
  );
});

describe('The digester of requests', () => {
  const request = { method: 'POST', path: '/v1/a', bodyBytes: Buffer.from('{"a":1}') };

  it('returns the same 32 bytes for the same request', () => {
    expect(digestOf({ ...request })).toEqual(digestOf(request));
    expect(digestOf(request)).toHaveLength(32);
  });

  it.each([
    ['another method', { ...request, method: 'PUT' }],
    ['another path', { ...request, path: '/v1/b' }],
    ['other white space in its body', { ...request, bodyBytes: Buffer.from('{"a": 1}') }],
    [
      'a shorter path and a body that begins with the rest of the path',
      { ...request, path: '/v1', bodyBytes: Buffer.from('/a\n{"a":1}') },
    ],
    ['no body', { method: 'POST', path: '/v1/a' }],
  ])('returns another digest for a request with %s', (_what, other) => {
    expect(digestOf(other)).not.toEqual(digestOf(request));
  });
});
