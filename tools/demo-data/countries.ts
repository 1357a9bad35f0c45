import { phrasesIn } from '#dist/platform/tables/table';
import { cultures } from './names.js';
import { memberNamed, readMembers } from './tables.js';

interface Place {
  readonly city: string;
  readonly region?: string;
}

export interface Country {
  /** The cultures from which names come, each with its weight. */
  readonly names: Readonly<Record<string, number>>;
  readonly places: readonly Place[];
  readonly schools: readonly string[];
  /** The language of job titles: a heading of local-titles.txt, or `english`. */
  readonly language: string;
  /** Forms of phone numbers that reach no person, if the country reserves any. `#` stands for a digit. */
  readonly phones: readonly string[];
}

/** The countries in which persons live, with places, schools and names. */
export const countries: ReadonlyMap<string, Country> = new Map(
  [...readMembers('countries.txt', ['names', 'places', 'schools', 'language', 'phones'])].map(([country, members]) => [
    country,
    {
      names: weightsOf(memberNamed(members, 'names')),
      places: phrasesIn(memberNamed(members, 'places')).map(placeOf),
      schools: phrasesIn(memberNamed(members, 'schools')),
      language: members.get('language') ?? 'english',
      phones: phrasesIn(members.get('phones') ?? ''),
    },
  ]),
);

/** The weights of cultures: `english 70, polish 3` → `{ english: 70, polish: 3 }`. @throws RangeError for an unknown culture */
function weightsOf(text: string): Record<string, number> {
  const weights = phrasesIn(text).map((entry) => {
    const [culture = '', weight] = entry.split(' ');
    if (!cultures.has(culture)) throw new RangeError(`${culture} is not among the cultures`);
    return [culture, Number(weight)] as const;
  });
  return Object.fromEntries(weights);
}

function placeOf(text: string): Place {
  const [city = '', region] = text.split('/');
  return region === undefined ? { city } : { city, region };
}

/**
 * Returns the facts about a country.
 * @throws RangeError for a country that is not listed
 */
export function countryOf(name: string): Country {
  const country = countries.get(name);
  if (country === undefined) throw new RangeError(`${name} is not among the countries`);
  return country;
}
