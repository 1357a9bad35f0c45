import { companyCatalogue, type CompanyField } from '../../catalogue/company-catalogue.js';
import { companyNameKey } from '../../matching/companies/company-name.js';
import type { ProfileUrl } from '../../matching/urls/profile-url.js';
import { type CompanyGroup, companyGroupOf } from '../../catalogue/field-groups.js';
import type { CopyValue } from '../merging/copy-text.js';
import { maxSourceLength, type SourcedRow } from '../merging/record-sources.js';
import {
  companyId,
  companyPage,
  companyPageAsWebsite,
  domainHosts,
  websiteHost,
} from '../reading/identifying-fields.js';
import { phoneList } from '../reading/written-phones.js';
import { readSize } from '../reading/written-sizes.js';
import { distinct, lastOfEach, maxNameLength, withoutExponent } from '../reading/written-values.js';
import { type ParsedRecord, parseRecord, type RecordFields } from '../reading/record-fields.js';
import type { RecordFormat } from '../reading/record-source.js';

/** A parsed record of a company. A null means that the record does not have the field; the stored value is then kept. */
export interface CompanyRow extends SourcedRow {
  readonly networkId: string | null;
  /** Canonical. */
  readonly networkUrl: string | null;
  /** Normalised host. */
  readonly website: string | null;
  /** All hosts of the company, normalised. */
  readonly domains: readonly string[] | null;
  /** See `companyNameKey`. */
  readonly nameKey: string | null;
  /** The values of the catalogue fields that {@link companyColumns} lists, in the same order. */
  readonly values: readonly CopyValue[];
  readonly formerNames: readonly string[] | null;
  /** Alternative names. */
  readonly aliases: readonly string[] | null;
  /** `firstSeen` is `YYYY-MM-DD`. */
  readonly technologies: readonly { readonly name: string; readonly firstSeen: string | null }[] | null;
  /** `month` is the first day of the month. */
  readonly headcounts:
    | readonly { readonly month: string; readonly total: number; readonly tech: number | null }[]
    | null;
}

const identifiers: ReadonlySet<string> = new Set(['network_url', 'network_id', 'website']);

/**
 * The catalogue fields whose values are read by their type alone. The identifiers, such as `website`, are not among them, because
 * they are also normalised.
 */
export const companyColumns: readonly CompanyField[] = [...companyCatalogue.values()].filter(
  (field) => field.name === field.column && !identifiers.has(field.name),
);

/** The readers of the fields that can hold less than any value of their type. */
const ownReaders: ReadonlyMap<string, (fields: RecordFields, name: string) => CopyValue> = new Map<
  string,
  (fields: RecordFields, name: string) => CopyValue
>([
  ['name', (fields, name) => fields.name(name)],
  ['size', sizeOf],
  ['founded_year', (fields, name) => fields.year(name)],
  ['annual_revenue_range', revenueOf],
  ['location_postal_code', (fields, name) => fields.identifier(name)],
  ['location_country', (fields, name) => fields.country(name)],
  ['account_phones', (fields, name) => phoneList(fields, name)],
]);

const readers = {
  string: (fields: RecordFields, name: string) => fields.text(name),
  integer: (fields: RecordFields, name: string) => fields.integer(name),
  boolean: (fields: RecordFields, name: string) => fields.boolean(name),
  'string[]': (fields: RecordFields, name: string) => fields.textList(name),
  date: (fields: RecordFields, name: string) => fields.date(name),
  'date-time': (fields: RecordFields, name: string) => fields.timestamp(name),
} satisfies Record<CompanyField['type'], (fields: RecordFields, name: string) => CopyValue>;

const columnReaders = companyColumns.map(({ name, type }) => ({ name, read: ownReaders.get(name) ?? readers[type] }));

/**
 * Parses a record of the company import: the catalogue fields, `domains`, `former_names`, `aliases`, `technologies` and
 * `headcount_history`.
 *
 * In a CSV cell, a technology is `name` or `name@2021-03` (or `name@2021-03-15`), and a month of headcount is
 * `2026-01:120` or, with technical staff, `2026-01:120:40`.
 * @param hosts the accepted host names of profile URLs; null for any host
 */
export function readCompany(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  hosts: readonly string[] | null,
): ParsedRecord<CompanyRow> {
  return parseRecord(record, format, (fields) => {
    const identity = identityOf(fields, hosts);
    const row = {
      domains: distinct(domainHosts(fields, 'domains', [fields.text('name')])),
      nameKey: keyOf(fields.name('name')),
      values: columnReaders.map(({ name, read }) => read(fields, name)),
      formerNames: distinct(fields.textList('former_names', maxNameLength)),
      aliases: distinct(fields.textList('aliases', maxNameLength)),
      technologies: technologies(fields),
      headcounts: headcounts(fields),
    };
    const source = fields.text('source', maxSourceLength);
    return identity === null ? null : { ...identity, ...row, source, groups: groupsOf(row) };
  });
}

/** The groups of {@link companyColumns}. */
const groupOfColumn = companyColumns.map(({ name }) => companyGroupOf(name));

/**
 * The groups of fields of which a record has values. The group `profile` is always one of them, because every record has an
 * identifier, and identifiers belong to this group.
 */
function groupsOf({
  values,
  technologies: tools,
  headcounts: months,
}: Omit<CompanyRow, 'source' | 'groups' | 'networkId' | 'networkUrl' | 'website'>): CompanyGroup[] {
  const groups = new Set<CompanyGroup>(['profile']);
  for (const [index, value] of values.entries()) {
    const group = value === null ? undefined : groupOfColumn[index];
    if (group !== undefined) groups.add(group);
  }
  if (tools !== null) groups.add('technologies');
  if (months !== null) groups.add('headcount');
  return [...groups];
}

const identifyingMembers = ['website', 'company_website', 'network_url', 'company_network_url', 'network_id'] as const;

/** The identifiers of a record; null if it has none. */
function identityOf(
  fields: RecordFields,
  hosts: readonly string[] | null,
): Pick<CompanyRow, 'networkId' | 'networkUrl' | 'website'> | null {
  const { page, website } = pageAndWebsite(fields, hosts);
  const networkId = companyId(fields, 'network_id') ?? page?.numericId ?? null;
  if (page === null && networkId === null && website === null) {
    return fields.lacks(identifyingMembers, 'is required, or network_url, or network_id');
  }
  return { networkId, networkUrl: page?.canonical ?? null, website };
}

/**
 * Reads the profile page and the website of a record. A profile page may also be written in a website field. If it is another
 * page than the one in `network_url`, this is a fault.
 */
function pageAndWebsite(
  fields: RecordFields,
  hosts: readonly string[] | null,
): { page: ProfileUrl | null; website: string | null } {
  let page = companyPage(fields, 'network_url', hosts) ?? companyPage(fields, 'company_network_url', hosts);
  for (const name of ['website', 'company_website']) {
    const written = companyPageAsWebsite(fields, name, hosts);
    const names = [fields.text('name'), page?.slug ?? null];
    const website = written === null && !fields.hasFault(name) ? websiteHost(fields, name, names) : null;
    if (website !== null) return { page, website };
    if (written !== null && page !== null && written.canonical !== page.canonical) {
      fields.fault(name, 'is another profile page than the one that the record names');
    }
    page = page ?? written;
  }
  return { page, website: null };
}

/** Reads the size of a company. A band that a spreadsheet program has turned into a date is turned back, with a fault that says so. */
function sizeOf(fields: RecordFields, name: string): string | null {
  const text = fields.identifier(name);
  if (text === null) return null;
  const read = readSize(text);
  if (read === null) return fields.fault(name, 'must be a number of employees, or a range such as 51-200');
  if (read.isFromDate) {
    fields.fault(name, `is a date, into which a spreadsheet program turned ${read.size}; it is read as ${read.size}`);
  }
  return read.size;
}

/** Reads a revenue as a text. A number in the notation of programs, such as `1e+08` or `100000000.0`, is written as digits. */
function revenueOf(fields: RecordFields, name: string): string | null {
  const text = fields.identifier(name);
  return text === null ? null : (withoutExponent(text) ?? text);
}

function keyOf(name: string | null): string | null {
  return name === null ? null : companyNameKey(name);
}

function technologies(fields: RecordFields): CompanyRow['technologies'] {
  const read = (item: RecordFields): { name: string; firstSeen: string | null } | null => {
    const name = item.requiredText('name', maxNameLength);
    const firstSeen = item.startDate('first_seen');
    return name === null ? null : { name, firstSeen };
  };
  const items = fields.items('technologies', technologyOfCell, read, 'between items');
  return lastOfEach(items, ({ name }) => name);
}

function headcounts(fields: RecordFields): CompanyRow['headcounts'] {
  const items = fields.items('headcount_history', headcountOfCell, (item) => {
    const month = item.requiredMonth('month');
    const total = item.requiredInteger('total');
    const tech = item.integer('tech');
    return month === null || total === null ? null : { month, total, tech };
  });
  return lastOfEach(items, ({ month }) => month);
}

/**
 * Splits `name@2021-03` into the name and the date. Names may contain `@` themselves, as `@angular/core` does, so only a date
 * after the last `@` is split off.
 */
function technologyOfCell(text: string): Record<string, unknown> {
  const [, name, date] = /^(.+)@([0-9-]+)$/.exec(text) ?? [];
  return name === undefined ? { name: text } : { name, first_seen: date };
}

function headcountOfCell(text: string): Record<string, unknown> {
  const [month, total, ...rest] = text.split(':');
  return { month, total, tech: rest.join(':') };
}
