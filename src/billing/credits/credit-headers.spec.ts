import { describe, expect, it } from '@jest/globals';
import { type Balance, charges, type CreditFeature, creditHeaders, creditsText, isLow } from './credit-amounts.js';

const balances = (entries: Partial<Record<CreditFeature, Balance>>) =>
  new Map(Object.entries(entries) as [CreditFeature, Balance][]);

describe('creditsText', () => {
  it.each([
    [0, undefined, '0 credits'],
    [1, undefined, '1 credit'],
    [1n, 'data_access', '1 data_access credit'],
    [12, 'prospecting', '12 prospecting credits'],
  ] as const)('writes the number %s of credits of the feature %s as "%s"', (count, feature, text) => {
    expect(creditsText(count, feature)).toBe(text);
  });
});

describe('The writer of the credit headers', () => {
  it('returns the charged and the remaining credits of each feature of the request', () => {
    const left = balances({
      data_access: { remaining: 70, granted: 100 },
      contact_data: { remaining: 50, granted: 60 },
    });
    expect(creditHeaders(charges({ data_access: 3, contact_data: 0 }), left)).toEqual({
      'X-Credits-Data-Access-Charged': '3',
      'X-Credits-Data-Access-Remaining': '70',
      'X-Credits-Contact-Data-Charged': '0',
      'X-Credits-Contact-Data-Remaining': '50',
    });
  });

  it('returns the reserved credits, even 0, of the features that are charged later', () => {
    const left = balances({
      data_access: { remaining: 70, granted: 70 },
      contact_data: { remaining: 8, granted: 8 },
      prospecting: { remaining: 9, granted: 10 },
    });
    const headers = creditHeaders(charges({}), left, charges({ contact_data: 0, prospecting: 1 }));
    expect(Object.entries(headers).filter(([name]) => name.endsWith('-Reserved'))).toEqual([
      ['X-Credits-Contact-Data-Reserved', '0'],
      ['X-Credits-Prospecting-Reserved', '1'],
    ]);
  });

  it('returns the word "unlimited" as the balance of an account without a limit', () => {
    const left = balances({ prospecting: { remaining: 'unlimited', granted: 0 } });
    expect(creditHeaders(charges({ prospecting: 1 }), left)).toEqual({
      'X-Credits-Prospecting-Charged': '1',
      'X-Credits-Prospecting-Remaining': 'unlimited',
    });
  });

  it('names in X-Credits-Low the features of which few credits are left', () => {
    const left = balances({ data_access: { remaining: 9, granted: 100 }, contact_data: { remaining: 0, granted: 5 } });
    expect(creditHeaders(charges({}), left)['X-Credits-Low']).toBe('data_access, contact_data');
  });
});

describe('isLow', () => {
  it.each([
    ['less than a tenth of the granted credits is left', { remaining: 99, granted: 1000 }, true],
    ['a tenth of the granted credits is left', { remaining: 100, granted: 1000 }, false],
    ['none of the granted credits is left', { remaining: 0, granted: 1000 }, true],
    ['no credits were ever granted', { remaining: 0, granted: 0 }, false],
    ['the account has no limit', { remaining: 'unlimited', granted: 1000 }, false],
  ] as const)('decides whether an account has few credits left when %s', (_, balance, expected) => {
    expect(isLow(balance)).toBe(expected);
  });
});
