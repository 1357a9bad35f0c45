import { createRequire } from 'node:module';
import { iso31661 } from 'iso-3166/1.js';

/**
 * Names that neither ISO 3166 nor the list of regions of Node has, and that no rule below makes of a name that they have. `England` is no
 * country of ISO 3166, but people write it as one.
 */
const otherNames: Readonly<Record<string, string>> = {
  GB: 'uk, great britain, britain, england, scotland, wales, northern ireland, england and wales, grossbritannien',
  US: 'us, usa, united states of america, america',
  NL: 'holland',
  CZ: 'czech republic',
  RU: 'russian federation',
  AE: 'uae, emirates',
  TR: 'turkey, turkiye',
  VN: 'viet nam',
  CI: 'ivory coast',
  MM: 'burma',
  CV: 'cape verde',
  SZ: 'swaziland',
  MK: 'macedonia, former yugoslav republic of macedonia, fyrom, fyr macedonia',
  KR: 'republic of korea, south korea, korea south, s korea, rok, korea',
  KP: 'north korea, korea north, n korea, dprk, democratic peoples republic of korea',
  CD: 'democratic republic of congo, dr congo, drc, congo drc, congo kinshasa, congo democratic republic, zaire',
  CG: 'republic of congo, congo brazzaville, congo republic, congo',
  PS: 'palestine, palestinian territory, palestinian territory occupied, occupied palestinian territory',
  CN: 'peoples republic of china, prc, mainland china, pr china',
  TW: 'republic of china, chinese taipei, taiwan roc',
  VA: 'vatican, holy see, vatican city state, holy see vatican city state',
  LA: 'laos',
  SY: 'syria',
  BN: 'brunei',
  FM: 'micronesia',
  CH: 'swiss confederation',
  FR: 'french republic',
  GR: 'hellenic republic',
  TL: 'east timor',
  GM: 'gambia',
  BS: 'bahamas',
  VI: 'us virgin islands, virgin islands us, virgin islands united states',
};

/** Codes of two letters in Node's list of regions that are no codes of countries: `EU` is no country, and `UK` is written for `GB`. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO', 'UK']);
const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** The languages whose names come first, if a name means different countries in different languages. */
const firstLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'ja', 'zh', 'ar'];

const code = /^([a-z]{2})(?:[_-][a-z0-9]{1,3})?$/i;
const alpha3 = /^[a-z]{3}$/i;
const codeOnly = /^[A-Z]{1,2}$/;
const inBrackets = /\s*[(（].*[)）]$/;
const umlaut = /[äöü]/gi;
const maxLength = 100;
/** Matches what stands around the name of a country in its official name: `Kingdom of`, `Islamic Republic of`. */
const formOfState =
  /^(?:(?:(?:democratic|socialist|federal|federative|federated|islamic|arab|peoples|peoples democratic|united|co operative|cooperative|bolivarian|plurinational|oriental|independent|hashemite|grand|sovereign|special|former yugoslav)\s)*(?:republic|states?|kingdom|commonwealth|principality|duchy|sultanate|emirate|union|federation|province|territory)(?:\sof)?)\s|^(?:sar|china sar)\s/;
/** Names that mean another country without the form of the state: the Republic of China is not China. */
const neededForms = /\b(?:korea|congo|china|dominican|dominica|guinea|virgin|samoa|sudan)\b/;
const specialRegion =
  /^(?:hong kong|macau|macao)(?: (?:sar|special administrative region))?(?: of)?(?: (?:pr )?china)?$/;

const twoParts = /^([^,(]+?)\s*(?:,\s*([^,()]+)|\(([^()]+)\))$/;
/** Matches an addition to a name that does not change which country it means. */
const plainAddition = /^(?:sar|burma|malvinas|keeling|[a-z]+ part|england|scotland|wales)$/;

let known: Names | null = null;

/** A file of `i18n-iso-countries`: the names of each country in a language, by the code of the country. */
interface TranslatedCountries {
  readonly countries: Readonly<Record<string, string | readonly string[]>>;
}

/** The codes by the {@link nameKey} of a name: in English, which is enough for most texts, and in all other languages. */
interface Names {
  readonly english: ReadonlyMap<string, string>;
  readonly codes: ReadonlyMap<string, string>;
  readonly codesOfThree: ReadonlyMap<string, string>;
  translated: ReadonlyMap<string, string> | null;
}

/**
 * The ISO 3166 code of a country that is written as a name in any language or as a code of two or three letters; null for any other text.
 * The code may be followed by a part of the country: `us_de` is Delaware in the United States, so its code is `US`.
 */
export function countryCode(text: string): string | null {
  const written = text.trim();
  const { codes, codesOfThree } = names();
  const [, two] = code.exec(written) ?? [];
  if (two !== undefined) return codes.get(two.toUpperCase()) ?? countryNamed(written);
  const found = alpha3.test(written) ? codesOfThree.get(written.toUpperCase()) : undefined;
  return found ?? countryNamed(written);
}

/** The ISO 3166 code of a country that is written as a name in any language; null for any other text, also for a code. */
export function countryNamed(text: string): string | null {
  if (text.length > maxLength) return null;
  const all = names();
  const found = lookUp(all.english, text);
  if (found !== null) return found;
  all.translated ??= translatedNames(all.codes);
  return lookUp(all.translated, text);
}

function names(): Names {
  known ??= { english: englishNames(), codes: codesOfCountries(), codesOfThree: threeLetterCodes(), translated: null };
  return known;
}

/** Looks a name up as it is written, and in the forms that {@link spellings} makes of it. */
function lookUp(codesByName: ReadonlyMap<string, string>, text: string): string | null {
  for (const key of spellings(text)) {
    const found = codesByName.get(key);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The forms of a name under which it may be in the list. `Korea, Republic of` is turned to `Republic of Korea`, and an addition in brackets
 * or behind a comma is put before the name, or left out: `Virgin Islands (British)`, `Taiwan, Province of China`.
 */
function* spellings(text: string): Generator<string> {
  const whole = nameKey(text);
  yield whole;
  if (specialRegion.test(whole)) yield whole.replace(/ .*/, '') === 'hong' ? 'hong kong' : 'macau';
  const [, name, afterComma, enclosed] = twoParts.exec(text.trim()) ?? [];
  const addition = afterComma ?? enclosed;
  if (name !== undefined && addition !== undefined) {
    const [first, second] = [nameKey(name), nameKey(addition)];
    yield `${second} ${first}`;
    // `Congo, The Democratic Republic of the` ends in an article, which the key has dropped.
    yield withoutForm(`${second} ${first}`);
    const isForm = formOfState.test(`${second} `) || plainAddition.test(second);
    if (isForm && !neededForms.test(first)) yield first;
  }
  yield withoutForm(whole);
}

function withoutForm(key: string): string {
  const rest = key.replace(formOfState, '');
  return neededForms.test(rest) ? key : rest;
}

/**
 * Writes a name so that its usual spellings are equal: without accents, apostrophes and articles, in lower case, with `and` for `&` and
 * `saint` for `St.`.
 */
function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/['’‘`´ʼʻ′]/g, '')
    .replaceAll('ß', 'ss')
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\b(?:st|ste|sainte)(?= )/g, 'saint')
    .replace(/^the | the(?= |$)/g, '')
    .trim();
}

/** The codes of all countries. A withdrawn code means its successor: `SU` is `RU`. */
function codesOfCountries(): Map<string, string> {
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const all = alphabet.flatMap((first) => alphabet.map((second) => first + second));
  const existing = all.filter((written) => !noCountries.has(written) && display.of(written) !== undefined);
  const codes = existing.map(
    (written) => [written, new Intl.Locale('und', { region: written }).region ?? written] as const,
  );
  return new Map([...codes, ['UK', 'GB'] as const]);
}

function threeLetterCodes(): Map<string, string> {
  return new Map([
    ...iso31661.map(({ alpha3: three, alpha2 }) => [three, alpha2] as const),
    ['UAE', 'AE'],
    ['KSA', 'SA'],
  ]);
}

/** The English names of Node and of ISO 3166, and those of {@link otherNames}. */
function englishNames(): Map<string, string> {
  const found = namesIn('en', codesOfCountries());
  for (const { name, alpha2 } of iso31661) for (const each of bothOrders(name)) found.set(each, alpha2);
  for (const [country, others] of Object.entries(otherNames))
    for (const name of others.split(', ')) found.set(nameKey(name), country);
  return found;
}

/** A name of ISO 3166, and the same name with the part behind the comma before it. */
function bothOrders(name: string): string[] {
  const [first = '', second] = name.split(', ');
  return second === undefined ? [nameKey(name)] : [nameKey(name), nameKey(`${second} ${first}`)];
}

/**
 * The names in all languages that Node knows, apart from English, and then those of `i18n-iso-countries`. Node has one name for a country,
 * such as `Russland`, and that package also has the official one: `Russische Föderation`.
 */
function translatedNames(codes: ReadonlyMap<string, string>): Map<string, string> {
  const languages = alphabet
    .flatMap((first) => alphabet.map((second) => (first + second).toLowerCase()))
    .filter((language) => Intl.DisplayNames.supportedLocalesOf(language).length > 0);
  const found = new Map<string, string>();
  for (const language of new Set([...firstLanguages, ...languages]))
    for (const [name, country] of namesIn(language, codes)) if (!found.has(name)) found.set(name, country);
  for (const [name, country] of officialNames()) if (!found.has(name)) found.set(name, country);
  return found;
}

/**
 * The names of `i18n-iso-countries`, without those that one language has for two countries. The package is loaded only here, because most
 * files name countries in English or by their codes.
 */
function* officialNames(): Generator<readonly [string, string]> {
  const load = createRequire(import.meta.url);
  const languages = load('i18n-iso-countries/supportedLocales.json') as readonly string[];
  for (const language of languages) {
    const { countries } = load(`i18n-iso-countries/langs/${language}.json`) as TranslatedCountries;
    const named = Object.entries(countries).flatMap(([country, names]) =>
      [names].flat().map((name) => [nameKey(name), country] as const),
    );
    const last = new Map(named);
    const doubtful = new Set(named.filter(([name, country]) => last.get(name) !== country).map(([name]) => name));
    yield* named.filter(([name]) => !doubtful.has(name));
  }
}

/** The names in a language by their {@link nameKey}. The umlauts of German names may also be written with two letters. */
function namesIn(language: string, codes: ReadonlyMap<string, string>): Map<string, string> {
  const written = new Map<string, string>();
  for (const style of ['long', 'short'] as const) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style });
    for (const [code, country] of codes) {
      const name = display.of(code);
      // Some languages give a code as the short name.
      if (name !== undefined && !codeOnly.test(name) && !written.has(name)) written.set(name, country);
    }
  }
  const found = new Map<string, string>();
  for (const [name, country] of written) {
    const variants = [name, name.replace(inBrackets, ''), ...(language === 'de' ? [name.replace(umlaut, withE)] : [])];
    for (const variant of new Set(variants)) {
      const key = nameKey(variant);
      if (!found.has(key)) found.set(key, country);
    }
  }
  return found;
}

function withE(letter: string): string {
  return `${letter.normalize('NFKD').charAt(0)}e`;
}
