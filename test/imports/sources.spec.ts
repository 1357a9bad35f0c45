import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';
import { CommandLine } from '../support/service/command-line.js';
import { ndjson } from '../support/records/ndjson.js';

let service: PersonService;
let folder: string;
let document: OpenApiDocument;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startPersonService({});
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

interface Summary {
  readonly inserted: number;
  readonly updated: number;
}

/** Imports records from a file with this name. */
async function load(
  kind: 'companies' | 'persons',
  name: string,
  records: readonly object[],
  ...options: string[]
): Promise<Summary> {
  const file = join(folder, name);
  await writeFile(file, ndjson(records));
  return admin.answerOf<Summary>(['import', kind, file, ...options]);
}

const show = <T>(...words: string[]) => admin.answerOf<T>([...words, '--json']);

interface Sourced {
  readonly sources: Readonly<Record<string, { readonly source: string; readonly confirmed: string }>>;
}

async function ask(path: string, body: object): Promise<Answer> {
  const answer = await call(`${service.baseUrl}${path}`, { apiKey: service.ours.apiKey, body });
  expect([answer.status, document.faultsOfAnswer('POST', path, answer)]).toEqual([200, []]);
  return answer;
}

const company = { website: 'acme.test', name: 'Acme', industry: 'Machinery', location_country: 'Germany' };
const person = {
  ...{ network_url: 'network.com/in/jane', full_name: 'Jane Doe', job_title: 'Engineer' },
  ...{ company_website: 'acme.test', emails: [{ address: 'jane@acme.test' }], contact_country: 'Germany' },
};
const from = (source: string, confirmed = today) => ({ source, confirmed });

describe('An import', () => {
  it('stores the source of each group of fields: the one in the record, else the option --source, else the name of the file', async () => {
    expect(await load('companies', 'first.ndjson', [company])).toMatchObject({ inserted: 1 });
    expect((await show<Sourced>('company', 'show', 'acme.test')).sources).toEqual({
      profile: from('first.ndjson'),
      firmographics: from('first.ndjson'),
      location: from('first.ndjson'),
    });
    const funding = { website: 'acme.test', funding_last_type: 'Series A' };
    await load('companies', 'second.ndjson', [funding], '--source', 'Trade register');
    await load('companies', 'third.ndjson', [{ website: 'acme.test', location_country: 'France', source: 'Partner' }]);
    expect((await show<Sourced>('company', 'show', 'acme.test')).sources).toEqual({
      profile: from('Partner'),
      firmographics: from('first.ndjson'),
      location: from('Partner'),
      funding: from('Trade register'),
    });
  });

  it('sets the source and the day `confirmed` of each group of fields of which the file has values, and does not count that alone as an update', async () => {
    await load('persons', 'persons.ndjson', [person]);
    await service.database.pool.query(
      `update person set sources = '{"profile": ["old.csv", "2026-01-02"], "skills": ["old.csv", "2026-01-02"]}'`,
    );
    expect(await load('persons', 'persons.ndjson', [person])).toMatchObject({ inserted: 0, updated: 0 });
    expect((await show<Sourced>('person', 'show', 'network.com/in/jane')).sources).toEqual({
      profile: from('persons.ndjson'),
      skills: from('old.csv', '2026-01-02'),
      employment: from('persons.ndjson'),
      contact: from('persons.ndjson'),
      location: from('persons.ndjson'),
    });
  });

  it('rejects an empty or a very long name of a source', async () => {
    for (const name of [' ', 'x'.repeat(201)]) {
      const { code, stderr } = await admin.run(['import', 'companies', join(folder, 'first.ndjson'), '--source', name]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('--source must be a name of at most 200 characters')]);
    }
  });
});

describe('include_sources', () => {
  it('adds the sources of the groups of the requested fields to each matched result, and nothing to other results', async () => {
    const { body } = await ask('/v1/company/enrich', {
      companies: [{ website: 'acme.test' }, { website: 'none.test' }],
      fields: ['name', 'funding_last_type', 'ticker'],
      include_sources: true,
    });
    expect(body).toEqual({
      results: [
        {
          ...{ identifier: { website: 'acme.test' }, matched: true },
          data: { name: 'Acme', funding_last_type: 'Series A', ticker: null },
          sources: { profile: from('Partner'), funding: from('Trade register'), firmographics: from('first.ndjson') },
        },
        {
          ...{ identifier: { website: 'none.test' }, matched: false },
          data: { name: null, funding_last_type: null, ticker: null },
        },
      ],
    });
  });

  it("adds the sources of the person's own fields, of contact data, of personas and of the employer's fields", async () => {
    const { body } = await ask('/v1/person/enrich', {
      ...{ persons: [{ work_email: 'jane@acme.test' }], fields: ['full_name', 'contact_country'] },
      ...{ include_contact_data: true, include_personas: true, enrich_company: ['industry'], include_sources: true },
    });
    const [result] = (body as { results: Sourced[] }).results;
    expect(result?.sources).toEqual({
      ...{ profile: from('persons.ndjson'), location: from('persons.ndjson'), contact: from('persons.ndjson') },
      ...{ employment: from('persons.ndjson'), 'company.firmographics': from('first.ndjson') },
    });
  });

  it('adds an empty object to the result for a record that was imported before sources were stored', async () => {
    await load('companies', 'old.ndjson', [{ website: 'old.test', name: 'Old' }]);
    await service.database.pool.query(`update company set sources = null where website = 'old.test'`);
    const request = { companies: [{ website: 'old.test' }], fields: ['name'] };
    const { body } = await ask('/v1/company/enrich', { ...request, include_sources: true });
    expect(body).toMatchObject({ results: [{ sources: {} }] });
  });

  it('changes nothing in the answer if it is false', async () => {
    const request = { companies: [{ website: 'acme.test' }, { website: 'none.test' }], fields: ['name'] };
    const plain = await ask('/v1/company/enrich', request);
    const without = await ask('/v1/company/enrich', { ...request, include_sources: false });
    expect(JSON.stringify(without.body)).toBe(JSON.stringify(plain.body));
  });
});
