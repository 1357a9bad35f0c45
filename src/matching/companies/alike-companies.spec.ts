import { describe, expect, it } from '@jest/globals';
import { alikeCompanies } from './alike-companies.fixture.js';
import { mayBeSameCompany } from './company-slips.js';

describe('mayBeSameCompany', () => {
  it.each(alikeCompanies)('distinguishes $stored from $searched ($why)', ({ stored, searched }) => {
    expect(mayBeSameCompany(stored, searched)).toBe(false);
    expect(mayBeSameCompany(searched, stored)).toBe(false);
  });

  it('is tested with at least 110 pairs of companies with similar names', () => {
    expect(alikeCompanies.length).toBeGreaterThanOrEqual(110);
  });
});
