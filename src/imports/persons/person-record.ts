import { identifiesPerson, isPlaceholderAddress } from '../../matching/emails/address-owner.js';
import { isAddressLabel, parseMailbox } from '../../matching/emails/email.js';
import { splitName } from '../../matching/names/family-name-start.js';
import { type ParsedRecord, parseRecord, type RecordFields } from '../reading/record-fields.js';
import { companyId, companyPage, personPage, websiteHost } from '../reading/identifying-fields.js';
import type { RecordFormat } from '../reading/record-source.js';
import type { PersonGroup } from '../../catalogue/field-groups.js';
import { maxSourceLength, type SourcedRow } from '../merging/record-sources.js';
import { phoneList } from '../reading/written-phones.js';
import { distinct, lastOfEach, maxNameLength } from '../reading/written-values.js';
import { type Employer, employerOf, isKnown, type Position } from '../../matching/persons/employers.js';
import { type Naming } from './person-employment.js';

const emailTypes = ['work', 'personal'] as const;

interface PersonEmail {
  /** Normalised by `parseMailbox`. */
  readonly address: string;
  readonly type: (typeof emailTypes)[number];
}

export interface Education {
  readonly school: string;
  readonly startYear: number | null;
  readonly endYear: number | null;
}

/** A parsed record of a person. A null means that the record does not have the field; the stored value is then kept. */
export interface PersonRow extends SourcedRow {
  /** The canonical profile page; null if the record identifies its person by e-mail address, or by name and employer. */
  readonly networkUrl: string | null;
  readonly networkId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
  readonly jobTitle: string | null;
  /** The current employer in the fields `company_name`, `company_website` and so on, without regard to `experience`. */
  readonly employer: Employer;
  readonly country: string | null;
  readonly region: string | null;
  readonly locality: string | null;
  readonly postalCode: string | null;
  readonly emails: readonly PersonEmail[] | null;
  readonly phones: readonly string[] | null;
  readonly skills: readonly string[] | null;
  readonly education: readonly Education[] | null;
  readonly experience: readonly Position[] | null;
}

const maxIdLength = 200;

/** The maximum number of positions in a record. It limits the work for one record. Real persons have fewer positions. */
const maxPositions = 1_000;

/**
 * Parses a record of the person import: the catalogue fields, `company_name`, `emails`, `phones`, `skills`, `education` and
 * `experience`. The prefix `contact_` of the fields `contact_network_url`, `contact_network_id`, `contact_country` and
 * `contact_region` may be left out.
 *
 * In a CSV cell, an item of `emails` is written as `jane@acme.com` or `personal:jane@example.com`, an item of `education` as
 * `School@2010-2014`, and an item of `experience` as `title;company_name;company_website;company_network_url;2021-03;2024-01`. The last
 * parts of a position may be left out.
 * @param hosts the accepted host names of profile URLs; null for any host
 */
export function readPerson(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  hosts: readonly string[] | null,
): ParsedRecord<PersonRow> {
  return parseRecord(record, format, (fields) => {
    const networkUrl = personPage(fields, 'network_url', hosts) ?? personPage(fields, 'contact_network_url', hosts);
    const row = {
      networkUrl,
      networkId: fields.identifier('network_id', maxIdLength) ?? fields.identifier('contact_network_id', maxIdLength),
      firstName: fields.name('first_name', maxNameLength),
      lastName: fields.name('last_name', maxNameLength),
      fullName: fields.name('full_name', maxNameLength),
      jobTitle: fields.text('job_title'),
      employer: currentEmployer(fields, hosts),
      country: fields.country('country') ?? fields.country('contact_country'),
      region: fields.text('region') ?? fields.text('contact_region'),
      locality: fields.text('location_locality'),
      postalCode: fields.identifier('location_postal_code'),
      emails: emails(fields),
      phones: distinct(phoneList(fields, 'phones', maxNameLength)),
      skills: distinct(fields.textList('skills', maxNameLength)),
      education: education(fields),
      experience: experience(fields, hosts),
    };
    // A copy of the row with the two further members would take longer than the check of all its values.
    const sourced = Object.assign(row, { source: fields.text('source', maxSourceLength), groups: groupsOf(row) });
    return identifies(sourced) ? sourced : fields.lacks(['network_url', 'contact_network_url'], isMissing);
  });
}

const isMissing = 'is required, or an e-mail address in emails, or the name and the employer of a person on record';

/** Whether a record says which person it is about. The address of a role does so only beside a name. */
function identifies(row: PersonRow): boolean {
  const addresses = row.emails ?? [];
  if (row.networkUrl !== null || addresses.some(({ address }) => identifiesPerson(address))) return true;
  const isNamed = row.fullName !== null || (row.firstName !== null && row.lastName !== null);
  if (isNamed && addresses.length > 0) return true;
  return isNamed && (isKnown(row.employer) || row.experience?.some(({ employer: held }) => isKnown(held)) === true);
}

/** The groups of fields of which a record has values. The group `profile` is always one of them. */
function groupsOf(row: Omit<PersonRow, 'source' | 'groups'>): PersonGroup[] {
  const { jobTitle, employer: of, experience: positions, emails: addresses, phones } = row;
  const has = (...values: readonly unknown[]): boolean => values.some((value) => value !== null);
  const groups: PersonGroup[] = ['profile'];
  if (has(jobTitle, positions, of.name, of.website, of.networkUrl, of.networkId)) groups.push('employment');
  if (has(addresses, phones)) groups.push('contact');
  if (has(row.country, row.region, row.locality, row.postalCode)) groups.push('location');
  if (has(row.skills)) groups.push('skills');
  if (has(row.education)) groups.push('education');
  return groups;
}

function currentEmployer(fields: RecordFields, hosts: readonly string[] | null): Employer {
  const given = employer(fields, hosts);
  return { ...given, networkId: companyId(fields, 'company_network_id') ?? given.networkId };
}

function employer(fields: RecordFields, hosts: readonly string[] | null): Employer {
  return employerOf({
    name: fields.text('company_name', maxNameLength),
    website: websiteHost(fields, 'company_website', [fields.text('company_name')]),
    networkUrl: companyPage(fields, 'company_network_url', hosts)?.canonical ?? null,
  });
}

function emails(fields: RecordFields): PersonRow['emails'] {
  const read = (item: RecordFields): PersonEmail | null => {
    const written = item.requiredText('address');
    const email = written === null ? null : (parseMailbox(written) ?? notAnAddress(item));
    const type = emailType(item);
    // A placeholder is no address, and no fault either: whole files have one where the vendor has no address to sell.
    return email === null || type === null || isPlaceholderAddress(email) ? null : { address: email.address, type };
  };
  const items = fields.items('emails', emailOfCell, read, 'between items');
  return lastOfEach(items, ({ address }) => address);
}

function notAnAddress(item: RecordFields): null {
  return item.fault('address', 'is not an e-mail address');
}

function emailType(item: RecordFields): PersonEmail['type'] | null {
  const text = item.text('type') ?? 'work';
  return emailTypes.find((type) => type === text) ?? item.fault('type', 'must be work or personal');
}

function education(fields: RecordFields): PersonRow['education'] {
  return fields.items('education', educationOfCell, (item) => {
    const school = item.requiredText('school');
    const [startYear, endYear] = [item.year('start_year'), item.year('end_year')];
    return school === null ? null : { school, startYear, endYear };
  });
}

function experience(fields: RecordFields, hosts: readonly string[] | null): PersonRow['experience'] {
  const items = fields.items('experience', positionOfCell, (item) => position(item, hosts));
  if (items === null || items.length <= maxPositions) return items;
  return fields.fault('experience', `must have at most ${maxPositions} items`);
}

/**
 * Reads an item of `experience`. If a date is invalid, the item is left out: without its end date, a former position would count as a
 * current one.
 */
function position(item: RecordFields, hosts: readonly string[] | null): Position | null {
  const [title, held] = [item.text('title'), employer(item, hosts)];
  const faultsBefore = item.faultCount;
  const [startDate, endDate] = [item.startDate('start_date'), item.endDate('end_date')];
  return item.faultCount > faultsBefore ? null : { title, employer: held, startDate, endDate };
}

function emailOfCell(text: string): Record<string, unknown> {
  const [, type, address] = /^([a-z]+):(.*)$/i.exec(text) ?? [];
  return type === undefined || isAddressLabel(type) ? { address: text } : { address, type: type.toLowerCase() };
}

/** Splits `School@2010-2014` into the name and the years. A name may contain `@`, so only years after the last `@` are split off. */
function educationOfCell(text: string): Record<string, unknown> {
  const [, school, start_year, end_year] = /^(.+)@([0-9]*)-([0-9]*)$/.exec(text) ?? [];
  return school === undefined ? { school: text } : { school, start_year, end_year };
}

function positionOfCell(text: string): Record<string, unknown> {
  const [title, company_name, company_website, company_network_url, start_date, end_date] = text.split(';');
  return { title, company_name, company_website, company_network_url, start_date, end_date };
}

/**
 * Computes the names of a person after an import. If the record has no full name, it is composed of first and last name. If the record
 * has only a full name, it is split into first and last name. If this full name is already stored, all stored names are kept instead.
 */
export function namingAfter(given: Naming, stored: Naming): Naming {
  const { firstName, lastName, fullName } = given;
  if (firstName !== null || lastName !== null) {
    const parts = { firstName: firstName ?? stored.firstName, lastName: lastName ?? stored.lastName };
    return { ...parts, fullName: fullName ?? joined(parts) };
  }
  if (fullName === null || fullName === stored.fullName) return stored;
  return { ...splitName(fullName), fullName };
}

function joined({ firstName, lastName }: Pick<Naming, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ');
}
