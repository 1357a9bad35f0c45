import { parseEmail } from '../identity/email.js';
import { companyId, companyPage, personPage, websiteHost } from './identifier-fields.js';
import { distinct, lastOfEach, MAX_NAME_LENGTH } from './list-items.js';
import { type Employer, employerOf, type Position } from './person-employment.js';
import { type ParsedRecord, parseRecord, type RecordFields } from './record-fields.js';
import type { RecordFormat } from './record-source.js';

const emailTypes = ['work', 'personal'] as const;

export interface PersonEmail {
  /** As `parseEmail` writes it. */
  readonly address: string;
  readonly type: (typeof emailTypes)[number];
}

export interface Education {
  readonly school: string;
  readonly startYear: number | null;
  readonly endYear: number | null;
}

/** A person as a record describes them. Null means absent: what is stored stays. */
export interface PersonRow {
  /** Canonical. */
  readonly networkUrl: string;
  readonly networkId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
  readonly jobTitle: string | null;
  /** What the record itself says of the current employer. */
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

const MAX_ID_LENGTH = 200;

/** Longer lists than anybody's, so that one record cannot be a burden. */
const MAX_POSITIONS = 1_000;

/**
 * Reads a record of the person import: the fields of the catalogue, `company_name`, `emails`, `phones`, `skills`,
 * `education` and `experience`. Members with other names are ignored; `network_url`, `network_id`, `country` and `region`
 * may stand with or without `contact_`.
 *
 * In a CSV cell, an e-mail is `jane@acme.com` or `personal:jane@example.com`, an education `School@2010-2014`, and a
 * position `title;company_name;company_website;company_network_url;2021-03;2024-01`, from whose end parts may be missing.
 * @param hosts the only host names that profile URLs may have; null for any
 */
export function readPerson(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  hosts: readonly string[] | null,
): ParsedRecord<PersonRow> {
  return parseRecord(record, format, (fields) => ({
    networkUrl:
      personPage(fields, 'network_url', hosts) ??
      personPage(fields, 'contact_network_url', hosts) ??
      fields.refuse('network_url', 'is required'),
    networkId: fields.identifier('network_id', MAX_ID_LENGTH) ?? fields.identifier('contact_network_id', MAX_ID_LENGTH),
    firstName: fields.text('first_name', MAX_NAME_LENGTH),
    lastName: fields.text('last_name', MAX_NAME_LENGTH),
    fullName: fields.text('full_name', MAX_NAME_LENGTH),
    jobTitle: fields.text('job_title'),
    employer: currentEmployer(fields, hosts),
    country: fields.text('country') ?? fields.text('contact_country'),
    region: fields.text('region') ?? fields.text('contact_region'),
    locality: fields.text('location_locality'),
    postalCode: fields.text('location_postal_code'),
    emails: emails(fields),
    phones: distinct(fields.textList('phones', MAX_NAME_LENGTH)),
    skills: distinct(fields.textList('skills', MAX_NAME_LENGTH)),
    education: education(fields),
    experience: experience(fields, hosts),
  }));
}

function currentEmployer(fields: RecordFields, hosts: readonly string[] | null): Employer {
  const said = employer(fields, hosts);
  return { ...said, networkId: companyId(fields, 'company_network_id') ?? said.networkId };
}

function employer(fields: RecordFields, hosts: readonly string[] | null): Employer {
  return employerOf({
    name: fields.text('company_name', MAX_NAME_LENGTH),
    website: websiteHost(fields, 'company_website'),
    networkUrl: companyPage(fields, 'company_network_url', hosts)?.canonical ?? null,
  });
}

function emails(fields: RecordFields): PersonRow['emails'] {
  const items = fields.items('emails', emailOfCell)?.map((item) => {
    const address =
      parseEmail(item.requiredText('address'))?.address ?? item.refuse('address', 'is not an e-mail address');
    return { address, type: emailType(item) };
  });
  return lastOfEach(items, ({ address }) => address);
}

function emailType(item: RecordFields): PersonEmail['type'] {
  const text = item.text('type') ?? 'work';
  return emailTypes.find((type) => type === text) ?? item.refuse('type', 'must be work or personal');
}

function education(fields: RecordFields): PersonRow['education'] {
  const items = fields.items('education', educationOfCell)?.map((item) => ({
    school: item.requiredText('school'),
    startYear: item.integer('start_year'),
    endYear: item.integer('end_year'),
  }));
  return items ?? null;
}

function experience(fields: RecordFields, hosts: readonly string[] | null): PersonRow['experience'] {
  const items = fields.items('experience', positionOfCell);
  if (items === null) return null;
  if (items.length > MAX_POSITIONS) return fields.refuse('experience', `must have at most ${MAX_POSITIONS} items`);
  return items.map((item) => ({
    title: item.text('title'),
    employer: employer(item, hosts),
    startDate: item.dateOrMonth('start_date'),
    endDate: item.dateOrMonth('end_date'),
  }));
}

function emailOfCell(text: string): Record<string, unknown> {
  const [, type, address] = /^([a-z]+):(.*)$/i.exec(text) ?? [];
  return type === undefined ? { address: text } : { address, type: type.toLowerCase() };
}

/** Names of schools may hold an `@` of their own, so only years after the last one count. */
function educationOfCell(text: string): Record<string, unknown> {
  const [, school, start_year, end_year] = /^(.+)@([0-9]*)-([0-9]*)$/.exec(text) ?? [];
  return school === undefined ? { school: text } : { school, start_year, end_year };
}

function positionOfCell(text: string): Record<string, unknown> {
  const [title, company_name, company_website, company_network_url, start_date, end_date] = text.split(';');
  return { title, company_name, company_website, company_network_url, start_date, end_date };
}
