// Fills a database with the companies for which runs are started, the own company of a tenant, and the former employers of all their
// employees. The rows are copied straight into PostgreSQL. Careers and names are those of the large data set, with another current
// employer.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { personasOf, seniorityOf } from '#dist/titles/seniority';
import { memberOf, randomFor } from '../../random.js';
import { type CompanyRecord, type DataSet, dataSet, pageOf } from '../data/records.js';
import { schools } from '../data/tables.js';
import { withClient, type World } from '../data/world.js';

/**
 * The number of former employers. It is small, so that in a company with thousands of employees everybody has colleagues from an earlier
 * employer.
 */
const formerEmployers = 200;
const positionsEach = 4;
/** The share of former positions whose employer is not on record and is known only by its name. */
const shareOffRecord = 0.3;
export const ownEmployees = 3_000;

export const prospectedPage = (employees: number): string => pageOf('company', `prospected-${employees}`);
export const ownPage = pageOf('company', 'own');

interface StaffedCompany {
  readonly id: number;
  readonly page: string;
  /** The number of employees of the company. */
  readonly size: number;
}

/**
 * What the persons of a population are made from: the large data set, which gives them names and careers, and their former employers.
 */
interface Background {
  readonly set: DataSet;
  readonly former: readonly CompanyRecord[];
  /** The ids of the former employers by website. */
  readonly idOf: ReadonlyMap<string, number>;
}

type Row = Readonly<Record<string, string | number | null | undefined | readonly string[]>>;

export interface Population {
  /** A function for each table, which yields its rows. The tables are in an order that foreign keys allow. */
  readonly tables: Readonly<Record<string, () => Generator<Row>>>;
  /** The ids of the companies whose employees are read, by their profile pages. */
  readonly employers: ReadonlyMap<string, number>;
}

/** A function that returns the personas and the seniority of a title, as an import stores them. Each title is read only once. */
function titleReader(): (title: string) => Row {
  const known = new Map<string, Row>();
  return (title) => {
    const reading = known.get(title) ?? { personas: personasOf(title), seniority: seniorityOf(title) };
    known.set(title, reading);
    return reading;
  };
}

/** The rows of all tables. @param sizes the number of employees of each company for which runs are started */
export function populationOf(sizes: readonly number[]): Population {
  const staffed = [
    ...sizes.map((size) => ({ page: prospectedPage(size), size })),
    { page: ownPage, size: ownEmployees },
  ];
  const persons = staffed.reduce((sum, { size }) => sum + size, 0);
  const set = dataSet({ companies: formerEmployers, persons, experience: persons * positionsEach, signals: 0 });
  const former = Array.from({ length: formerEmployers }, (_, number) => set.company(number));
  const known: Background = { set, former, idOf: new Map(former.map(({ website }, index) => [website, index + 1])) };
  const companies = staffed.map((company, index) => ({ ...company, id: formerEmployers + 1 + index }));
  const read = titleReader();
  const tables = {
    company: () => companyRows(former, companies),
    company_technology: () => technologyRows(former, companies),
    company_headcount: () => headcountRows(former, companies),
    person: () => personRows(companies, known, read),
    person_skill: () => skillRows(companies, known),
    person_education: () => educationRows(companies),
    person_experience: () => experienceRows(companies, known),
  };
  return { tables, employers: new Map(companies.map(({ page, id }) => [page, id])) };
}

/** Copies all rows of a population into the tables of a database, which must be empty. */
export async function fill(world: World, { tables }: Population): Promise<void> {
  await withClient(world.databaseUrl, async (client) => {
    for (const [table, rows] of Object.entries(tables)) {
      const first = rows().next();
      if (first.done === true) continue;
      const columns = Object.keys(first.value);
      const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
      await pipeline(Readable.from(copyChunks(rows(), columns)), target);
    }
    await client.query('vacuum analyze');
  });
}

const chunkLength = 262_144;

function* copyChunks(rows: Iterable<Row>, columns: readonly string[]): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += `${columns.map((column) => fieldOf(row[column])).join('\t')}\n`;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const escapes = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\r', '\\r'],
  ['\n', '\\n'],
]);

/** A value in the text format of COPY. */
function fieldOf(value: Row[string]): string {
  if (value === null || value === undefined) return '\\N';
  const text = typeof value === 'object' ? `{${value.map((entry) => JSON.stringify(entry)).join(',')}}` : String(value);
  return text.replace(/[\\\t\r\n]/g, (character) => escapes.get(character) ?? character);
}

function* companyRows(former: readonly CompanyRecord[], companies: readonly StaffedCompany[]): Generator<Row> {
  for (const [index, { name, network_url, industry, location_country }] of former.entries()) {
    yield { id: index + 1, network_url, name, industry, location_country };
  }
  const { industry, location_country } = memberOf(former, 0);
  for (const { id, page, size } of companies) {
    yield { id, network_url: page, name: `Company of ${size}`, industry, location_country };
  }
}

function* technologyRows(former: readonly CompanyRecord[], companies: readonly StaffedCompany[]): Generator<Row> {
  for (const [index, { technologies }] of former.entries()) {
    for (const { name, first_seen } of technologies)
      yield { company_id: index + 1, name, first_seen: `${first_seen}-01` };
  }
  for (const { id } of companies) {
    for (const name of ['Jenkins', 'Terraform']) yield { company_id: id, name, first_seen: null };
  }
}

function* headcountRows(former: readonly CompanyRecord[], companies: readonly StaffedCompany[]): Generator<Row> {
  const headcount_history = former.map((company) => company.headcount_history).find(({ length }) => length > 0) ?? [];
  for (const { id } of companies) {
    for (const { month, total, tech } of headcount_history) yield { company_id: id, month: `${month}-01`, total, tech };
  }
}

/** All persons, each with a number and an employer. The numbers begin with 0 and run on from company to company. */
function* allEmployees(companies: readonly StaffedCompany[]): Generator<{ number: number; company: StaffedCompany }> {
  let number = 0;
  for (const company of companies) {
    for (let index = 0; index < company.size; index += 1, number += 1) yield { number, company };
  }
}

function* personRows(
  companies: readonly StaffedCompany[],
  { set }: Background,
  read: (title: string) => Row,
): Generator<Row> {
  for (const { number, company } of allEmployees(companies)) {
    const person = set.person(number);
    const { title } = memberOf(person.experience, 0);
    const { network_url, first_name, last_name, full_name, location_locality } = person;
    const name = { network_url, first_name, last_name, full_name, location_locality };
    const place = { country: person.contact_country, region: person.contact_region };
    yield { id: number + 1, company_id: company.id, job_title: title, ...name, ...place, ...read(title) };
  }
}

function* skillRows(companies: readonly StaffedCompany[], { set }: Background): Generator<Row> {
  for (const { number } of allEmployees(companies)) {
    for (const name of set.person(number).skills) yield { person_id: number + 1, name };
  }
}

function* educationRows(companies: readonly StaffedCompany[]): Generator<Row> {
  for (const { number } of allEmployees(companies)) {
    const random = randomFor(`studies ${number}`);
    if (random.chance(0.3)) continue;
    const start_year = random.whole(1985, 2016);
    yield {
      person_id: number + 1,
      school: random.pick(schools),
      start_year,
      end_year: start_year + random.whole(3, 5),
    };
  }
}

function* experienceRows(companies: readonly StaffedCompany[], { set, former, idOf }: Background): Generator<Row> {
  for (const { number, company } of allEmployees(companies)) {
    const random = randomFor(`employers ${number}`);
    for (const [index, position] of set.person(number).experience.entries()) {
      const { title, company_website, start_date, end_date } = position;
      const end = end_date === null || index === 0 ? null : `${end_date}-01`;
      const dates = { title, start_date: `${start_date}-01`, end_date: end };
      const id = idOf.get(company_website) ?? 0;
      const isOffRecord = random.chance(shareOffRecord);
      const company_name = isOffRecord && index > 0 ? `${memberOf(former, id - 1).name} Labs` : null;
      const company_id = index === 0 ? company.id : isOffRecord ? null : id;
      yield { person_id: number + 1, ...dates, company_id, company_name };
    }
  }
}
