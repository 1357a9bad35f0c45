import { describe, expect, it } from '@jest/globals';
import { mentionMatcher } from './mention-patterns.js';

function mentions(body: string, page: string, email: string): boolean {
  return mentionMatcher({ networkUrls: [`https://www.network.com/in/${page}`], emails: [email] })(body);
}

describe('mentionMatcher for the page josé-d and the address josé.d@acme.com', () => {
  it.each([
    '{"a":"https://www.network.com/in/jos%C3%A9-d"}',
    '{"a":"network.com/in/José-D/"}',
    '{"a":"DE.NETWORK.COM/PUB/JOSÉ-D?x"}',
    '{"a":"josé.d@acme.com"}',
    '{"a":"José.D+x@Acme.com"}',
    'Write to josé.d@acme.com.',
    'josé.d@acme.com',
  ])('finds a mention in %s', (body) => {
    expect(mentions(body, 'josé-d', 'josé.d@acme.com')).toBe(true);
  });
});

describe('mentionMatcher for the page jane-doe and the address jane@acme.com', () => {
  it.each([
    '{"a":"network.com/in/jane-doe-2"}',
    '{"a":"network.com/in/mary-jane-doe"}',
    '{"a":"network.com/in/jane-doeé"}',
    '{"a":"network.com/company/jane-doe"}',
    '{"a":"mary.jane@acme.com"}',
    '{"a":"jane@acme.com.au"}',
    '{"a":"jane@acmexcom"}',
    '{"a":"éjane@acme.com"}',
  ])('finds no mention in %s', (body) => {
    expect(mentions(body, 'jane-doe', 'jane@acme.com')).toBe(false);
  });
});
