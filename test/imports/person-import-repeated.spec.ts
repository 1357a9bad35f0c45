import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { MergeCounts } from '../../src/imports/merging/batch-merge.js';
import { ImportSession } from '../../src/imports/merging/import-session.sql.js';
import { RecordSources } from '../../src/imports/merging/record-sources.js';
import { PersonMerge } from '../../src/imports/persons/person-merge.sql.js';
import { type PersonRow, readPerson } from '../../src/imports/persons/person-record.js';
import { reasonOf } from '../../src/imports/reading/record-fields.js';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';

let imports: PersonImport;

const few = fc.constantFrom('1', '2', '3');
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { freq: 2 });
const position = fc.record({
  title: few,
  company_website: maybe(few.map((label) => `site-${label}.com`)),
  company_name: maybe(few),
  start_date: few.map((digit) => `202${digit}-01`),
  end_date: maybe(few.map((digit) => `202${digit}-06`)),
});
const record = fc.record(
  {
    network_url: few.map((slug) => `network.com/in/p${slug}`),
    network_id: few,
    first_name: few.map((name) => `Ann${name}`),
    full_name: few.map((name) => `Ann Lee ${name}`),
    job_title: few,
    company_website: few.map((label) => `site-${label}.com`),
    company_name: few,
    contact_country: few,
    emails: fc.array(
      few.map((name) => ({ address: `${name}@acme.com` })),
      { maxLength: 2 },
    ),
    skills: fc.array(few, { maxLength: 2 }),
    education: fc.array(
      few.map((school) => ({ school })),
      { maxLength: 2 },
    ),
    experience: fc.array(position, { maxLength: 2 }),
  },
  { requiredKeys: ['network_url'] },
);
const companies = ['1', '2'].map((label) => ({ website: `site-${label}.com`, name: label }));

describe('A batch of persons', () => {
  let session: ImportSession;
  let merge: PersonMerge;

  beforeAll(async () => {
    imports = await openPersonImport();
    session = await ImportSession.open({ connectionString: imports.url });
    merge = await PersonMerge.prepare(
      session,
      imports.suppression,
      '2026-06-15',
      new RecordSources('test', '2026-01-01'),
    );
  });
  afterAll(async () => {
    await session.close();
    await imports.close();
  });

  async function oneByOne(rows: readonly PersonRow[]): Promise<Omit<MergeCounts, 'refused'>> {
    const total = { inserted: 0, updated: 0, contested: 0 };
    for (const row of rows) {
      const counts = await merge.merge([row]);
      total.inserted += counts.inserted;
      total.updated += counts.updated;
      total.contested += counts.contested;
    }
    return total;
  }

  async function stored(): Promise<unknown> {
    return [(await imports.persons()).map(asText).sort(), await imports.blocks(), await imports.due()];
  }

  async function startWith(rows: readonly PersonRow[]): Promise<void> {
    await imports.clear();
    await imports.loadCompanies(companies);
    await oneByOne(rows);
  }

  const some = (constraints: fc.ArrayConstraints): fc.Arbitrary<PersonRow[]> =>
    fc.array(record.map(rowOf), constraints);

  it('has the same result as an import of its records one by one, whatever identifiers they share', async () => {
    await fc.assert(
      fc.asyncProperty(some({ maxLength: 3 }), some({ minLength: 2, maxLength: 6 }), async (before, batch) => {
        await startWith(before);
        const counts = await oneByOne(batch);
        const expected = await stored();
        await startWith(before);
        expect(await merge.merge(batch)).toMatchObject(counts);
        expect(await stored()).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('changes no row when its last record is imported again', async () => {
    await fc.assert(
      fc.asyncProperty(some({ maxLength: 5 }), record.map(rowOf), async (before, last) => {
        await startWith([...before, last]);
        const versions = await imports.rowVersions();
        expect(await merge.merge([last])).toMatchObject({ inserted: 0, updated: 0 });
        expect(await imports.rowVersions()).toEqual(versions);
      }),
      { numRuns: 20 },
    );
  });
});

function rowOf(members: object): PersonRow {
  const { row, faults } = readPerson({ ...members }, 'ndjson', null);
  if (row === null || faults.count > 0) throw new Error(reasonOf(faults));
  return row;
}

function asText(person: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(person).sort(([one], [other]) => (one < other ? -1 : 1)));
}
