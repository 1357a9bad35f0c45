import { isNothing } from '../../matching/nothing.js';
import { canonicalHost } from '../../matching/urls/profile-url.js';
import type { ValueTest } from '../../table-reading/column-names.js';
import { countryCode, countryNamed } from './country-code.js';
import { type DateOrder, epochInstant, readWrittenDate } from './written-dates.js';
import { readSize } from './written-sizes.js';
import { isDate, readTimestamp, readWholeNumber } from './written-values.js';

const truth = /^(?:true|false|yes|no|0|1)$/i;
const untrue = /^(?:false|no|0)$/i;
/**
 * The company types that vendors of company data distinguish. A customer database may have a relation, such as `Partner`, in its column
 * `Type`. That is not a company type.
 */
const kindOfCompany =
  /^(?:public(?:ly held| company)?|private(?:ly held| company)?|non[- ]?profit(?: organi[sz]ation)?|educational(?: institution)?|education|government(?: agency)?|self[- ](?:employed|owned)|sole proprietorship|partnership|subsidiary|personal)$/i;
const address = /^(?:https?:\/\/|www\.)|@/i;
const honorific = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|herr|frau|m|mme|mlle|sr|sra)\.?$/i;
const fundingSite = /crunchbase\.com\//i;

/** Whether a value passes a test. */
export function passes(test: ValueTest, value: unknown): boolean {
  if (test === 'list') return Array.isArray(value);
  if (test === 'whether public') return typeof value === 'boolean' || (isText(value) && truth.test(value.trim()));
  if (!isText(value)) return false;
  const text = value.trim();
  if (test === 'kind of company') return kindOfCompany.test(text);
  return test === 'page of a funding database' ? fundingSite.test(text) : /\p{L}/u.test(text) && !address.test(text);
}

/** A value, and the field to which it belongs. This may be another field than that of the column. */
export interface PlacedValue {
  readonly field: string;
  readonly value: unknown;
}

/** What is known about the column that has a value. */
export interface ColumnFacts {
  readonly test: ValueTest | null;
  /** Whether the day or the month is first in the dates of the column. */
  readonly order: DateOrder;
  /** Whether the numbers in the column are in thousands. */
  readonly isInThousands: boolean;
  /** Whether a profile page without a host, such as `acme`, belongs to a company or to a person. */
  readonly pageKind: 'company' | 'in';
  /** Whether the column has the names of profile pages, such as `LinkedIn Handle`, so that a word is a page. */
  readonly isOfSlugs: boolean;
}

/** Reads a text in the notation of other products. It returns no value if the text is not a value of the field. */
type Reader = (field: string, text: string, facts: ColumnFacts) => readonly PlacedValue[];

/** The readers of those fields whose values other products write in other notations. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['name', readName],
  ['company_name', readName],
  ['full_name', readName],
  ['job_title', readTitle],
  ['network_url', readPage],
  ['company_network_url', readPage],
  ['intent_holder_network_url', readPage],
  ['company_website', readWebsite],
  ['employee_count', readHeadcount],
  ['size', readBand],
  ['founded_year', readYear],
  ['account_type', readType],
  ['annual_revenue_range', readRevenue],
  ['location_locality', readLocality],
  ['location_country', readCountry],
  ['funding_last_date', readDate],
  ['date', readDate],
  ['account_last_updated', readInstant],
]);

/** The fields for which notations of other products are also accepted in a column that has the field's own name. */
const readAlways: ReadonlySet<string> = new Set([
  'employee_count',
  'founded_year',
  'funding_last_date',
  'date',
  'account_last_updated',
]);

/**
 * The fields with dates. In a column for such a field, the day or the month may be first. A founding date is not among them, because only
 * its year is stored.
 */
export const orderedDates: ReadonlySet<string> = new Set(['funding_last_date', 'date', 'account_last_updated']);

/**
 * Whether a value in a column with the field's own name has to be read as one in the notation of another product, because it is not in our
 * notation: `1,200` in `employee_count`, or `24 Jul 2026` in `date`.
 */
export function mayBeForeign(field: string, value: unknown): boolean {
  return typeof value === 'string' && readAlways.has(field) && !ownForm(field, value);
}

const wholeNumber = /^[0-9]+$/;

function ownForm(field: string, text: string): boolean {
  if (field === 'employee_count' || field === 'founded_year') return wholeNumber.test(text);
  return field === 'account_last_updated' ? readTimestamp(text) !== null : isDate(text);
}

/**
 * Reads a cell or member in the notation of another product. Most often it has one value, which belongs to `field`. But it may have several
 * values, or a value of another field: `51 - 200` in `employee_count` is a `size`. A text that is not understood is returned unchanged, so
 * that the parser of the record reports it as a fault.
 */
export function placedValues(field: string, value: unknown, facts: ColumnFacts): readonly PlacedValue[] {
  if (facts.test !== null && !passes(facts.test, value)) return [];
  if (orderedDates.has(field) && epochInstant(value) !== null) return [{ field, value }];
  const plain = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof plain === 'boolean' && facts.test === 'whether public') return readType(field, String(plain));
  if (!isText(plain)) return [{ field, value: Array.isArray(plain) ? firstText(plain) : plain }];
  const reader = readers.get(field);
  return reader === undefined ? [{ field, value: plain }] : reader(field, plain.trim(), facts);
}

/** The first text of a list. It is used if a field with a single value gets a list. Without a text, the list itself is returned. */
function firstText(values: readonly unknown[]): unknown {
  return values.find((value) => isText(value) && value.trim() !== '') ?? values;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Leaves out a URL or an e-mail address in a column of names. A URL there is the page of the record in the other product. */
function readName(field: string, text: string): PlacedValue[] {
  return address.test(text) ? [] : [{ field, value: text }];
}

/** Leaves out a form of address in a column of job titles, because address books have `Mr.` in their column `Title`. */
function readTitle(field: string, text: string): PlacedValue[] {
  return honorific.test(text) ? [] : [{ field, value: text }];
}

const slug = /^@?[\p{L}\p{N}_%-]+$/u;
const path = /^\/?(?:company|in|school|showcase|pub)\/[^/\s]+\/?$/i;

const slugHeader = /slug|handle|identifier|user ?name|vanity/i;
/** The name that queries of a knowledge base give a column of slugs. In sheets that people fill in, the name has capitals or more words. */
const queryVariable = 'linkedin';

/** Whether the name of a column asks for the names of profile pages, and not for their URLs: `linkedin_slug`. */
export function asksForSlugs(columnName: string): boolean {
  return slugHeader.test(columnName) || columnName === queryVariable;
}

/**
 * Makes a URL of a profile page that is written without a host, such as `company/acme`, or `acme` in a column of slugs. In other columns, a
 * word such as `Link` or `x` is the text of a link and no page. Words for nothing are left out.
 */
function readPage(field: string, text: string, { pageKind, isOfSlugs }: ColumnFacts): PlacedValue[] {
  if (isNothing(text)) return [];
  if (path.test(text)) return [{ field, value: `${canonicalHost}/${text.replace(/^\//, '')}` }];
  const isSlug = isOfSlugs && slug.test(text);
  return [{ field, value: isSlug ? `${canonicalHost}/${pageKind}/${text.replace(/^@/, '')}` : text }];
}

const pageOfPerson = /(?:linkedin|network)\.com\/(?:in|pub)\//i;
const pageOfCompany = /(?:linkedin|network)\.com\/(?:company|school|showcase)\//i;

/** Finds profile pages in a column of websites. Exports of address books and scrapers often have them there. */
function readWebsite(field: string, text: string): PlacedValue[] {
  if (pageOfPerson.test(text)) return [{ field: 'network_url', value: text }];
  return [{ field: pageOfCompany.test(text) ? 'company_network_url' : field, value: text }];
}

/** Reads a headcount. A band of headcounts is the size of the company. */
function readHeadcount(field: string, text: string): PlacedValue[] {
  const read = readSize(text);
  if (read?.kind === 'band') return readBand('size', text);
  return [{ field, value: read?.size ?? text }];
}

/** Reads a size. One that a spreadsheet program has turned into a date is kept as it is, so that the parser of the record says so. */
function readBand(field: string, text: string): PlacedValue[] {
  const read = readSize(text);
  return [{ field, value: read === null || read.isFromDate ? text : read.size }];
}

function readYear(field: string, text: string, { order }: ColumnFacts): PlacedValue[] {
  return [{ field, value: readWrittenDate(text, order)?.slice(0, 4) ?? text }];
}

function readType(field: string, text: string): PlacedValue[] {
  return [{ field, value: truth.test(text) ? (untrue.test(text) ? 'Private' : 'Public') : text }];
}

function readRevenue(field: string, text: string, { isInThousands }: ColumnFacts): PlacedValue[] {
  const number = isInThousands ? readWholeNumber(text) : null;
  return [{ field, value: number === null ? text : String(number * 1_000) }];
}

/**
 * Reads a city. A text may also have the region and the country, as in `Munich, Bavaria, Germany`, or only the country, as in
 * `Munich, Germany`. In a column of places, such as `Location`, the name of a country alone is a country. In a column of cities it is a
 * city, such as `Singapore`. If the last part of a text is no country, the text is kept whole.
 */
function readLocality(field: string, text: string, { test }: ColumnFacts): PlacedValue[] {
  const parts = text.split(/\s*,\s*/);
  const isAlone = test === 'place' && isCountryName(text) && (parts.length === 1 || !isCountryName(parts[1] ?? ''));
  if (isAlone) return inFields(countryFields, text);
  const place = placeOf(parts);
  if (place === null) return [{ field, value: text }];
  return [
    { field, value: place.city },
    { field: 'location_name', value: text },
    ...inFields(regionFields, place.region),
    ...inFields(countryFields, place.country),
  ];
}

/** A city, with its region if the text has one, and its country. */
interface Place {
  readonly city: string;
  readonly region: string | undefined;
  readonly country: string;
}

/** Divides the parts of a text into a place. The name of the country may have a comma itself: `Seoul, Korea, Republic of`. */
function placeOf(parts: readonly string[]): Place | null {
  for (const length of [1, 2]) {
    const country = parts.slice(-length).join(', ');
    const [city, region, ...others] = parts.slice(0, -length);
    if (city === undefined || others.length > 0) continue;
    // Behind a city and a region, also a code is a country. Behind a city alone it may be a state, as in `Dover, DE`.
    const isCountry = region === undefined ? isCountryName(country) : countryCode(country) !== null;
    if (isCountry) return { city, region, country };
  }
  return null;
}

const partOfCountry = /^([a-z]{2})_[a-z0-9]{1,3}$/i;

/** Reads a country. Registers add the part of the country to its code: `us_de` is Delaware in the United States. */
function readCountry(field: string, text: string): PlacedValue[] {
  return [{ field, value: partOfCountry.exec(text)?.[1]?.toUpperCase() ?? text }];
}

/**
 * The countries whose names are also names of regions or cities elsewhere: Georgia, and islands with the names of saints and of Granada.
 * For these islands, only an English name is certain.
 */
const namesakes: ReadonlySet<string> = new Set(['GD', 'LC', 'SH']);
const regionsOfThatName: ReadonlySet<string> = new Set(['GE', 'MF', 'BL']);
const englishIsland = /^(?:grenada|(?:saint|st\.?) (?:lucia|helena\b.*))$/i;
const shortCode = /^[a-z]{1,3}$/i;
const usualCodes: ReadonlySet<string> = new Set(['usa', 'uae']);

/**
 * Whether a text is certainly the name of a country. A code of two or three letters is not, because it may be a state of the United States,
 * as in `Dover, DE` and `Gary, IND`.
 */
function isCountryName(text: string): boolean {
  if (shortCode.test(text)) return usualCodes.has(text.toLowerCase());
  const country = countryNamed(text);
  if (country === null || regionsOfThatName.has(country)) return false;
  return !namesakes.has(country) || englishIsland.test(text);
}

/**
 * The field for the region of a person and that for the region of a company, and the same for the country. A region is placed in both
 * fields, because a record has only one of the two.
 */
const regionFields = ['region', 'location_region'];
const countryFields = ['country', 'location_country'];

function inFields(fields: readonly string[], value: string | undefined): PlacedValue[] {
  return value === undefined ? [] : fields.map((field) => ({ field, value }));
}

function readDate(field: string, text: string, { order }: ColumnFacts): PlacedValue[] {
  const date = isDate(text) ? text : readWrittenDate(text, order);
  return [{ field, value: date === null || !isDate(date) ? text : date }];
}

/** Reads a point in time. An ISO 8601 timestamp is kept as it is. Of a date in another notation, only the day is read. */
function readInstant(field: string, text: string, facts: ColumnFacts): PlacedValue[] {
  return readTimestamp(text) === null ? readDate(field, text, facts) : [{ field, value: text }];
}
