/** Names of countries that Node's list of regions does not have, or has in another form. */
const otherNames = `
  GB: uk, great britain, britain, england, scotland, wales, northern ireland, england and wales, england & wales,
    united kingdom of great britain and northern ireland
  US: usa, united states of america, u.s., u.s.a.
  NL: holland, the netherlands
  CZ: czech republic
  RU: russian federation
  KR: republic of korea, korea republic of
  AE: uae
  TR: turkey
  VN: viet nam
  TW: taiwan province of china
  HK: hong kong
  MO: macau
  CI: ivory coast
  DE: deutschland
  AT: österreich
  CH: schweiz, suisse
  ES: españa
  IT: italia`;

/** Codes of two letters in Node's list of regions that are no codes of countries: `EU` is no country, and `UK` is written for `GB`. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO', 'UK']);
const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

const codes: ReadonlyMap<string, string> = new Map([...officialNames(), ...parsed(otherNames)]);

/**
 * The ISO 3166 code of a country that is written as a name or as a code; null for any other text. The code may be followed by a part of the
 * country: `us_de` is Delaware in the United States, so its code is `US`.
 */
export function countryCode(text: string): string | null {
  const written = text.trim().toLowerCase();
  const [, code = ''] = /^([a-z]{2})(?:[_-][a-z0-9]{1,3})?$/.exec(written) ?? [];
  return codes.get(written) ?? codes.get(code) ?? null;
}

/**
 * The English names and the codes of all countries, each with the code that it means. A withdrawn code means its successor: `SU` and
 * "Russia" are both `RU`.
 */
function officialNames(): (readonly [name: string, code: string])[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const all = alphabet.flatMap((first) => alphabet.map((second) => first + second));
  return all.flatMap((written) => {
    const name = noCountries.has(written) ? undefined : names.of(written);
    if (name === undefined) return [];
    const code = new Intl.Locale('und', { region: written }).region ?? written;
    return [[name.toLowerCase(), code] as const, [written.toLowerCase(), code] as const];
  });
}

function parsed(lines: string): (readonly [name: string, code: string])[] {
  return lines
    .trim()
    .replace(/\n {4}/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [code = '', names = ''] = line.trim().split(': ');
      return names.split(', ').map((name) => [name.trim(), code] as const);
    });
}
