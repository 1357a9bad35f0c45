import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';

let imports: PersonImport;

function setUp(): void {
  beforeAll(async () => {
    imports = await openPersonImport();
  });
  beforeEach(() => imports.clear());
  afterAll(() => imports.close());
}

const jane = {
  network_url: 'network.com/in/Jane-Doe/',
  contact_network_id: 'ACo1',
  first_name: 'Jane',
  last_name: 'Doe',
  contact_country: 'Germany',
  region: 'Bavaria',
  location_locality: 'Munich',
  location_postal_code: '80331',
  emails: [
    { address: 'Jane.Doe@Acme.com', type: 'work' },
    { address: 'jane@gmail.com', type: 'personal' },
  ],
  phones: ['+49 89 1'],
  skills: ['Kafka', 'Go'],
  education: [{ school: 'TU Munich', start_year: 2005, end_year: 2010 }],
  experience: [
    { title: 'Engineer', company_name: 'Old', start_date: '2012-05', end_date: '2020-12-31' },
    {
      title: 'Chief Technology Officer',
      company_name: 'Acme GmbH',
      company_website: 'www.acme.com',
      start_date: '2021-03',
      end_date: null,
    },
  ],
};

describe('A person import', () => {
  setUp();

  it('stores every kind of field, and derives full name, employer, job title and seniority', async () => {
    expect(await imports.load([jane])).toMatchObject({ read: 1, inserted: 1, updated: 0, rejected: 0 });
    expect(await imports.persons()).toEqual([
      {
        network_url: 'https://www.network.com/in/jane-doe',
        network_id: 'ACo1',
        first_name: 'Jane',
        last_name: 'Doe',
        full_name: 'Jane Doe',
        job_title: 'Chief Technology Officer',
        company_name: 'Acme GmbH',
        company_website: 'acme.com',
        country: 'Germany',
        region: 'Bavaria',
        location_locality: 'Munich',
        location_postal_code: '80331',
        seniority: 'seniority_executive',
        personas: expect.arrayContaining([expect.any(String)]),
        emails: { 'jane.doe@acme.com': 'work', 'jane@gmail.com': 'personal' },
        phones: ['+49 89 1'],
        skills: ['Go', 'Kafka'],
        education: [['TU Munich', 2005, 2010]],
        experience: [
          ['Engineer', 'Old', null, '2012-05-01', '2020-12-31'],
          ['Chief Technology Officer', 'Acme GmbH', null, '2021-03-01', null],
        ],
      },
    ]);
  });

  it('stores a search key for each key of the current employer with each word of the name and with the sound of the name', async () => {
    await imports.load([jane]);
    expect(await imports.blocks()).toEqual([
      'dacme.com doe',
      'dacme.com jane',
      'dacme.com ~n.t',
      'nacme doe',
      'nacme jane',
      'nacme ~n.t',
    ]);
  });

  it('stores the same from a gzipped CSV file as from an NDJSON file', async () => {
    await imports.load([jane]);
    const expected = await imports.persons();
    await imports.clear();
    const csv = [
      'network_url,contact_network_id,first_name,last_name,contact_country,region,location_locality,location_postal_code,emails,phones,skills,education,experience',
      'network.com/in/Jane-Doe/,ACo1,Jane,Doe,Germany,Bavaria,Munich,80331,Jane.Doe@Acme.com|personal:jane@gmail.com,+49 89 1,Kafka|Go,TU Munich@2005-2010,' +
        'Engineer;Old;;;2012-05;2020-12-31|Chief Technology Officer;Acme GmbH;www.acme.com;;2021-03',
    ];
    await imports.load(gzipSync(csv.join('\r\n')), { name: 'persons.csv.gz' });
    expect(await imports.persons()).toEqual(expected);
  });

  it('merges several records of one person in the order of the file', async () => {
    const network_url = 'network.com/in/a';
    const records = [
      { network_url, full_name: 'Ann Lee', skills: ['Go'] },
      { network_url: 'network.com/in/b', full_name: 'Bo Ek' },
      { network_url, contact_country: 'Norway' },
      { network_url: 'https://de.network.com/pub/a', skills: ['Rust'] },
    ];
    expect(await imports.load(records)).toMatchObject({ read: 4, inserted: 2, updated: 2 });
    expect(await imports.persons()).toMatchObject([
      { first_name: 'Ann', last_name: 'Lee', country: 'Norway', skills: ['Rust'] },
      { full_name: 'Bo Ek' },
    ]);
  });
});

describe("A person import of another product's export", () => {
  setUp();

  it('fills the fields of persons, their employers, e-mail addresses and phone numbers from its columns', async () => {
    const csv = [
      'First Name,Last Name,Title,Company,Email,Email Status,Work Direct Phone,Mobile Phone,Person Linkedin Url,Website,City',
      "Jane,Doe,CTO,Acme,Jane Doe <jane@acme.com>,Verified,'+49 89 1,'+49 89 2,https://www.network.com/in/jane,acme.com,Munich",
    ];
    expect(await imports.load(csv.join('\n'), { name: 'contacts.csv' })).toMatchObject({ inserted: 1, ignored: 1 });
    expect(await imports.persons()).toMatchObject([
      {
        network_url: 'https://www.network.com/in/jane',
        full_name: 'Jane Doe',
        job_title: 'CTO',
        company_name: 'Acme',
        company_website: 'acme.com',
        location_locality: 'Munich',
        emails: { 'jane@acme.com': 'work' },
        phones: ['+49 89 1', '+49 89 2'],
      },
    ]);
  });
});

describe('A person import with invalid records', () => {
  setUp();

  it('writes the invalid lines and values into the rejects file, with line number and reason, and imports the other records', async () => {
    const records = [
      { network_url: 'network.com/in/a', full_name: 'A B' },
      { full_name: 'No Page' },
      { network_url: 'network.com/company/acme' },
      { network_url: 'network.com/in/c', emails: [{ address: 'nobody', type: 'work' }] },
      { network_url: 'network.com/in/d', emails: [{ address: 'd@acme.com', type: 'other' }] },
      { network_url: 'network.com/in/e', experience: [{ title: 'CEO', start_date: '2021-13' }] },
      { network_url: 'network.com/in/f', full_name: 'F G' },
    ];
    const summary = { read: 7, inserted: 5, rejected: 2, warnings: 3 };
    expect(await imports.load(records)).toMatchObject(summary);
    const pages = [
      {
        line: 2,
        reason:
          'network_url: is required, or an e-mail address in emails, or the name and the employer of a person on record',
      },
      { line: 3, reason: 'network_url: is not the profile of a person' },
    ];
    expect(await imports.rejects()).toMatchObject([
      ...pages,
      { line: 4, member: 'emails[0].address', warning: 'is not an e-mail address', value: 'nobody' },
      { line: 5, member: 'emails[0].type', warning: 'must be work or personal', value: 'other' },
      {
        line: 6,
        member: 'experience[0].start_date',
        warning: 'must be a date, YYYY-MM-DD, YYYY-MM or YYYY',
        value: '2021-13',
      },
    ]);
    expect(await imports.load(records, { faults: 'reject' })).toMatchObject({ read: 7, rejected: 5, warnings: 0 });
    expect(await imports.rejects()).toMatchObject([
      ...pages,
      { line: 4, reason: 'emails[0].address: is not an e-mail address' },
      { line: 5, reason: 'emails[0].type: must be work or personal' },
      { line: 6, reason: 'experience[0].start_date: must be a date, YYYY-MM-DD, YYYY-MM or YYYY' },
    ]);
  });
});

describe('A person import of stored persons', () => {
  setUp();

  it('rewrites no row when the same file is imported again', async () => {
    const persons = Array.from({ length: 200 }, (_, index) => ({
      ...jane,
      network_url: `network.com/in/jane-${index}`,
      contact_network_id: `id-${index}`,
    }));
    await imports.loadCompanies([{ website: 'acme.com', name: 'Acme', industry: 'Banking' }]);
    expect(await imports.load(persons)).toMatchObject({ inserted: 200, updated: 0 });
    const before = await imports.rowVersions();
    expect(await imports.load(persons)).toMatchObject({ read: 200, inserted: 0, updated: 0, rejected: 0 });
    expect(await imports.rowVersions()).toEqual(before);
  });

  it('stores lost search keys and list items again, and removes others, also if their number has stayed the same', async () => {
    const withoutPage = {
      ...{ emails: [{ address: 'jane.doe@acme.com' }, { address: 'jane@home.test' }] },
      ...{ phones: ['+49 89 2'], skills: ['Rust'] },
    };
    await imports.load([jane]);
    await imports.load([withoutPage]);
    await imports.load([jane]);
    const before = [await imports.persons(), await imports.blocks()];
    await imports.database.pool.query(`
      delete from person_email where address = 'jane@gmail.com';
      delete from person_phone where number = '+49 89 1';
      delete from person_skill where name = 'Go';
      insert into person_skill (person_id, name) select id, 'Cooking' from person;
      delete from person_block where token = 'doe';
      insert into person_block (employer, token, person_id) select distinct employer, 'roe', person_id from person_block`);
    expect([await imports.persons(), await imports.blocks()]).not.toEqual(before);
    expect(await imports.load([jane])).toMatchObject({ inserted: 0, updated: 1 });
    expect([await imports.persons(), await imports.blocks()]).toEqual(before);
  });

  it('changes no field that the record does not have, and replaces lists as a whole', async () => {
    await imports.load([jane]);
    const [before] = await imports.persons();
    const { network_url } = jane;
    expect(await imports.load([{ network_url, skills: ['Rust'], emails: [] }])).toMatchObject({ updated: 1 });
    const { emails: _, ...others } = before ?? {};
    expect(await imports.persons()).toEqual([{ ...others, skills: ['Rust'] }]);
  });

  it('leaves a network id with the person who has it if a record with another profile page has the same id', async () => {
    await imports.load([jane, { network_url: 'network.com/in/other', network_id: 'ACo1', full_name: 'An Other' }]);
    const [first, second] = await imports.persons();
    expect(first?.network_id).toBe('ACo1');
    expect(second?.network_id).toBeUndefined();
  });
});
