import { describe, expect, it } from '@jest/globals';
import { mentionPatterns } from './mention.js';

/** What PostgreSQL does to a body before it is searched; these patterns mean the same to both. */
function escaped(body: string): string {
  const bytes = [...Buffer.from(body, 'utf8')];
  return bytes
    .map((byte) => (byte >= 0x80 ? `\\${byte.toString(8)}` : byte === 0x5c ? '\\\\' : String.fromCharCode(byte)))
    .join('')
    .toLowerCase();
}

function mentions(body: string, page: string, email: string): boolean {
  const patterns = mentionPatterns({ networkUrls: [`https://www.network.com/in/${page}`], emails: [email] });
  return patterns.some((pattern) => new RegExp(pattern).test(escaped(body)));
}

describe('a mention is found', () => {
  it.each([
    '{"a":"https://www.network.com/in/jos%C3%A9-d"}',
    '{"a":"network.com/in/José-D/"}',
    '{"a":"DE.NETWORK.COM/PUB/JOSÉ-D?x"}',
    '{"a":"josé.d@acme.com"}',
    '{"a":"José.D+x@Acme.com"}',
    'Write to josé.d@acme.com.',
  ])('in %s', (body) => {
    expect(mentions(body, 'josé-d', 'josé.d@acme.com')).toBe(true);
  });
});

describe('no mention is found', () => {
  it.each([
    '{"a":"network.com/in/jane-doe-2"}',
    '{"a":"network.com/in/mary-jane-doe"}',
    '{"a":"network.com/in/jane-doeé"}',
    '{"a":"network.com/company/jane-doe"}',
    '{"a":"mary.jane@acme.com"}',
    '{"a":"jane@acme.com.au"}',
    '{"a":"jane@acmexcom"}',
  ])('in %s', (body) => {
    expect(mentions(body, 'jane-doe', 'jane@acme.com')).toBe(false);
  });
});
