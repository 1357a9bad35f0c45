import { comparableWords } from './text.js';

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode('A'.charCodeAt(0) + index));
const codePattern = /^[a-z]{2}$/;

/** Common spellings of countries that `Intl.DisplayNames` does not contain, by the code of the country. */
const otherNames: Readonly<Record<string, string>> = {
  US: 'usa,u s,u s a,united states of america,the united states,america',
  GB: 'uk,u k,gbr,great britain,britain,england,scotland,wales,northern ireland',
  AE: 'uae,u a e,emirates',
  KR: 'korea,republic of korea,korea republic of,korea south',
  CZ: 'czech republic',
  TR: 'turkey,turkiye,republic of turkey',
  NL: 'holland,the netherlands',
  RU: 'russian federation',
  VN: 'viet nam',
  HK: 'hong kong,hongkong',
  MO: 'macao,macau',
  CN: 'prc,peoples republic of china,mainland china',
  TW: 'taiwan province of china',
  DE: 'deu,ger',
  FR: 'fra',
  IE: 'republic of ireland',
  IR: 'iran islamic republic of',
  MK: 'macedonia',
  CI: 'ivory coast',
  SZ: 'swaziland',
  MM: 'burma',
};

let known: ReadonlyMap<string, string> | undefined;

/**
 * A key that is the same for all spellings of a country: `Germany`, `DE`, `germany` and `Deutschland` all give `germany`. If the
 * text is not a known country, the key is the text in the form that `comparableWords` returns.
 */
export function countryKey(country: string): string {
  const words = comparableWords(country);
  known ??= knownNames();
  return known.get(words) ?? words;
}

/**
 * Maps each code and each name of a country to the country's key, which is its English name. Names and keys are in the form that
 * `comparableWords` returns.
 */
function knownNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, key: string): void => {
    if (!names.has(name)) names.set(name, key);
  };
  const english = nameTable('en');
  const keys = new Map(allCodes().map((code) => [code, comparableWords(english.of(code) ?? '')]));
  for (const [code, key] of keys) if (key !== '') add(code.toLowerCase(), key);
  for (const [code, others] of Object.entries(otherNames)) {
    for (const name of others.split(',')) add(name, keys.get(code) ?? name);
  }
  for (const table of languages.map(nameTable)) {
    for (const [code, key] of keys) {
      const name = comparableWords(table.of(code) ?? '');
      if (key !== '' && name !== '' && !codePattern.test(name)) add(name, key);
    }
  }
  return names;
}

function nameTable(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
}

function allCodes(): string[] {
  return letters.flatMap((first) => letters.map((second) => `${first}${second}`));
}
