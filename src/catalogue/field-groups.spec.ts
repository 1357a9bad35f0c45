import { describe, expect, it } from '@jest/globals';
import { companyCatalogue } from './company-catalogue.js';
import { companyGroupOf, personGroupOf, sourcesOf } from './field-groups.js';
import { personCatalogue } from './person-catalogue.js';

describe('companyGroupOf and personGroupOf', () => {
  it('put each field of a company into one of six groups, such as location_geo into location', () => {
    const groups = Array.from(companyCatalogue.keys(), companyGroupOf);
    expect(new Set(groups)).toEqual(new Set(['profile', 'firmographics', 'location', 'funding', 'contact', 'social']));
    expect(companyGroupOf('industry')).toBe('firmographics');
    expect(companyGroupOf('location_geo')).toBe('location');
    expect(companyGroupOf('account_emails')).toBe('contact');
    expect(companyGroupOf('name')).toBe('profile');
  });

  it('put each field of a person into the group profile, employment or location', () => {
    const groups = Array.from(personCatalogue.keys(), personGroupOf);
    expect(new Set(groups)).toEqual(new Set(['profile', 'employment', 'location']));
    expect(personGroupOf('contact_country')).toBe('location');
    expect(personGroupOf('company_website')).toBe('employment');
    expect(personGroupOf('contact_network_url')).toBe('profile');
  });
});

describe('sourcesOf', () => {
  const stored = { profile: ['crm.csv', '2026-02-03'], location: ['registry', '2026-01-01'] } as const;

  it('returns the source of each requested group, or of every group if none is requested, and leaves out groups without a known source', () => {
    expect(sourcesOf(stored, ['profile', 'contact'])).toEqual({
      profile: { source: 'crm.csv', confirmed: '2026-02-03' },
    });
    expect(Object.keys(sourcesOf(stored))).toEqual(['profile', 'location']);
    expect(sourcesOf(null, ['profile'])).toEqual({});
  });
});
