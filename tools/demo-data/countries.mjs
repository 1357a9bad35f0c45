import { EUROPEAN_COUNTRIES } from './countries-europe.mjs';
import { WORLD_COUNTRIES } from './countries-world.mjs';

const listOf = (text) => text.split(',').map((entry) => entry.trim().replace(/\s+/g, ' '));

/**
 * Where people live, by country: `names` is the mix of cultures (keys of the name lists, by weight), `places` are
 * `{ city, region }`, `schools` well-known universities, `language` a key of the local job titles.
 */
export const countries = new Map(
  Object.entries({ ...EUROPEAN_COUNTRIES, ...WORLD_COUNTRIES }).map(
    ([country, { names, places, schools, language }]) => [
      country,
      {
        names: weightsOf(names),
        places: listOf(places).map(placeOf),
        schools: listOf(schools),
        language: language ?? 'english',
      },
    ],
  ),
);

/** `english 70, polish 3` as weights by name. */
function weightsOf(text) {
  return Object.fromEntries(
    listOf(text)
      .map((entry) => entry.split(' '))
      .map(([name, weight]) => [name, Number(weight)]),
  );
}

function placeOf(text) {
  const [city, region] = text.split('/');
  return { city, region };
}
