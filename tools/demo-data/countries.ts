import { phrasesIn } from '#dist/platform/tables/table';
import { cultures } from './names.js';
import { memberNamed, readMembers } from './tables.js';

interface Place {
  readonly city: string;
  readonly region?: string;
}

export interface Country {
  /** The mix of cultures, by weight. */
  readonly names: Readonly<Record<string, number>>;
  readonly places: readonly Place[];
  readonly schools: readonly string[];
  /** A language of the local job titles, or `english`. */
  readonly language: string;
  /** Numbers that reach no person, if the country keeps any free: `#` is any digit. */
  readonly phones: readonly string[];
}

/** Where people live, by country. */
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

/** `english 70, polish 3` as weights by culture. */
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

/** @throws RangeError for a country that is not listed */
export function countryOf(name: string): Country {
  const country = countries.get(name);
  if (country === undefined) throw new RangeError(`${name} is not among the countries`);
  return country;
}
