import { describe, expect, it } from '@jest/globals';
import { countryKey } from './country.js';

describe('The maker of keys for countries', () => {
  it.each([
    ['Germany', 'DE', 'de', ' germany ', 'Deutschland', 'Allemagne'],
    ['United States', 'US', 'USA', 'U.S.A.', 'United States of America', 'Vereinigte Staaten', 'the United States'],
    ['United Kingdom', 'GB', 'UK', 'uk', 'Great Britain', 'England'],
    ['Côte d’Ivoire', "Cote d'Ivoire", 'CI', 'Ivory Coast'],
    ['Turkey', 'TR', 'Türkiye'],
    ['South Korea', 'KR', 'Republic of Korea', 'Korea, Republic of'],
    ['Czechia', 'Czech Republic', 'CZ'],
    ['Hong Kong', 'HK', 'Hong Kong SAR China'],
    ['United Arab Emirates', 'AE', 'UAE'],
    ['Netherlands', 'The Netherlands', 'Holland', 'NL', 'Nederland'],
    ['Vietnam', 'Viet Nam', 'VN'],
    ['Brazil', 'Brasil', 'BR'],
    ['Japan', 'JP', 'Japon'],
  ])('returns the same key for all spellings of %s', (...spellings) => {
    expect(new Set(spellings.map(countryKey)).size).toBe(1);
  });

  it('returns different keys for countries with similar names', () => {
    const names = ['Niger', 'Nigeria', 'Guinea', 'Guinea-Bissau', 'Papua New Guinea', 'South Korea', 'North Korea'];
    const others = [
      'Dominica',
      'Dominican Republic',
      'Austria',
      'Australia',
      'India',
      'Indonesia',
      'Ireland',
      'Iceland',
    ];
    const all = [...names, ...others];
    expect(new Set(all.map(countryKey)).size).toBe(all.length);
  });

  it('returns for an unknown country a key that does not depend on letter case, and for a blank text an empty key', () => {
    expect(countryKey(' Atlantis')).toBe(countryKey('ATLANTIS'));
    expect(countryKey('Atlantis')).not.toBe(countryKey('Lemuria'));
    expect(countryKey(' ')).toBe('');
  });
});
