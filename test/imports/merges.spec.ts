import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { never } from '../../src/platform/async/with-timeout.js';
import { CompanyFactsReader } from '../../src/prospecting/records/company-facts.reader.js';
import { call } from '../support/http/http.js';
import { type Client, resultsOf } from '../support/records/company-api.js';
import { ndjson } from '../support/records/ndjson.js';
import { personResultsOf } from '../support/records/person-api.js';
import { CommandLine } from '../support/service/command-line.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const operatorKey = 'operators-know-this-secret';
let service: TestService;
let client: Client;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merges-'));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  service = await startTestService({ env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey } });
  client = await service.clientOf('ours');
});

afterEach(() => service.close());

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder }));

interface Merged {
  readonly import_id: number;
  readonly values: readonly { field: string; stays: unknown; goes: unknown; becomes: unknown }[];
  readonly moves: object;
}

async function imported(kind: string, records: readonly object[]): Promise<Record<string, unknown>> {
  const path = join(folder, `${kind}.ndjson`);
  await writeFile(path, ndjson(records));
  return admin.answerOf(['import', kind, path, '--rejects', '/dev/null', '--yes']);
}

async function undone(id: number): Promise<{ import_id: number; left: number }> {
  return admin.answerOf(['import', 'undo', String(id)]);
}

const tables = [
  ...['company', 'company_domain', 'company_former_name', 'company_alias', 'company_technology', 'company_headcount'],
  ...['company_former_key', 'person_former_key', 'person', 'person_email', 'person_phone', 'person_skill'],
  ...['person_education', 'person_experience', 'person_block', 'signal', 'company_follow', 'person_follow'],
  ...['disclosure', 'prospect', 'change_signal', 'company_distinction', 'person_distinction'],
];

/** All rows of companies and persons, and the rows of other tables about them. */
async function stored(): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await service.database.pool.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
    );
    state[table] = rows.map(({ row }) => row);
  }
  return state;
}

const page = (name: string) => `https://www.network.com/company/${name}`;
const acme = {
  ...{ website: 'acme.com', name: 'Acme', network_url: page('acme'), network_id: '11', employee_count: 50 },
  ...{ specialities: ['Rockets'], technologies: ['Kafka'], domains: ['acme.com', 'acme.org'] },
};
const other = {
  ...{
    website: 'acme.example',
    name: 'ACME Works',
    network_url: page('acme-works'),
    network_id: '22',
    employee_count: 70,
  },
  ...{ industry: 'Retail', specialities: ['Rockets', 'Anvils'], technologies: ['Redis'], aliases: ['AW'] },
};
const personPage = (name: string) => `https://www.network.com/in/${name}`;
const employees = ['ada', 'bob'].map((name) => ({
  ...{
    network_url: personPage(name),
    full_name: `${name} Doe`,
    job_title: 'Engineer',
    company_website: 'acme.example',
  },
  experience: [
    { title: 'Engineer', company_name: 'ACME Works', company_website: 'acme.example', start_date: '2020-01-01' },
  ],
}));
const nameOf = async (identifier: object): Promise<unknown> =>
  (await resultsOf(client, { companies: [identifier], fields: ['name'] }))[0]?.data.name;

describe('A merge of two companies', () => {
  it('makes requests and later imports with a key of either company mean the first one', async () => {
    await imported('companies', [acme, other, { website: 'third.example', name: 'Third' }]);
    await imported('persons', employees);
    const merged = await admin.answerOf<Merged>(['company', 'merge', 'acme.com', 'acme.example']);
    expect(merged.moves).toEqual({ employees: 2, positions: 2, follows: 0 });
    expect(merged.values).toContainEqual({ field: 'employee_count', stays: 50, goes: 70, becomes: 50 });
    expect(merged.values).toContainEqual({ field: 'industry', stays: null, goes: 'Retail', becomes: 'Retail' });
    for (const key of [
      ...[{ website: 'acme.example' }, { network_url: other.network_url }, { network_id: '22' }],
      ...[{ website: 'acme.example', network_id: '22' }, { network_id: '11' }],
    ]) {
      expect(await nameOf(key)).toBe('Acme');
      const strict = { companies: [key], fields: ['name'], enhanced_matching: false };
      expect((await resultsOf(client, strict))[0]?.data.name).toBe('Acme');
    }
    const facts = new CompanyFactsReader(service.database);
    const ids = ['acme', 'acme-works'].map((name) => facts.idOf({ canonical: page(name), numericId: null }, never));
    expect(await ids[1]).toBe(await ids[0]);
    expect(await ids[0]).not.toBeNull();
    await imported('companies', [
      { website: 'acme.example', name: 'A third name', founded_year: 1999 },
      { network_id: '22', network_url: other.network_url, tagline: 'Up' },
      { website: 'acme.com', domains: ['acme.com'], aliases: [] },
    ]);
    const shown = await admin.answerOf<Record<string, unknown>>(['company', 'show', '22']);
    expect(shown).toMatchObject({
      ...{ website: 'acme.com', network_url: acme.network_url, network_id: '11', founded_year: 1999, tagline: 'Up' },
      ...{ specialities: ['Rockets', 'Anvils'], domains: ['acme.com', 'acme.example'], employees_on_record: 2 },
    });
    const { rows } = await service.database.pool.query('select from company');
    expect(rows).toHaveLength(2);
    await imported('persons', [
      { network_url: personPage('cy'), full_name: 'Cy Roe', company_network_url: other.network_url },
    ]);
    expect(await admin.answerOf(['company', 'show', '11'])).toMatchObject({ employees_on_record: 3 });
  });

  it('is undone exactly, and an undo of the undo merges again', async () => {
    await imported('companies', [acme, other]);
    await imported('persons', employees);
    await service.clientOf('theirs');
    await service.database.pool.query(`
      insert into company_follow (company_id, tenant_id, by_enrichment)
        select id, 'ours', network_id = '11' from company union all select id, 'theirs', true from company where network_id = '22'`);
    const before = await stored();
    await admin.answerOf(['company', 'merge', 'acme.com', '22', '--dry-run']);
    expect(await stored()).toEqual(before);
    const { import_id: id } = await admin.answerOf<Merged>(['company', 'merge', 'acme.com', '22']);
    const after = await stored();
    expect(after.company).toHaveLength(1);
    const { rows } = await service.database.pool.query(
      'select tenant_id, by_enrichment from company_follow order by 1',
    );
    expect(rows).toEqual([
      { tenant_id: 'ours', by_enrichment: false },
      { tenant_id: 'theirs', by_enrichment: true },
    ]);
    const undo = await undone(id);
    expect(undo.left).toBe(0);
    expect(await stored()).toEqual(before);
    expect(await nameOf({ network_id: '22' })).toBe('ACME Works');
    const again = await undone(undo.import_id);
    expect(await stored()).toEqual(after);
    await undone(again.import_id);
    expect(await stored()).toEqual(before);
  });

  it('is refused for one company, and for a company that does not exist', async () => {
    await imported('companies', [acme]);
    expect((await admin.run(['company', 'merge', 'acme.com', '11'])).stderr).toContain('Both name the same company');
    expect((await admin.run(['company', 'merge', 'acme.com', 'nobody.example'])).stderr).toContain(
      'There is no company "nobody.example"',
    );
    const sent = { headers: { 'X-Operator-Key': operatorKey }, body: { stays: 'acme.com', goes: 'nobody.example' } };
    expect((await call(`${client.baseUrl}/operator/v1/companies/merge`, sent)).status).toBe(400);
    expect(await admin.answerOf(['import', 'list'])).toHaveLength(1);
  });
});

const jane = {
  ...{ network_url: personPage('jane'), network_id: 'M1', full_name: 'Jane Doe', emails: ['jane@acme.com'] },
  ...{ company_website: 'acme.com', skills: ['Rust'] },
};
const double = {
  ...{
    network_url: personPage('jane-miller'),
    network_id: 'M2',
    full_name: 'Jane Miller',
    emails: ['jm@acme.example'],
  },
  ...{ job_title: 'CTO', company_website: 'acme.com', phones: ['+49301234567'], country: 'Germany' },
};

describe('A merge of two persons', () => {
  it('makes requests, imports and erasures with a page of either person mean the first one', async () => {
    await imported('companies', [acme]);
    await imported('persons', [jane, double]);
    const { import_id: id } = await admin.answerOf<Merged>(['person', 'merge', 'jane@acme.com', double.network_url]);
    const asked = { persons: [{ network_url: double.network_url }], fields: ['full_name', 'job_title'] };
    expect((await personResultsOf(client, asked))[0]?.data).toEqual({ full_name: 'Jane Doe', job_title: 'CTO' });
    await imported('persons', [
      { network_url: double.network_url, network_id: 'M2', job_title: 'CEO', company_website: 'acme.com' },
    ]);
    const to = join(folder, 'jane.json');
    await admin.answerOf(['person', 'export', double.network_url, '--to', to]);
    const file = JSON.parse(await readFile(to, 'utf8')) as { former_keys: object[]; changes: { table: string }[] };
    expect(file.former_keys).toContainEqual({ kind: 'network_id', key: 'M2' });
    expect(file.changes.map(({ table }) => table)).toContain('person_email');
    expect(await admin.answerOf(['person', 'show', double.network_url])).toMatchObject({
      ...{ contact_network_url: jane.network_url, job_title: 'CEO' },
    });
    expect((await service.database.pool.query('select from person')).rows).toHaveLength(1);
    await admin.answerOf(['erase', 'person', '--network-url', double.network_url]);
    const { rows } = await service.database.pool.query(
      'select count(*)::int as keys, (select count(*)::int from person) as persons, (select count(*)::int from suppression) as suppressed from person_former_key',
    );
    expect(rows).toEqual([{ keys: 0, persons: 0, suppressed: 4 }]);
    await expect(imported('persons', [jane, double])).rejects.toThrow();
    expect((await admin.run(['import', 'undo', String(id)])).stderr).toContain('are no longer kept');
    const kept = await service.database.pool.query(`select from import_change where record_kind = 'person'`);
    expect(kept.rows).toHaveLength(0);
  });

  it('is undone exactly, with the rows of other tables, and an undo of the undo merges again', async () => {
    await imported('companies', [acme]);
    await imported('persons', [jane, double]);
    await service.clientOf('theirs');
    await service.database.pool.query(`
      insert into person_follow (person_id, tenant_id, by_enrichment)
        select id, 'ours', network_id = 'M1' from person union all select id, 'theirs', true from person where network_id = 'M2';
      insert into disclosure (person_id, tenant_id, day)
        select id, 'ours', date '2026-01-01' from person union all select id, 'theirs', date '2026-01-02' from person where network_id = 'M2';
      insert into prospecting_job (id, tenant_id, company_network_url) values (7, 'ours', '${acme.network_url}');
      insert into prospect (job_id, rank, person_id, document) select 7, 1, id, '{}' from person where network_id = 'M2';
      insert into signal (tenant_id, date, signal_type, fingerprint) values ('ours', '2026-01-01', 'x', '\\x00');
      insert into change_signal (signal_id, person_id) select s.id, p.id from signal s, person p where network_id = 'M2'`);
    const before = await stored();
    const { import_id: id } = await admin.answerOf<Merged>(['person', 'merge', jane.network_url, double.network_url]);
    const after = await stored();
    expect(after.person).toHaveLength(1);
    expect(after.prospect).toHaveLength(1);
    const undo = await undone(id);
    expect(undo.left).toBe(0);
    expect(await stored()).toEqual(before);
    const again = await undone(undo.import_id);
    expect(await stored()).toEqual(after);
    await undone(again.import_id);
    expect(await stored()).toEqual(before);
  });
});

interface Duplicates {
  readonly duplicates: readonly {
    readonly confidence: number;
    readonly why: readonly string[];
    readonly conflicts: readonly string[];
    readonly one: Readonly<Record<string, unknown>>;
    readonly other: Readonly<Record<string, unknown>>;
  }[];
  readonly found: number;
  readonly left_out: number;
}

describe('The list of duplicates', () => {
  it('has companies of one name under several websites, until they are merged', async () => {
    const phone = '+49301234567';
    await imported('companies', [
      { website: 'acme.com', name: 'Acme', account_phones: [phone] },
      { website: 'acme.example', name: 'Acme', account_phones: [phone] },
      { website: 'acme-group.example', name: 'ACME GmbH' },
      { website: 'globex.example', name: 'Globex' },
      ...Array.from({ length: 25 }, (_, index) => ({ website: `m${index}.example`, name: 'Miller' })),
    ]);
    const list = await admin.answerOf<Duplicates>(['company', 'duplicates']);
    expect(list).toMatchObject({ found: 3, left_out: 1 });
    expect(list.duplicates.map(({ one, other }) => [one.website, other.website])).toEqual([
      ['acme.com', 'acme.example'],
      ...[
        ['acme.com', 'acme-group.example'],
        ['acme.example', 'acme-group.example'],
      ],
    ]);
    expect(list.duplicates[0]).toMatchObject({
      why: ['same name', 'same website under another ending', 'same phone'],
      conflicts: [],
    });
    const answer = await call(`${client.baseUrl}/operator/v1/companies/duplicates?limit=1`, {
      headers: { 'X-Operator-Key': operatorKey },
    });
    expect(answer).toMatchObject({ status: 200, body: { found: 3, duplicates: [list.duplicates[0]] } });
    await admin.answerOf(['company', 'merge', 'acme.com', `id:${String(list.duplicates[0]?.other.record_id)}`]);
    await admin.answerOf(['company', 'merge', 'acme.com', 'acme-group.example']);
    expect(await admin.answerOf(['company', 'duplicates'])).toMatchObject({ found: 0, duplicates: [] });
    expect(await nameOf({ website: 'acme-group.example' })).toBe('Acme');
  });

  it('has persons of one name at one employer, and says what speaks against it', async () => {
    await imported('companies', [acme]);
    await imported('persons', [
      {
        network_url: personPage('bob'),
        full_name: 'Robert Smith',
        company_website: 'acme.com',
        phones: ['+49301111111'],
      },
      { full_name: 'Bob Smith', emails: ['bob@acme.com'], company_website: 'acme.com', phones: ['+49301111111'] },
      { network_url: personPage('eve-1'), full_name: 'Eve Roe', company_website: 'acme.com', country: 'Germany' },
      { network_url: personPage('eve-2'), full_name: 'Eve Roe', company_website: 'acme.com', country: 'France' },
      { network_url: personPage('ann'), full_name: 'Ann Smith', company_website: 'acme.com' },
    ]);
    const list = await admin.answerOf<Duplicates>(['person', 'duplicates']);
    expect(
      list.duplicates.map(({ one, other, why, conflicts }) => ({ names: [one.name, other.name], why, conflicts })),
    ).toEqual([
      { names: ['Robert Smith', 'Bob Smith'], why: ['similar name', 'same employer', 'same phone'], conflicts: [] },
      { names: ['Eve Roe', 'Eve Roe'], why: ['same name', 'same employer'], conflicts: ['network_url', 'country'] },
    ]);
  });
});
