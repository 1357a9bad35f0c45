import { describe, expect, it } from '@jest/globals';
import {
  chooseCompany,
  companyKeys,
  companyMissReason,
  type CompanyHits,
  type CompanyKey,
  type MatchMode,
} from './company-match.js';

/**
 * A lookup that finds the stored companies, by the kind and value of their key. A `~` in front of a name means that the key
 * is an alias.
 */
function stored(entries: Record<string, string>): CompanyHits<string> {
  return {
    find: ({ kind, value }: CompanyKey) => {
      const entry = entries[`${kind}:${value}`];
      if (entry === undefined) return undefined;
      return { company: entry.replace('~', ''), isPrimary: !entry.startsWith('~') };
    },
  };
}

const hits = stored({
  'network_id:7': 'Seven',
  'network_url:https://www.network.com/company/acme': 'Acme',
  'network_url:https://www.network.com/company/other': 'Other',
  'domain:acme.com': 'Acme',
  'domain:shop.acme.com': 'Acme Shop',
  'domain:acme.de': '~Acme',
  'domain:other.com': 'Other',
  'domain:facebook.com': 'Face',
  'domain:zendesk.com': 'Desk',
  'domain:tenant.zendesk.com': 'Tenant',
  'domain:pages.example': 'Pages',
});

function match(
  identifier: Parameters<typeof companyKeys>[0],
  mode: MatchMode,
  networkHosts: readonly string[] | null = null,
): string | undefined {
  return chooseCompany(companyKeys(identifier, mode, networkHosts), hits, mode);
}

describe('chooseCompany in enhanced matching', () => {
  it.each([
    [{ website: 'https://www.acme.com/about' }, 'Acme'],
    [{ website: 'eu.shop.acme.com' }, 'Acme Shop'],
    [{ website: 'www.acme.de' }, 'Acme'],
    [{ website: 'unknown.com' }, undefined],
    [{ network_url: 'https://de.network.com/company/ACME/people?x=1' }, 'Acme'],
    [{ network_url: 'network.com/company/0007' }, 'Seven'],
    [{ website: 'https://www.network.com/company/acme' }, 'Acme'],
    [{ website: '', network_id: '7' }, 'Seven'],
    [{ website: 'https//acme.com' }, 'Acme'],
    [{ website: 'acme.com, other.com' }, 'Acme'],
    [{ website: 'https://facebook.com/acme' }, undefined],
    [{ website: 'facebook.com/acme', network_id: '7' }, 'Seven'],
    [{ website: 'https://m.facebook.com/' }, 'Face'],
    [{ website: 'acme.zendesk.com' }, undefined],
    [{ website: 'https://tenant.zendesk.com/hc' }, 'Tenant'],
    [{ website: 'support.zendesk.com' }, 'Desk'],
  ])('returns for %j: %s', (identifier, expected) => {
    expect(match(identifier, 'enhanced')).toBe(expected);
  });

  it.each([
    ['Acme', { network_url: 'network.com/company/acme', website: 'acme.com', network_id: '7' }],
    ['Acme', { network_url: 'network.com/company/acme', website: 'www.acme.de', network_id: '7' }],
    ['Acme', { network_url: 'network.com/company/acme', website: 'network.com/company/acme', network_id: '7' }],
    ['Seven', { network_url: 'network.com/company/acme', website: 'https://network.com/company/7', network_id: '7' }],
    ['Seven', { network_url: 'network.com/company/7', website: 'acme.com', network_id: '7' }],
  ])('takes the company to which most parts of the identifier lead: %s for %j', (expected, identifier) => {
    expect(match(identifier, 'enhanced')).toBe(expected);
  });

  it('uses only the first of several websites in the field website', () => {
    const identifier = { network_id: '7', network_url: 'network.com/company/other' };
    expect(match({ website: 'unknown.com, acme.com' }, 'enhanced')).toBeUndefined();
    // If `other.com` counted, the website and the profile URL would outvote the id.
    expect(match({ ...identifier, website: 'acme.com, other.com' }, 'enhanced')).toBe('Seven');
    expect(match({ ...identifier, website: 'other.com, acme.com' }, 'enhanced')).toBe('Other');
  });

  it('does not count the parent domain of a website if a company is stored for the website itself', () => {
    const identifier = { network_id: '7', network_url: 'network.com/company/acme' };
    // If `acme.com` counted, the website and the profile URL would outvote the id.
    expect(match({ ...identifier, website: 'shop.acme.com' }, 'enhanced')).toBe('Seven');
    expect(match({ ...identifier, website: 'eu.acme.com' }, 'enhanced')).toBe('Acme');
  });

  it('prefers the id to the profile URL, and the profile URL to the website, if no two of them agree', () => {
    const acme = { network_url: 'network.com/company/acme', website: 'other.com' };
    expect(match({ ...acme, network_id: '7' }, 'enhanced')).toBe('Seven');
    expect(match(acme, 'enhanced')).toBe('Acme');
    expect(match({ ...acme, network_url: 'network.com/company/unknown' }, 'enhanced')).toBe('Other');
  });

  it('finds no company if the field website has the profile URL of a person', () => {
    expect(match({ website: 'https://pages.example/about' }, 'enhanced', ['pages.example'])).toBe('Pages');
    expect(match({ website: 'https://pages.example/in/jane' }, 'enhanced', ['pages.example'])).toBeUndefined();
  });

  it('prefers the profile URL of the field network_url to a profile URL in the field website', () => {
    const identifier = { network_url: 'network.com/company/acme', website: 'https://network.com/company/7' };
    expect(match(identifier, 'enhanced')).toBe('Acme');
  });
});

describe('chooseCompany in strict matching', () => {
  it.each([
    [{ website: 'HTTPS://www.acme.com/' }, 'Acme'],
    [{ website: 'eu.acme.com' }, undefined],
    [{ website: 'acme.de' }, undefined],
    [{ network_url: 'https://www.network.com/company/acme/' }, 'Acme'],
    [{ network_url: 'https://de.network.com/company/acme' }, undefined],
    [{ network_url: 'https://www.network.com/company/7' }, undefined],
    [{ network_id: '7' }, 'Seven'],
    [{ website: 'acme.com', network_url: 'network.com/company/acme' }, 'Acme'],
    [{ website: 'acme.com', network_url: 'network.com/company/other' }, undefined],
    [{ website: 'acme.com', network_id: '404' }, undefined],
    [{ website: 'acme.com', network_id: 'not a number' }, undefined],
    [{ website: 'Acme.COM', network_url: 'HTTPS://Network.com/Company/ACME' }, 'Acme'],
    [{ network_url: 'https://example.com/company/acme' }, 'Acme'],
    [{ network_url: 'https://example.com/company/acme/about' }, undefined],
    [{ website: 'info@acme.com' }, undefined],
    [{ website: 'http:/acme.com' }, undefined],
    [{ website: ' acme.com' }, undefined],
    [{ network_id: '07' }, undefined],
    [{ network_id: ' 7 ' }, undefined],
    [{ website: 'facebook.com' }, 'Face'],
    [{ website: 'facebook.com/acme' }, undefined],
    [{ website: 'facebook.com/acme', network_id: '7' }, undefined],
    [{ website: 'tenant.zendesk.com' }, 'Tenant'],
  ])('returns for %j: %s', (identifier, expected) => {
    expect(match(identifier, 'strict')).toBe(expected);
  });

  it('accepts a profile URL on a configured host itself and on network.com, but not on a subdomain or on another host', () => {
    const hosts = ['pages.example'];
    expect(match({ network_url: 'https://pages.example/company/acme' }, 'strict', hosts)).toBe('Acme');
    expect(match({ network_url: 'https://de.pages.example/company/acme' }, 'strict', hosts)).toBeUndefined();
    expect(match({ network_url: 'https://network.com/company/acme' }, 'strict', hosts)).toBe('Acme');
    expect(match({ network_url: 'https://example.com/company/acme' }, 'strict', hosts)).toBeUndefined();
  });

  it('reads the field website as a host, but finds nothing if it has the profile URL of a company', () => {
    const hosts = ['pages.example'];
    expect(match({ website: 'https://pages.example/about' }, 'strict', hosts)).toBe('Pages');
    expect(match({ website: 'https://pages.example/company/acme' }, 'strict', hosts)).toBeUndefined();
  });
});

describe('The explanation of a missing match', () => {
  it.each<[MatchMode, Parameters<typeof companyKeys>[0], string]>([
    ['enhanced', { website: 'unknown.com' }, 'no_candidate'],
    ['enhanced', { website: 'facebook.com/acme' }, 'unusable_identifier'],
    ['enhanced', { website: 'facebook.com/acme', network_id: '404' }, 'no_candidate'],
    ['strict', { website: 'unknown.com' }, 'no_candidate'],
    ['strict', { website: 'acme.de' }, 'no_candidate'],
    ['strict', { website: 'acme.com', network_id: 'not a number' }, 'unusable_identifier'],
    ['strict', { website: 'acme.com', network_id: '404' }, 'contradiction'],
    ['strict', { website: 'acme.com', network_url: 'network.com/company/other' }, 'contradiction'],
  ])('returns in %s matching for %j the reason %s', (mode, identifier, expected) => {
    expect(match(identifier, mode)).toBeUndefined();
    expect(companyMissReason(companyKeys(identifier, mode, null), hits, mode)).toBe(expected);
  });
});
