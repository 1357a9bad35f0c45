import { europeanCountries } from './countries-europe.js';
import { worldCountries } from './countries-world.js';

/** A country as it is written down: lists are texts with commas. */
export interface CountrySource {
  readonly names: string;
  readonly places: string;
  readonly schools: string;
  readonly language?: string;
}

export interface Country {
  readonly names: Readonly<Record<string, number>>;
  readonly places: readonly { readonly city: string; readonly region?: string }[];
  readonly schools: readonly string[];
  readonly language: string;
}

/** The entries of a text with commas. */
export const listOf = (text: string): string[] => text.split(',').map((entry) => entry.trim().replace(/\s+/g, ' '));

/**
 * Where people live, by country: `names` is the mix of cultures (keys of the name lists, by weight), `places` are
 * `{ city, region }`, `schools` well-known universities, `language` a key of the local job titles.
 */
const countries = new Map<string, Country>(
  Object.entries({ ...europeanCountries, ...worldCountries }).map(([country, { names, places, schools, language }]) => [
    country,
    {
      names: weightsOf(names),
      places: listOf(places).map(placeOf),
      schools: listOf(schools),
      language: language ?? 'english',
    },
  ]),
);

/** `english 70, polish 3` as weights by name. */
function weightsOf(text: string): Record<string, number> {
  return Object.fromEntries(
    listOf(text)
      .map((entry) => entry.split(' '))
      .map(([name = '', weight]) => [name, Number(weight)]),
  );
}

function placeOf(text: string): { city: string; region?: string } {
  const [city = '', region] = text.split('/');
  return region === undefined ? { city } : { city, region };
}

/** @throws RangeError for a country that is not listed */
export function countryOf(name: string): Country {
  const country = countries.get(name);
  if (country === undefined) throw new RangeError(`${name} is not among the countries`);
  return country;
}
