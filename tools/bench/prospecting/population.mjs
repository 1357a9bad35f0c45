// The companies that are prospected, the tenants' own company, and where all their people were before: as table rows, copied
// straight into PostgreSQL. Careers and names are those of the large data set; only the current employer is set.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { randomFor } from '../../random.mjs';
import { root } from '../../../scripts/prepare.mjs';
import { dataSet, pageOf } from '../data/records.mjs';
import { schools } from '../data/tables.mjs';

/** So few former employers that a company of thousands meets everybody's former colleagues, and the largest in most careers. */
const formerEmployers = 200;
const positionsEach = 4;
/** Employers that nobody has on record, which are told by their names. */
const shareOffRecord = 0.3;
export const ownEmployees = 3_000;

const built = (...path) => import(pathToFileURL(join(root, 'dist', ...path)).href);
export const prospectedPage = (employees) => pageOf('company', `prospected-${employees}`);
export const ownPage = pageOf('company', 'own');

/** @returns a function that tells what the service's import would have read from a title */
async function titleReader() {
  const { personasOf } = await built('person', 'personas.js');
  const { seniorityOf } = await built('person', 'seniority.js');
  const known = new Map();
  return (title) => {
    if (!known.has(title)) known.set(title, { personas: personasOf(title), seniority: seniorityOf(title) });
    return known.get(title);
  };
}

/**
 * @param {number[]} sizes of the companies that are prospected, in employees
 * @returns `rows(table)`, the rows of a table as objects by column, one after the other, and `employers`, the id of each company
 *   whose people are read, by its page
 */
export async function populationOf(sizes) {
  const staffed = [
    ...sizes.map((size) => ({ page: prospectedPage(size), size })),
    { page: ownPage, size: ownEmployees },
  ];
  const persons = staffed.reduce((sum, { size }) => sum + size, 0);
  const set = dataSet({ companies: formerEmployers, persons, experience: persons * positionsEach, signals: 0 });
  const former = Array.from({ length: formerEmployers }, (_, number) => set.company(number));
  const known = { set, former, idOf: new Map(former.map(({ website }, place) => [website, place + 1])) };
  const companies = staffed.map((company, place) => ({ ...company, id: formerEmployers + 1 + place }));
  const read = await titleReader();
  const tables = {
    company: () => companyRows(former, companies),
    company_technology: () => technologyRows(former, companies),
    company_headcount: () => headcountRows(former, companies),
    person: () => personRows(companies, known, read),
    person_skill: () => skillRows(companies, known),
    person_education: () => educationRows(companies),
    person_experience: () => experienceRows(companies, known),
  };
  return {
    tables: Object.keys(tables),
    rows: (table) => tables[table](),
    employers: new Map(companies.map(({ page, id }) => [page, id])),
  };
}

function* companyRows(former, companies) {
  for (const [place, { name, network_url, industry, location_country }] of former.entries()) {
    yield { id: place + 1, network_url, name, industry, location_country };
  }
  const [{ industry, location_country }] = former;
  for (const { id, page, size } of companies) {
    yield { id, network_url: page, name: `Company of ${size}`, industry, location_country };
  }
}

function* technologyRows(former, companies) {
  for (const [place, { technologies }] of former.entries()) {
    for (const { name, first_seen } of technologies)
      yield { company_id: place + 1, name, first_seen: `${first_seen}-01` };
  }
  for (const { id } of companies) {
    for (const name of ['Jenkins', 'Terraform']) yield { company_id: id, name, first_seen: null };
  }
}

function* headcountRows(former, companies) {
  const { headcount_history } = former.find(({ headcount_history: history }) => history.length > 0);
  for (const { id } of companies) {
    for (const { month, total, tech } of headcount_history) yield { company_id: id, month: `${month}-01`, total, tech };
  }
}

/** Everybody by number, with the company that employs them. */
function* everybody(companies) {
  let number = 0;
  for (const company of companies) {
    for (let place = 0; place < company.size; place += 1, number += 1) yield { number, company };
  }
}

function* personRows(companies, { set }, read) {
  for (const { number, company } of everybody(companies)) {
    const person = set.person(number);
    const [{ title }] = person.experience;
    const { personas, seniority } = read(title);
    const { network_url, first_name, last_name, full_name, location_locality } = person;
    const name = { network_url, first_name, last_name, full_name, location_locality };
    const place = { country: person.contact_country, region: person.contact_region };
    yield { id: number + 1, company_id: company.id, job_title: title, ...name, ...place, personas, seniority };
  }
}

function* skillRows(companies, { set }) {
  for (const { number } of everybody(companies)) {
    for (const name of set.person(number).skills) yield { person_id: number + 1, name };
  }
}

function* educationRows(companies) {
  for (const { number } of everybody(companies)) {
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

function* experienceRows(companies, { set, former, idOf }) {
  for (const { number, company } of everybody(companies)) {
    const random = randomFor(`employers ${number}`);
    for (const [place, { title, company_website, start_date, end_date }] of set.person(number).experience.entries()) {
      const end = end_date === null || place === 0 ? null : `${end_date}-01`;
      const dates = { title, start_date: `${start_date}-01`, end_date: end };
      const id = idOf.get(company_website);
      const isOffRecord = random.chance(shareOffRecord);
      const company_name = isOffRecord && place > 0 ? `${former[id - 1].name} Labs` : null;
      const company_id = place === 0 ? company.id : isOffRecord ? null : id;
      yield { person_id: number + 1, ...dates, company_id, company_name };
    }
  }
}
