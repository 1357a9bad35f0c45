import { describe, expect, it } from '@jest/globals';
import { charges } from '../credits/credit-amounts.js';
import { LastBalances } from './last-balances.js';

const amounts = charges({ data_access: 100, contact_data: 50 });

describe('LastBalances.hasPlenty', () => {
  it.each([
    [false, 'unknown', {}],
    [false, 'known for only one of two features', { data_access: 1_000_000 }],
    [false, 'less than ten times the amount for one feature', { data_access: 999, contact_data: 500 }],
    [true, 'ten times the amount for each feature', { data_access: 1_000, contact_data: 500 }],
    [true, 'unlimited for one feature', { data_access: 'unlimited' as const, contact_data: 500 }],
  ])('returns %s if the last known balances of the tenant are %s', (expected, _what, remaining) => {
    const balances = new LastBalances();
    for (const [feature, left] of Object.entries(remaining)) {
      balances.note('ours', new Map([[feature as 'data_access', { remaining: left, granted: 1_000_000 }]]));
    }
    expect(balances.hasPlenty('ours', amounts)).toBe(expected);
    expect(balances.hasPlenty('theirs', amounts)).toBe(false);
  });
});
