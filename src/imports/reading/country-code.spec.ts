import { describe, expect, it } from '@jest/globals';
import { countryCode } from './country-code.js';

describe('The code of a country', () => {
  it.each([
    ['Germany', 'DE'],
    ['de', 'DE'],
    ['Deutschland', 'DE'],
    ['ENGLAND', 'GB'],
    ['United Kingdom', 'GB'],
    ['uk', 'GB'],
    ['us_de', 'US'],
    ['US-CA', 'US'],
    ['United States of America', 'US'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    [' france ', 'FR'],
    ['Russia', 'RU'],
    ['Vietnam', 'VN'],
    ['SU', 'RU'],
  ])('of "%s" is %s', (text, code) => {
    expect(countryCode(text)).toBe(code);
  });

  it.each(['', 'Europe', 'EU', 'ZZ', 'Munich', 'xx_12'])('is unknown for "%s"', (text) => {
    expect(countryCode(text)).toBeNull();
  });
});
