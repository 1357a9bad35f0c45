import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { ImportSession } from '../../src/imports/merging/import-session.sql.js';
import { RecordSources } from '../../src/imports/merging/record-sources.js';
import { PersonMerge } from '../../src/imports/persons/person-merge.sql.js';
import { type PersonRow, readPerson } from '../../src/imports/persons/person-record.js';
import { reasonOf } from '../../src/imports/reading/record-fields.js';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';

/**
 * These tests import the same records in random orders. The records are divided into files, and some records are repeated. The import of
 * some files is first killed and then repeated.
 *
 * What must be the same in every order:
 * - the persons, each identified by its profile page and its addresses
 * - their phone numbers, skills, education and positions, without regard to the order in the lists
 * - which values are known. The job is an exception, because a later history without a current position removes it.
 *
 * If records state different values, the last one decides. So a value must only be one of those that the records of the person state.
 */
let imports: PersonImport;
let session: ImportSession;
let merge: PersonMerge;

const today = '2026-06-15';
const names = ['Jane Doe', 'John Smith', 'Maria Rossi', 'Peter Novak'];
const shared = 'info@acme.com';

/** A record about one of the persons of {@link names}. `who` is the index of the person. */
interface Said {
  readonly who: number;
  readonly record: Readonly<Record<string, unknown>> & { readonly network_url?: string; readonly full_name?: string };
}

const who = fc.nat({ max: names.length - 1 });
const some = (prefix: string): fc.Arbitrary<string[]> =>
  fc.subarray(['1', '2', '3'].map((digit) => `${prefix}${digit}`));
const maybe = fc.boolean();

function employed(index: number): object {
  return { company_name: 'Acme', company_website: 'acme.com', job_title: ['CTO', 'Engineer', 'Clerk', 'CEO'][index] };
}

/** A record with a profile page. All records of a page have the same lists: otherwise the last list would count, so the order mattered. */
const ofPage = fc
  .tuple(who, fc.record({ emails: maybe, phones: maybe, skills: maybe, experience: maybe, name: maybe }))
  .map(([index, has]): Said => {
    const lists = {
      emails: [{ address: `p${index}-1@mail.example` }, { address: `p${index}-2@mail.example`, type: 'personal' }],
      phones: [`+49 ${index} 1`, `+49 ${index} 2`],
      skills: ['Go', `Skill ${index}`],
      experience: [{ title: 'Engineer', company_name: 'Old', start_date: '2010', end_date: '2015' }],
    };
    return {
      who: index,
      record: {
        network_url: `network.com/in/p${index}`,
        ...(has.name && { full_name: names[index] ?? '' }),
        contact_country: 'Norway',
        emails: has.emails ? lists.emails : undefined,
        phones: has.phones ? lists.phones : undefined,
        skills: has.skills ? lists.skills : undefined,
        experience: has.experience ? lists.experience : undefined,
      },
    };
  });

const ofAddress = fc
  .tuple(
    who,
    some(''),
    fc.record({ name: maybe, job: maybe, phones: some('+1 555 010 '), skills: some('Skill '), at: some('') }),
  )
  .filter(([, addresses]) => addresses.length > 0)
  .map(([index, addresses, has]): Said => ({
    who: index,
    record: {
      ...(has.name && { full_name: names[index] ?? '' }),
      contact_region: addresses.length > 1 ? 'North' : 'South',
      ...(has.job && employed(index)),
      emails: addresses.map((digit) => ({ address: `p${index}-${digit}@mail.example` })),
      phones: has.phones,
      skills: has.skills,
      education: has.at.map((digit) => ({ school: `School ${digit}`, start_year: 2000 })),
      experience: has.at.map((digit) => ({
        title: `Job ${digit}`,
        company_name: 'Past',
        start_date: '2001',
        end_date: '2002',
      })),
    },
  }));

/** A record that identifies its person by name and employer, so it never creates one. It only states the city, which is not compared. */
const ofName = who.map((index): Said => ({
  who: index,
  record: {
    full_name: names[index] ?? '',
    company_name: 'Acme',
    company_website: 'acme.com',
    location_locality: 'Oslo',
  },
}));

/**
 * How records are imported: for each file the indexes of its records, and the milliseconds after which its first import is killed; null if
 * it is not killed.
 */
interface Order {
  readonly files: readonly (readonly number[])[];
  readonly kills: readonly (number | null)[];
}

function orders(count: number): fc.Arbitrary<Order> {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const shuffled = fc.shuffledSubarray(indexes, { minLength: count });
  const repeated = fc.shuffledSubarray(indexes, { maxLength: Math.min(3, count) });
  const cut = fc.integer({ min: 1, max: 4 });
  const kills = fc.array(fc.option(fc.nat({ max: 25 }), { freq: 2 }), { minLength: 20, maxLength: 20 });
  return fc.tuple(shuffled, repeated, cut, kills).map(([first, again, size, killed]) => {
    const all = [...first, ...again];
    const files = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
      all.slice(index * size, (index + 1) * size),
    );
    return { files, kills: killed };
  });
}

const twoOrders = (said: fc.Arbitrary<Said[]>): fc.Arbitrary<[Said[], Order, Order]> =>
  said.chain((records) => fc.tuple(fc.constant(records), orders(records.length), orders(records.length)));

async function openSession(): Promise<void> {
  session = await ImportSession.open({ connectionString: imports.url });
  merge = await PersonMerge.prepare(session, imports.suppression, today, new RecordSources('test', today));
}

/** Imports a file, and lets PostgreSQL end the session during the import, as if the process had been killed. */
async function killedImport(rows: readonly PersonRow[], afterMs: number): Promise<void> {
  const [pid] = await session.column('select pg_backend_pid()');
  const merging = merge.merge(rows).catch(() => undefined);
  await sleep(afterMs);
  await imports.database.pool.query('select pg_terminate_backend($1::int)', [pid]);
  await merging;
  await session.close();
  await openSession();
}

async function importAll(said: readonly Said[], { files, kills }: Order): Promise<Stored[]> {
  await imports.clear();
  for (const [index, file] of files.entries()) {
    const rows = file.map((place) => rowOf(said[place]?.record ?? {}));
    const killedAfter = kills[index] ?? null;
    if (killedAfter !== null) await killedImport(rows, killedAfter);
    await merge.merge(rows);
  }
  return imports.persons();
}

interface Stored {
  readonly network_url?: string;
  readonly full_name?: string;
  readonly country?: string;
  readonly region?: string;
  readonly job_title?: string;
  readonly emails?: Readonly<Record<string, string>>;
  readonly phones?: readonly string[];
  readonly skills?: readonly string[];
  readonly education?: readonly unknown[];
  readonly experience?: readonly unknown[];
}

/** The parts of a stored person that must be the same in every order; see the list at the beginning of this file. */
function comparable(person: Stored): object {
  const texts = (items: readonly unknown[] = []): string[] => items.map((item) => JSON.stringify(item)).sort();
  return {
    page: person.network_url ?? null,
    addresses: Object.keys(person.emails ?? {}).sort(),
    known: [person.full_name, person.country, person.region].map((value) => value !== undefined),
    phones: texts(person.phones),
    skills: texts(person.skills),
    education: texts(person.education),
    experience: texts(person.experience),
  };
}

function compared(persons: readonly Stored[]): string[] {
  return persons.map((person) => JSON.stringify(comparable(person))).sort();
}

/** Groups the records by person: records with the same page or with a common address are about one person. */
function meant(said: readonly Said[]): Said[][] {
  let groups: { keys: Set<string>; said: Said[] }[] = [];
  for (const one of said) {
    const keys = new Set(keysOf(one));
    if (keys.size === 0) continue;
    const same = groups.filter((group) => [...keys].some((key) => group.keys.has(key)));
    groups = groups.filter((group) => !same.includes(group));
    const merged = [...same, { keys, said: [one] }];
    groups.push({
      keys: new Set(merged.flatMap((group) => [...group.keys])),
      said: merged.flatMap((group) => group.said),
    });
  }
  return groups.map((group) => group.said);
}

function keysOf({ record }: Said): string[] {
  const { networkUrl, emails } = rowOf(record);
  return [networkUrl ?? [], (emails ?? []).map(({ address }) => address)].flat();
}

/** The person that must be stored after an import of these records, all of which are about one person. */
function expectedOf(said: readonly Said[]): Stored {
  const rows = said.map(({ record }) => rowOf(record));
  const any = <T>(valueOf: (row: PersonRow) => T | null): { value?: T } => {
    const value = rows.map(valueOf).find((one) => one !== null && one !== undefined);
    return value === undefined ? {} : { value };
  };
  const all = <T>(listOf: (row: PersonRow) => readonly T[] | null): T[] => [
    ...new Map(rows.flatMap((row) => listOf(row) ?? []).map((item) => [JSON.stringify(item), item])).values(),
  ];
  const page = any((row) => row.networkUrl).value;
  return {
    ...(page !== undefined && { network_url: page }),
    ...(any((row) => row.fullName).value !== undefined && { full_name: '' }),
    ...(any((row) => row.country).value !== undefined && { country: '' }),
    ...(any((row) => row.region).value !== undefined && { region: '' }),
    emails: Object.fromEntries(
      all((row) => row.emails?.map(({ address }) => address) ?? null).map((address) => [address, '']),
    ),
    phones: all((row) => row.phones),
    skills: all((row) => row.skills),
    education: all((row) => row.education).map(({ school, startYear, endYear }) => [school, startYear, endYear]),
    experience: all((row) => row.experience).map(({ title, employer, startDate, endDate }) => [
      ...[title, employer.name, null],
      ...[startDate, endDate],
    ]),
  };
}

/** Checks that each stored value is one of those that the records of the person state. */
function expectStatedValues(persons: readonly Stored[], said: readonly Said[]): void {
  for (const person of persons) {
    const own = said.filter((one) =>
      keysOf(one).some((key) => key === person.network_url || Object.keys(person.emails ?? {}).includes(key)),
    );
    const rows = own.map(({ record }) => rowOf(record));
    if (person.full_name !== undefined) expect(rows.map((row) => row.fullName)).toContain(person.full_name);
    if (person.region !== undefined) expect(rows.map((row) => row.region)).toContain(person.region);
    if (person.job_title !== undefined) expect(rows.map((row) => row.jobTitle)).toContain(person.job_title);
  }
}

function rowOf(members: object): PersonRow {
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  const { row, faults } = readPerson(given, 'ndjson', null);
  if (row === null || faults.count > 0) throw new Error(reasonOf(faults));
  return row;
}

describe('Records with and without profile pages, in any order', () => {
  beforeAll(async () => {
    imports = await openPersonImport();
    await openSession();
  });
  afterAll(async () => {
    await session.close();
    await imports.close();
  });

  it('lead to exactly the persons whom the records describe, with all their addresses and lists', async () => {
    const said = fc.array(fc.oneof({ weight: 3, arbitrary: ofPage }, { weight: 5, arbitrary: ofAddress }, ofName), {
      minLength: 2,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(twoOrders(said), async ([records, one, other]) => {
        const expected = compared(meant(records).map(expectedOf));
        for (const order of [one, other]) {
          const persons = await importAll(records, order);
          expect(compared(persons)).toEqual(expected);
          expectStatedValues(persons, records);
        }
      }),
      { numRuns: 25 },
    );
  }, 240_000);

  it('lead to separate persons with all their own addresses if the names differ, even if the records share an address, which at most one of them gets', async () => {
    const own = fc.array(fc.oneof(ofPage, ofAddress), { minLength: 2, maxLength: 6 });
    const named = own.map((records) => records.map(withName));
    const said = fc
      .tuple(named, fc.subarray([0, 1, 2, 3], { minLength: 2 }))
      .map(([records, sharing]) => sharing.reduce(withShared, records));
    await fc.assert(
      fc.asyncProperty(twoOrders(said), async ([records, one, other]) => {
        const apart = records.map(withoutShared);
        const expected = meant(apart).map(expectedOf).map(identityOf).sort();
        for (const order of [one, other]) {
          const persons = await importAll(records, order);
          expect(persons.map(identityOf).sort()).toEqual(expected);
          // If one file has several of these records, the address identifies none of their persons, and is left out.
          expect(persons.filter(({ emails = {} }) => shared in emails).length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 15 },
    );
  }, 240_000);
});

/**
 * Gives the shared address to a person: to all records of the person's page that have addresses. If there is no such record, it is given to
 * one additional record. In several records without a page, the address alone could join them in some orders.
 */
function withShared(said: Said[], index: number): Said[] {
  const own = said.filter((each) => each.who === index && each.record.emails !== undefined);
  const add = ({ record }: Said): Said => {
    const emails = [...(record.emails as object[]), { address: shared }];
    return { who: index, record: { ...record, emails } };
  };
  const ofItsPage = own.filter(({ record }) => record.network_url !== undefined);
  if (ofItsPage.length > 0) return said.map((each) => (ofItsPage.includes(each) ? add(each) : each));
  const [
    first = {
      who: index,
      record: { full_name: names[index] ?? '', emails: [{ address: `p${index}-9@mail.example` }] },
    },
  ] = own;
  return [...said, add(first)];
}

function withName(said: Said): Said {
  return { ...said, record: { ...said.record, full_name: names[said.who] ?? '' } };
}

function withoutShared({ who: index, record }: Said): Said {
  const emails = (record.emails as { address: string }[] | undefined)?.filter(({ address }) => address !== shared);
  return { who: index, record: { ...record, emails } };
}

/** The page and the own addresses of a person. */
function identityOf({ network_url: page, emails = {} }: Stored): string {
  const own = Object.keys(emails).filter((address) => address !== shared);
  return JSON.stringify([page ?? null, own.sort()]);
}
