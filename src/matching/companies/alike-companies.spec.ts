import { describe, expect, it } from '@jest/globals';
import { alikeCompanies } from './alike-companies.fixture.js';
import { mayBeSameCompany } from './company-slips.js';

describe('alike companies', () => {
  it.each(alikeCompanies)('stay apart by $why: $stored and $searched', ({ stored, searched }) => {
    expect(mayBeSameCompany(stored, searched)).toBe(false);
    expect(mayBeSameCompany(searched, stored)).toBe(false);
  });

  it('are at least 110 pairs', () => {
    expect(alikeCompanies.length).toBeGreaterThanOrEqual(110);
  });
});
