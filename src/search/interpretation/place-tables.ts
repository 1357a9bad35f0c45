import { iso31661 } from 'iso-3166/1.js';
import { phrasesIn, type Section, Table } from '../../platform/tables/table.js';
import { memoise } from '../../titles/phrase-book.js';
import { Phrases } from './phrases.js';

/** What the name of a place means. */
export type PlaceMeaning =
  | { readonly kind: 'country'; readonly code: string }
  | { readonly kind: 'part of the world'; readonly codes: readonly string[] }
  | { readonly kind: 'regions'; readonly regions: readonly (readonly string[])[] }
  | { readonly kind: 'cities'; readonly cities: readonly (readonly string[])[] };

interface PlaceTables {
  /** The names that count wherever they stand. */
  readonly names: Phrases<PlaceMeaning>;
  /** The names that are also other words, so that they count only behind a word such as "in". */
  readonly namesBehindPrepositions: Phrases<PlaceMeaning>;
  /** The states by their abbreviations in lower case. */
  readonly states: ReadonlyMap<string, PlaceMeaning>;
  /** The spellings of each country by its code. The first is the usual one. */
  readonly countries: ReadonlyMap<string, readonly string[]>;
}

/** The tables of places. They are read from their files at the first call. */
export const placeTables = memoise((): PlaceTables => {
  const countryTable = Table.read(new URL('data/countries.txt', import.meta.url));
  const places = Table.read(new URL('data/places.txt', import.meta.url));
  const cities = Table.read(new URL('data/cities.txt', import.meta.url));
  const countries = countrySpellings(countryTable);
  const states = new Map(places.keyed('states').map(({ key, value }) => [key, namesOf(value)] as const));
  const groups = [
    ...worldParts(places),
    ...namedGroups(places, 'groups of states').map(
      ({ names, members }) => [names, regionsOf(members, states)] as const,
    ),
    ...namedGroups(places, 'metropolitan areas').map(({ names, members }) => [names, citiesOf(members)] as const),
  ];
  const late = namedGroups(places, 'groups of states behind a preposition');
  return {
    countries,
    states: new Map(
      [...states].map(([code, names]) => [code.toLowerCase(), { kind: 'regions', regions: [[...names, code]] }]),
    ),
    names: new Phrases<PlaceMeaning>([
      ...[...states].flatMap(([code, names]) => entries(names, { kind: 'regions', regions: [[...names, code]] })),
      ...[...countries].flatMap(([code, names]) => entries(names, { kind: 'country', code })),
      ...groups.flatMap(([names, meaning]) => entries(names, meaning)),
      ...countryTable
        .keyed('adjectives')
        .flatMap(({ key, value }) => entries(phrasesIn(value), { kind: 'country', code: key })),
      ...cityNames(cities).flatMap(([city, spellings]) => entries([city], { kind: 'cities', cities: [spellings] })),
      ...partsOfCountries(places).flatMap((names) => entries(names, { kind: 'regions', regions: [names] })),
    ]),
    namesBehindPrepositions: new Phrases<PlaceMeaning>([
      ...late.flatMap(({ names, members }) => entries(names, regionsOf(members, states))),
      ...cities
        .phrases('cities behind a preposition')
        .flatMap((city) => entries([city], { kind: 'cities', cities: [[city]] })),
    ]),
  };
});

/** Whether a text is an adjective: "German" is one, "Germany" is none. */
export const placeAdjectives = memoise(() => {
  const { sections } = Table.read(new URL('data/countries.txt', import.meta.url));
  const rows = sections.filter(({ heading }) => heading === 'adjectives').flatMap(({ rows: found }) => found);
  const words = rows.flatMap(({ text }) => phrasesIn(text.slice(text.indexOf(':') + 1)));
  return new Phrases(words.map((word) => [word, true]));
});

function entries(names: readonly string[], meaning: PlaceMeaning): (readonly [string, PlaceMeaning])[] {
  return names.map((name) => [name, meaning]);
}

function countrySpellings(table: Table): Map<string, string[]> {
  const own = new Map(table.keyed('names').map(({ key, value }) => [key, phrasesIn(value)]));
  return new Map(
    iso31661.map(({ alpha2, name }) => {
      const [usual = name] = name.split(/[,(]/).map((part) => part.trim());
      const first = own.get(alpha2) ?? [usual];
      return [alpha2, [...new Set([...first, name])]];
    }),
  );
}

/** The names of a state, of which the first is the usual one: `Washington | Washington State`. */
function namesOf(value: string): string[] {
  return value.split('|').flatMap((part) => phrasesIn(part));
}

interface Group {
  readonly names: readonly string[];
  readonly members: string;
}

/** The rows of a section that name a group: `ANZ: Oceania | AU NZ`. */
function namedGroups(table: Table, heading: string): Group[] {
  const rows = table.sections
    .filter((section: Section) => section.heading === heading)
    .flatMap((section) => section.rows);
  return rows.map(({ text, place }) => {
    const [names = '', members] = text.split('|');
    if (members === undefined) throw new Error(`${place}: "${text}" has no bar before its members`);
    return { names: phrasesIn(names.replace(':', ',')), members: members.trim() };
  });
}

function worldParts(table: Table): (readonly [readonly string[], PlaceMeaning])[] {
  const groups = namedGroups(table, 'parts of the world');
  const byName = new Map(groups.map(({ names, members }) => [names[0] ?? '', members]));
  const codesOf = (members: string): string[] =>
    members.includes(',') ? phrasesIn(members).flatMap((name) => codesOf(byName.get(name) ?? '')) : members.split(' ');
  return groups.map(({ names, members }) => [
    names,
    { kind: 'part of the world', codes: [...new Set(codesOf(members))] },
  ]);
}

function regionsOf(members: string, states: ReadonlyMap<string, readonly string[]>): PlaceMeaning {
  return { kind: 'regions', regions: members.split(' ').map((code) => [...(states.get(code) ?? []), code]) };
}

function citiesOf(members: string): PlaceMeaning {
  return { kind: 'cities', cities: phrasesIn(members).map((city) => [city]) };
}

/** Each name of a city, with all spellings of this city. The first is the one that a filter gets if none is on record. */
function cityNames(table: Table): (readonly [string, readonly string[]])[] {
  const others = table.keyed('other names').map(({ key, value }) => [key, ...phrasesIn(value)]);
  const named = others.flatMap((spellings) => spellings.map((name) => [name, spellingsFor(name, spellings)] as const));
  return [...named, ...table.phrases('cities').map((city) => [city, [city]] as const)];
}

/** A name that is a short form, such as `NYC`, is replaced by the usual one. Other names stay as they are, and stand first. */
function spellingsFor(name: string, spellings: readonly string[]): readonly string[] {
  const isShort = name.replaceAll('.', '').length <= 4 && /^[A-Z.]+$/.test(name);
  return isShort ? spellings : [name, ...spellings];
}

function partsOfCountries(table: Table): string[][] {
  const rows = table.sections
    .filter(({ heading }) => heading === 'parts of countries')
    .flatMap((section) => section.rows);
  return rows.map(({ text }) => phrasesIn(text.replace(':', ',')));
}
