import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { memberOf, type Random, randomFor } from '../../tools/random.js';
import { call } from '../support/http/http.js';
import type { Client } from '../support/records/company-api.js';
import { personResultsOf } from '../support/records/person-api.js';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';
import { CommandLine } from '../support/service/command-line.js';
import { killedCommand } from '../support/service/killed-command.js';
import { startTestService, type TestService } from '../support/service/test-service.js';
import { ndjson } from '../support/records/ndjson.js';

let imports: PersonImport;
let service: TestService;
let ours: Client;
const admin = new CommandLine(() => environment());
const environment = (): Record<string, string> => ({ DATABASE_URL: imports.url, DATA_DIR: imports.folder });

beforeAll(async () => {
  imports = await openPersonImport();
  service = await startTestService({ sharing: { database: imports.database, databaseUrl: imports.url } });
  ours = await service.clientOf('ours');
  const definition = JSON.stringify({ technologies: ['Kafka'] });
  await admin.answerOf(['query', 'set', 'ours', 'kafka_users', '--scope', 'company', '--definition', definition]);
});

afterAll(async () => {
  await service.close();
  await imports.close();
});

const givenNames = [
  'Ada',
  'Bruno',
  'Clara',
  'Dmitri',
  'Elena',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Karin',
  'Luca',
];
const familyNames = [
  'Abel',
  'Brandt',
  'Costa',
  'Dorn',
  'Engel',
  'Fuchs',
  'Gomez',
  'Hoffer',
  'Ivanov',
  'Jensen',
  'Keller',
];
const employers = ['anvil.test', 'bolt.test', 'crane.test', 'drill.test'];

/** A person whom the records describe, with the values from which the records are made. */
interface Subject {
  readonly number: number;
  readonly name: string;
  readonly employer: string;
  readonly addresses: readonly [string, string, string];
  /** The profile page; null for a person of whom no record has a page. */
  readonly page: string | null;
  readonly usesKafka: boolean;
}

const subjects = givenNames.flatMap((given, row) =>
  familyNames.map((family, column): Subject => {
    const number = row * familyNames.length + column;
    const employer = memberOf(employers, number % employers.length);
    return {
      number,
      name: `${given} ${family}`,
      employer,
      addresses: [`p${number}@${employer}`, `p${number}@mail.test`, `p${number}@home.test`],
      page: number % 4 === 0 ? null : `https://www.network.com/in/p${number}`,
      usesKafka: number % 3 === 0,
    };
  }),
);

/**
 * The records of a person in four programs. The network knows the profile page. The CRM knows the first two e-mail addresses, and the
 * address book the second and the third. The list of names has no address: it identifies the person by name and employer, so its record
 * can be stored only after another record of the person. Each of the other values is known to only one of the programs.
 */
function recordsOf({ number, name, employer, addresses, page, usesKafka }: Subject): object[] {
  const [first, second, third] = addresses.map((address) => ({ address }));
  const job = { full_name: name, company_website: employer, job_title: 'Engineer' };
  const past = { title: 'Trainee', company_name: 'Past', start_date: '2010', end_date: '2012' };
  const ofNetwork = {
    ...{ network_url: page, ...job, contact_country: 'Norway', emails: [first], phones: [`+47 ${number} 1`] },
    ...{
      skills: ['Go'],
      experience: [{ ...past }, { title: 'Engineer', company_website: employer, start_date: '2012' }],
    },
  };
  return [
    ...(page === null ? [] : [ofNetwork]),
    {
      ...{ ...job, contact_region: 'Oslo', emails: [first, second], phones: [`+47 ${number} 2`] },
      skills: usesKafka ? ['Kafka'] : ['Excel'],
    },
    {
      emails: [second, third],
      phones: [`+47 ${number} 3`],
      education: [{ school: `School ${number}`, start_year: 2000 }],
    },
    { full_name: name, company_website: employer, location_locality: 'Bergen' },
  ];
}

/** What must be stored of a person in the end, whatever the order of the records. */
function expectedOf({ number, name, employer, addresses, page, usesKafka }: Subject): object {
  const hasPage = page !== null;
  return {
    page,
    name,
    company: employer,
    title: 'Engineer',
    country: hasPage ? 'Norway' : null,
    region: 'Oslo',
    locality: 'Bergen',
    addresses: [...addresses].sort(),
    phones: (hasPage ? [1, 2, 3] : [2, 3]).map((digit) => `+47 ${number} ${digit}`),
    skills: [...(hasPage ? ['Go'] : []), usesKafka ? 'Kafka' : 'Excel'].sort(),
    schools: [`School ${number}`],
    positions: hasPage ? ['Engineer', 'Trainee'] : [],
  };
}

interface Stored {
  readonly network_url?: string;
  readonly full_name?: string;
  readonly company?: string;
  readonly job_title?: string;
  readonly country?: string;
  readonly region?: string;
  readonly location_locality?: string;
  readonly emails?: Readonly<Record<string, string>>;
  readonly phones?: readonly string[];
  readonly skills?: readonly string[];
  readonly education?: readonly (readonly unknown[])[];
  readonly experience?: readonly (readonly unknown[])[];
}

/** The stored persons in the form of {@link expectedOf}. */
async function storedPersons(): Promise<object[]> {
  const persons = (await imports.persons()) as Stored[];
  return persons.map((person) => ({
    page: person.network_url ?? null,
    name: person.full_name ?? null,
    company: person.company ?? null,
    title: person.job_title ?? null,
    country: person.country ?? null,
    region: person.region ?? null,
    locality: person.location_locality ?? null,
    addresses: Object.keys(person.emails ?? {}).sort(),
    phones: [...(person.phones ?? [])].sort(),
    skills: [...(person.skills ?? [])].sort(),
    schools: (person.education ?? []).map(([school]) => school),
    positions: (person.experience ?? []).map(([title]) => title).sort(),
  }));
}

const byAddresses = (one: object, other: object): number => JSON.stringify(one).localeCompare(JSON.stringify(other));

const signals = subjects.flatMap(({ page, number }) =>
  page === null
    ? []
    : [
        {
          date: '2026-01-15',
          signal_type: 'Article',
          intent_holder_network_url: page,
          message_text: `Article ${number}`,
        },
      ],
);
const companies = employers.map((website) => ({ website, name: website }));

async function load(kind: string, path: string): Promise<void> {
  const tenant = kind === 'signals' ? ['--tenant', 'ours'] : [];
  const { code, stderr } = await admin.run(['import', kind, path, ...tenant, '--rejects', '/dev/null']);
  if (code !== 0) throw new Error(stderr);
}

/** What an answer says about one of the {@link subjects}: name, profile page and the texts of the signals. */
interface Answered {
  readonly name: unknown;
  readonly page: unknown;
  readonly signals: unknown;
}

async function answered(address: 0 | 1 | 2): Promise<Answered[]> {
  const persons = subjects.map(({ addresses }) => ({ work_email: addresses[address] }));
  const asked = { persons, fields: ['full_name', 'contact_network_url'], allow_signals: {} };
  const results = await personResultsOf(ours, asked);
  return results.map(({ data }) => ({
    name: data.full_name,
    page: data.contact_network_url,
    signals: (data.signals as { message_text: string }[]).map(({ message_text: text }) => text),
  }));
}

/**
 * Imports all records in a random order. The import of each file is first killed and then repeated. Checks what is stored and answered.
 * @returns the number of commands that were killed before their end
 */
async function expectSameEnd(random: Random): Promise<number> {
  let kills = 0;
  await imports.database.pool.query(
    'delete from person; delete from company; delete from signal; delete from stored_answer',
  );
  const records = subjects.flatMap(recordsOf);
  const shuffled = random.sample(records, records.length);
  const files = await Promise.all(
    [0, 1, 2].map(async (part) => {
      const path = join(imports.folder, `part-${part}.ndjson`);
      await writeFile(path, ndjson(shuffled.filter((_, index) => index % 3 === part)));
      return path;
    }),
  );
  const others = { companies, signals };
  for (const [kind, list] of Object.entries(others))
    await writeFile(join(imports.folder, `${kind}.ndjson`), ndjson(list));
  const steps = random.sample(['companies', 'signals', ...files], 5);
  const body = { persons: subjects.map(({ addresses: [work] }) => ({ work_email: work })), fields: ['full_name'] };
  const headers = { 'Idempotency-Key': randomUUID() };
  const ask = async (): Promise<unknown> =>
    (await call(`${ours.baseUrl}/v1/person/enrich`, { apiKey: ours.apiKey, body, headers })).body;
  let first: unknown;
  for (const step of steps) {
    if (!files.includes(step)) {
      await load(step, join(imports.folder, `${step}.ndjson`));
      continue;
    }
    const words = ['import', 'persons', step, '--rejects', '/dev/null'];
    if (await killedCommand(words, environment(), imports, random)) kills += 1;
    await load('persons', step);
    // The answer to a request without any match is not stored, so the first request is sent only now.
    first ??= await ask();
  }
  const expected = subjects.map(expectedOf).toSorted(byAddresses);
  const stored = async (): Promise<object[]> => (await storedPersons()).toSorted(byAddresses);
  const withoutPlace = (persons: object[]): object[] => persons.map((person) => ({ ...person, locality: null }));
  expect(withoutPlace(await stored())).toEqual(withoutPlace(expected));
  // A record of the list of names is stored only if its person is stored already. After this repetition, all of them are stored.
  for (const file of random.sample(files, files.length)) await load('persons', file);

  expect(await stored()).toEqual(expected);
  for (const address of [0, 1, 2] as const) {
    expect(await answered(address)).toEqual(
      subjects.map(({ name, page, number }) => ({ name, page, signals: page === null ? [] : [`Article ${number}`] })),
    );
  }
  expect(await ask()).toEqual(first);
  const asked = { companies: employers.map((website) => ({ website })), fields: ['kafka_users'] };
  const counts = await call(`${ours.baseUrl}/v1/company/enrich`, { apiKey: ours.apiKey, body: asked });
  const countOf = (website: string): number =>
    subjects.filter(({ employer, usesKafka }) => employer === website && usesKafka).length;
  expect(counts.body).toMatchObject({
    results: employers.map((website) => ({ data: { kafka_users: countOf(website) } })),
  });
  return kills;
}

describe('An import of persons with and without profile pages', () => {
  it('leads to the same persons, signals, stored answers and counts in any order of records and files, even if it is killed and repeated', async () => {
    const seed = Date.now() % 1_000_000;
    let kills = 0;
    for (const order of [1, 2]) {
      const label = `seed ${seed}, order ${order}`;
      kills += await expectSameEnd(randomFor(label)).catch((cause: unknown) => {
        throw new Error(`The order was drawn with "${label}"`, { cause });
      });
    }
    expect(kills).toBeGreaterThan(0);
  }, 300_000);
});
