import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DisclosureLog } from '../../src/privacy/disclosure-log.sql.js';
import { ErasureService } from '../../src/privacy/erasure.service.js';
import { QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { call } from '../support/http/http.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';
import { CommandLine } from '../support/service/command-line.js';

let service: PersonService;
let folder: string;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl, DISCLOSURES: 'on' }));
const today = new Date().toISOString().slice(0, 10);
const page = 'network.com/in/jane';

beforeAll(async () => {
  service = await startPersonService(
    {
      companies: [{ website: 'acme.test', name: 'Acme' }],
      persons: [
        {
          ...{ network_url: page, full_name: 'Jane Doe', job_title: 'Data Engineer', company_website: 'acme.test' },
          ...{ emails: [{ address: 'jane@acme.test' }], phones: ['+49 30 123'], skills: ['Kafka'] },
        },
        { network_url: 'network.com/in/bill', full_name: 'Bill Gibson', company_website: 'acme.test' },
      ],
    },
    { DISCLOSURES: 'on' },
  );
  folder = await mkdtemp(join(tmpdir(), 'subject-'));
  const queries = service.app.get(QueryFieldService, { strict: false });
  await queries.set('ours', 'engineers', { scope: 'person', definition: { titles: ['engineer'] }, metadata: false });
  await queries.set('ours', 'lawyers', { scope: 'person', definition: { titles: ['lawyer'] }, metadata: false });
  const { pool } = service.database;
  await pool.query(
    `insert into signal (tenant_id, date, signal_type, message_text, intent_holder_network_url, fingerprint)
     select 'theirs', '2026-02-03', 'Promotion', 'Jane was promoted', network_url, '\\x01' from person where full_name = 'Jane Doe'`,
  );
  await pool.query(
    `insert into prospecting_job (id, tenant_id, company_network_url, status, run_end_time)
     values (7, 'theirs', 'https://www.network.com/company/acme', 'success', now())`,
  );
  await pool.query(
    `insert into prospecting_job (id, tenant_id, company_network_url, client_email, status, run_end_time)
     values (8, 'ours', 'https://www.network.com/company/zenith', 'Jane@acme.test', 'success', now()),
            (9, 'ours', 'https://www.network.com/company/zenith', 'seller@ours.test', 'success', now())`,
  );
  await pool.query(
    `insert into prospect (job_id, rank, person_id, document)
     select 7, 1, id, '{"full_name": "Jane Doe", "ai_reasoning": "She knows Kafka."}' from person where full_name = 'Jane Doe'
     union all
     select 9, 3, id, jsonb_build_object('full_name', 'Bill Gibson',
       'connecting_employee_network_url', (select network_url from person where full_name = 'Jane Doe'))
       from person where full_name = 'Bill Gibson'`,
  );
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Requests persons, and waits until the disclosures are written. */
async function disclose(persons: readonly object[], more: object = {}): Promise<void> {
  const body = { persons, fields: ['full_name'], ...more };
  const { status } = await call(`${service.baseUrl}/v1/person/enrich`, { apiKey: service.ours.apiKey, body });
  expect(status).toBe(200);
  await service.app.get(DisclosureLog, { strict: false }).flush();
}

async function disclosures(): Promise<unknown[]> {
  const { rows } = await service.database.pool.query<Record<string, unknown>>(
    `select p.full_name as person, d.tenant_id as tenant, d.day::text as day
       from disclosure d join person p on p.id = d.person_id order by 1, 2, 3`,
  );
  return rows;
}

describe('DISCLOSURES=on', () => {
  it('stores one disclosure for each tenant, person and day, and none for a person who did not match', async () => {
    await disclose([{ network_url: page }, { full_name: 'Jane Doe', company_domain: 'acme.test' }]);
    await disclose([{ network_url: page }, { network_url: 'network.com/in/nobody' }]);
    expect(await disclosures()).toEqual([{ person: 'Jane Doe', tenant: 'ours', day: today }]);
  });

  it('stores no disclosure for a person whose required value is missing', async () => {
    const options = { include_contact_data: true, required: ['phone'] };
    await disclose([{ network_url: 'network.com/in/bill' }], options);
    expect(await disclosures()).toHaveLength(1);
  });
});

describe('person export', () => {
  it('writes to a file the values of a person with their sources, and the signals, query fields, runs and recipients of the person', async () => {
    const to = join(folder, 'jane.json');
    const summary = await admin.answerOf(['person', 'export', '--network-url', page, '--to', to]);
    expect(summary).toEqual({
      ...{ file: to, persons: 1, signals: 1, query_fields: 1, runs: 1, introductions: 1, started_runs: 1 },
      ...{ recipients: 1, changes: 0 },
    });
    const content = JSON.parse(await readFile(to, 'utf8')) as Record<string, unknown>;
    expect(content).toMatchObject({
      person: {
        ...{ full_name: 'Jane Doe', phones: ['+49 30 123'], skills: ['Kafka'] },
        emails: [{ address: 'jane@acme.test', type: 'work' }],
        sources: { contact: { source: 'persons.ndjson', confirmed: today } },
      },
      signals: [{ tenant: 'theirs', date: '2026-02-03', signal_type: 'Promotion', message_text: 'Jane was promoted' }],
      query_fields: [{ tenant: 'ours', name: 'engineers' }],
      runs: [{ tenant: 'theirs', job_id: 7, rank: 1, prospect: { ai_reasoning: 'She knows Kafka.' } }],
      introductions: [{ tenant: 'ours', job_id: 9, rank_of_prospect: 3 }],
      started_runs: [{ tenant: 'ours', job_id: 8, client_email: 'Jane@acme.test' }],
      recipients: [{ tenant: 'ours', days: [today] }],
      are_recipients_kept: true,
      former_keys: [],
      changes: [],
    });
    expect(JSON.stringify(content)).not.toContain('Bill Gibson');
    expect((await stat(to)).mode & 0o777).toBe(0o600);
  });

  it('writes a file about someone who is not stored, if runs were started with the e-mail address', async () => {
    const to = join(folder, 'seller.json');
    const summary = await admin.answerOf(['person', 'export', '--email', 'SELLER@ours.test', '--to', to]);
    expect(summary).toMatchObject({ persons: 0, started_runs: 1, introductions: 0 });
    const content = JSON.parse(await readFile(to, 'utf8')) as Record<string, unknown>;
    expect(content).toMatchObject({ person: null, started_runs: [{ job_id: 9, client_email: 'seller@ours.test' }] });
  });

  it('refuses an address of several persons and names their profile pages, even if a run was started with the address', async () => {
    const { pool } = service.database;
    await pool.query(
      `insert into person_email (person_id, address, type, place) select id, 'both@acme.test', 'work', 9 from person`,
    );
    await pool.query(
      `insert into prospecting_job (id, tenant_id, company_network_url, client_email, status, run_end_time)
       values (10, 'ours', 'https://www.network.com/company/zenith', 'both@acme.test', 'success', now())`,
    );
    const words = ['person', 'export', '--email', 'both@acme.test', '--to', join(folder, 'both.json')];
    const { code, stdout, stderr } = await admin.run(words);
    await pool.query(`delete from person_email where address = 'both@acme.test'`);
    await pool.query('delete from prospecting_job where id = 10');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('2 persons have this address');
    expect(stderr).toContain(page);
  });

  it('finds a person by e-mail address, and does not overwrite a file', async () => {
    const to = join(folder, 'by-mail.json');
    const words = ['person', 'export', '--email', 'JANE@acme.test', '--to', to];
    expect(await admin.answerOf(words)).toMatchObject({ persons: 1, signals: 1 });
    const { code, stderr } = await admin.run(words);
    expect([code, stderr]).toEqual([1, expect.stringContaining('it exists already')]);
  });

  it('refuses an unknown person and missing options, with a message that does not repeat the identifier', async () => {
    for (const [words, message] of [
      [
        ['--email', 'no.body@acme.test', '--to', join(folder, 'none.json')],
        'No person is stored with this profile page or e-mail address; check its spelling',
      ],
      [['--email', 'jane@acme.test'], '--to is missing'],
      [['--to', join(folder, 'none.json')], 'person once'],
    ] as const) {
      const { code, stdout, stderr } = await admin.run(['person', 'export', ...words]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('acme.test');
    }
  });
});

describe('an erasure', () => {
  it('removes the disclosures of the person, and drops those that are still in memory and not yet stored', async () => {
    const log = service.app.get(DisclosureLog, { strict: false });
    const { rows } = await service.database.pool.query<{ id: string }>(
      `select id::text as id from person where full_name = 'Jane Doe'`,
    );
    log.note('theirs', [rows[0]?.id ?? '']);
    await service.app.get(ErasureService, { strict: false }).erase({ networkUrl: page });
    await log.flush();
    expect(await disclosures()).toEqual([]);
    const { rows: left } = await service.database.pool.query('select from disclosure');
    expect(left).toEqual([]);
  });

  it('is the reason that person export gives if someone asks for a file about an erased person', async () => {
    await service.app.get(ErasureService, { strict: false }).erase({ email: 'gone@acme.test' });
    const words = ['person', 'export', '--email', 'Gone@acme.test', '--to', join(folder, 'gone.json')];
    const { code, stdout, stderr } = await admin.run(words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('was erased');
    expect(stderr.toLowerCase()).not.toContain('gone@acme.test');
  });
});
