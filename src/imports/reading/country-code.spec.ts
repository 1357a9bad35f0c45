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
    ['DEU', 'DE'],
    ['Korea, Republic of', 'KR'],
    ['Korea (South)', 'KR'],
    ["Korea, Democratic People's Republic of", 'KP'],
    ['Hong Kong SAR', 'HK'],
    ['Bosnia and Herzegovina', 'BA'],
    ["Cote d'Ivoire", 'CI'],
    ['Saint Lucia', 'LC'],
    ['Congo, The Democratic Republic of the', 'CD'],
    ['Republic of China', 'TW'],
    ['Federal Republic of Germany', 'DE'],
    ['Virgin Islands (British)', 'VG'],
    ['U.K.', 'GB'],
    ['Oesterreich', 'AT'],
    ['México', 'MX'],
    ['Royaume-Uni', 'GB'],
    ['日本', 'JP'],
    ['Российская Федерация', 'RU'],
    ['Russische Föderation', 'RU'],
    ['Vereinigte Staaten von Amerika', 'US'],
    ['Spojené státy americké', 'US'],
    ['Tschechische Republik', 'CZ'],
    ['Elfenbeinküste', 'CI'],
  ])('of "%s" is %s', (text, code) => {
    expect(countryCode(text)).toBe(code);
  });

  it.each(['', 'Europe', 'EU', 'ZZ', 'Munich', 'xx_12'])('is unknown for "%s"', (text) => {
    expect(countryCode(text)).toBeNull();
  });
});
