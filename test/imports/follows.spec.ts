import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyCallback } from 'data-access-client';
import { CallbackSql } from '../../src/prospecting/callback/callback.sql.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { call } from '../support/http/http.js';
import type { CallbackReceiver } from '../support/prospecting/callback-receiver.js';
import { CallbackTenants, deliver, endDelays } from '../support/prospecting/callbacks.js';
import {
  acme,
  atAcme,
  bob,
  followCommands,
  globex,
  jane,
  janeMoved,
  janeMoves,
  job,
} from '../support/records/follows.js';
import { ndjson } from '../support/records/ndjson.js';
import { eventually } from '../support/service/eventually.js';
import { endOf, startProgram } from '../support/service/programs.js';
import { ofWorker, startTestService, type TestService } from '../support/service/test-service.js';

const listeners = new CallbackTenants();
const { admin, load, loadFirst, follow, signalsOf } = followCommands(() => service);
const today = new Date().toISOString().slice(0, 10);
let service: TestService;

/** The service has no worker for callbacks. The tests send them with {@link deliver}. */
beforeAll(async () => {
  service = await startTestService({ env: { CALLBACK_PRIVATE_TARGETS: 'on' } });
});

/** Each test makes its own records and tenants, so those of the test before are deleted. */
afterEach(async () => {
  await listeners.closeAll(service);
  await service.database.pool.query(
    'delete from person; delete from company; delete from signal; delete from suppression',
  );
});

afterAll(() => service.close());

interface Told {
  readonly id: number;
  readonly signal_type: string;
  readonly message_text: string;
}

/** The signals of all received callbacks. */
function toldTo(hook: CallbackReceiver): Told[] {
  return hook.received.flatMap(({ body }) => (JSON.parse(body) as { signals: Told[] }).signals);
}

const textsTo = (hook: CallbackReceiver): string[] =>
  toldTo(hook).map((told) => `${told.signal_type}: ${told.message_text}`);

describe('A change of a followed record', () => {
  it('becomes exactly one signal for a tenant that follows the record, in a callback and in answers of the API, and none for other tenants', async () => {
    const [one, other] = [await listeners.open(service), await listeners.open(service)];
    const { apiKey } = await service.issueKey(one.tenant);
    await loadFirst();
    expect(await follow(one.tenant, '--companies', ['acme.test', 'https://www.globex.test/'])).toEqual({
      ...{ tenant: one.tenant, kind: 'companies', read: 2, found: 2, unknown: 0, rejected: 0 },
      ...{ followed: 2, already_followed: 0 },
    });
    await follow(one.tenant, '--persons', ['network_url', 'network.com/in/jane', 'network.com/in/bob']);
    const changes = async (): Promise<void> => {
      await load('companies', [
        { ...acme, employee_count: 230, funding_last_date: '2026-01-15', funding_last_type: 'Series B' },
        globex,
      ]);
      await load('persons', [janeMoves, bob('Director of Data')]);
    };
    await changes();
    await deliver(service);
    expect(textsTo(one.hook).toSorted()).toEqual([
      janeMoved,
      'Hiring Growth: Acme has grown from 51-200 to 201-500 employees',
      'Key Changes: Acme has a new funding round: Series B on 2026-01-15; the last known round was Series A on 2024-01-10',
      'New Hire: Jane Doe joined Globex as VP Sales from Acme, since 2026-02-01',
      'Promotion: Bob Ray was promoted from Data Analyst to Director of Data at Acme',
    ]);
    expect(other.hook.received).toEqual([]);
    // The two imports have one transaction each, and each transaction makes one callback. The client checks the signatures.
    const verified = await Promise.all(
      one.hook.received.map(({ body, headers }) => verifyCallback(body, headers, one.secret)),
    );
    expect(verified.flatMap(({ signals }) => signals ?? [])).toEqual(toldTo(one.hook));
    expect(verified).toHaveLength(2);
    expect(one.hook.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      expect.stringMatching(/^changes_\d+$/),
      expect.stringMatching(/^changes_\d+$/),
    ]);
    const range = { start_time: today, end_time: today };
    const answer = await call(`${service.baseUrl}/v1/signals/get-signals`, { apiKey, body: range });
    const members = { date: today, source_type: 'change' };
    const holder = (slug: string) => ({ ...members, intent_holder_network_url: `https://www.network.com/in/${slug}` });
    expect(answer.body).toEqual({
      signals: {
        'acme.test': [
          expect.objectContaining({ ...members, signal_type: 'Key Changes', intent_holder_network_url: null }),
          expect.objectContaining({ ...members, signal_type: 'Hiring Growth' }),
          expect.objectContaining({ ...holder('bob'), signal_type: 'Promotion' }),
        ],
        'globex.test': [
          expect.objectContaining({ ...holder('jane'), signal_type: 'Company Change' }),
          expect.objectContaining({ ...holder('jane'), signal_type: 'New Hire' }),
        ],
      },
    });
    await changes();
    await deliver(service);
    expect(toldTo(one.hook)).toHaveLength(5);
    expect(await signalsOf(one.tenant)).toHaveLength(5);
  });

  it('becomes no signal for a tenant that is deleted at the same time, and is stored nevertheless', async () => {
    await loadFirst();
    const { tenant } = await listeners.open(service);
    await admin.answerOf(['tenant', 'create', 'leaving']);
    for (const follower of [tenant, 'leaving']) await follow(follower, '--persons', ['network.com/in/jane']);
    const deletion = await service.database.pool.connect();
    try {
      await deletion.query(`begin; delete from tenant where id = 'leaving'`);
      const loading = load('persons', [janeMoves]);
      const waiting = `select from pg_stat_activity
        where datname = current_database() and application_name = 'data-access-service import' and wait_event_type = 'Lock'`;
      await eventually(async () => (await service.database.pool.query(waiting)).rowCount === 1, 60_000);
      await deletion.query('commit');
      await loading;
    } finally {
      deletion.release();
    }
    expect(await signalsOf(tenant)).toEqual([janeMoved]);
  });

  it('is sent with the headers and the body that the OpenAPI document describes for the webhook', async () => {
    const document = await OpenApiDocument.of(service.baseUrl);
    const webhook = ['webhooks', 'followedRecordsChanged', 'post'];
    const { parameters } = document.content.webhooks.followedRecordsChanged?.post ?? { parameters: [] };
    expect(parameters).toHaveLength(3);
    const { tenant, hook } = await listeners.open(service);
    await loadFirst();
    await follow(tenant, '--persons', ['network.com/in/jane']);
    await load('persons', [janeMoves]);
    await deliver(service);
    const [{ headers, body } = { headers: {}, body: '' }] = hook.received;
    const sent = new Map(Object.entries(headers));
    expect([
      ...document.faults([...webhook, 'requestBody', 'content', 'application/json', 'schema'], JSON.parse(body)),
      ...parameters.flatMap(({ name }, index) =>
        document.faults([...webhook, 'parameters', String(index), 'schema'], sent.get(name.toLowerCase())),
      ),
    ]).toEqual([]);
  });

  it('creates no signal if an import only fills blank values, such as a first employer, or only links a person to a stored company', async () => {
    const { tenant } = await listeners.open(service);
    await load('persons', [
      { network_url: 'network.com/in/jane', full_name: 'Jane Doe', company_name: 'Acme', job_title: 'Engineer' },
      { full_name: 'Ann Lee', company_name: 'Initech', emails: [{ address: 'ann@acme.test' }] },
      { network_url: 'network.com/in/new-one', full_name: 'New One' },
    ]);
    await follow(tenant, '--persons', ['network.com/in/jane', 'ann@acme.test', 'network.com/in/new-one']);
    // Jane's employer becomes a stored company and gets a website. Ann gets a profile page. New One gets a first employer.
    await load('companies', [acme, globex]);
    await follow(tenant, '--companies', ['acme.test', 'globex.test']);
    await load('companies', [
      { website: 'globex.test', employee_count: 90, size: '51-200', funding_last_type: 'Seed' },
    ]);
    await admin.answerOf(['import', 'companies', '-', '--match-only'], {
      stdin: ndjson([{ website: 'acme.test', name: 'Acme GmbH', location_country: 'Germany' }]),
    });
    await load('persons', [
      { network_url: 'network.com/in/jane', company_name: 'Acme Inc.', company_website: 'acme.test' },
      {
        network_url: 'network.com/in/ann',
        full_name: 'Ann Lee',
        company_website: 'globex.test',
        emails: [{ address: 'ann@acme.test' }],
      },
      { network_url: 'network.com/in/new-one', company_website: 'globex.test', job_title: 'CEO' },
      { network_url: 'network.com/in/hired', full_name: 'First Time', company_website: 'globex.test' },
      { network_url: 'network.com/in/hired', full_name: 'First Time', company_website: 'acme.test' },
    ]);
    expect(await signalsOf(tenant)).toEqual([]);
  });

  it('of a company becomes a signal, whichever field of the file shows it, unless a later record of the file takes it back', async () => {
    const { tenant } = await listeners.open(service);
    const names = ['sized', 'counted', 'typed', 'dated', 'restored', 'twice'];
    const records = names.map((name) => ({ website: `${name}.test`, name, size: '11-50', funding_last_type: 'Seed' }));
    await load('companies', [...records, { website: 'dated.test', funding_last_date: '2024-01-10' }]);
    await follow(
      tenant,
      '--companies',
      records.map(({ website }) => website),
    );
    await load('companies', [
      { website: 'sized.test', size: '51-200' },
      { website: 'counted.test', employee_count: 300 },
      { website: 'typed.test', funding_last_type: 'Series A' },
      { website: 'dated.test', funding_last_date: '2026-01-15' },
      { website: 'restored.test', size: '201-500' },
      { website: 'restored.test', size: '11-50' },
      { website: 'twice.test', size: '201-500' },
      { website: 'twice.test', tagline: 'Twice' },
    ]);
    expect((await signalsOf(tenant)).toSorted()).toEqual([
      'Hiring Growth: counted has grown from 11-50 to 201-500 employees',
      'Hiring Growth: sized has grown from 11-50 to 51-200 employees',
      'Hiring Growth: twice has grown from 11-50 to 201-500 employees',
      'Key Changes: dated has a new funding round: Seed on 2026-01-15; the last known round was Seed on 2024-01-10',
      'Key Changes: typed has a new funding round: Series A; the last known round was Seed',
    ]);
  });

  it('is also stored for a person without a profile page, and is deleted with its pending callback when the person is erased', async () => {
    const { tenant, hook } = await listeners.open(service);
    await load('companies', [acme, globex]);
    const ann = { full_name: 'Ann Lee', emails: [{ address: 'ann@acme.test' }] };
    await load('persons', [{ ...ann, company_website: 'acme.test' }, jane(atAcme)]);
    await follow(tenant, '--persons', ['ann@acme.test', 'network.com/in/jane']);
    await load('persons', [{ ...ann, company_website: 'globex.test' }]);
    await load('persons', [janeMoves]);
    expect(await signalsOf(tenant)).toEqual(['Company Change: Ann Lee moved from Acme to Globex', janeMoved]);
    expect(await admin.answerOf(['person', 'show', 'ann@acme.test'])).toMatchObject({ followed_by: [tenant] });
    const erased = await admin.answerOf(['erase', 'person', 'ann@acme.test']);
    expect(erased).toMatchObject({ erased: { persons: 1, signals: 1 } });
    expect(await signalsOf(tenant)).toEqual([janeMoved]);
    const counts = `select (select count(*) from callback_delivery)::int as callbacks, (select count(*) from person_follow)::int as follows`;
    expect((await service.database.pool.query<object>(counts)).rows).toEqual([{ callbacks: 1, follows: 1 }]);
    await deliver(service);
    expect(textsTo(hook)).toEqual([janeMoved]);
  });
});

describe('The callback of changes', () => {
  it('is sent again with the same id after a failed attempt and after the loss of a worker, until it is acknowledged', async () => {
    const { tenant, hook } = await listeners.open(service);
    await loadFirst();
    await follow(tenant, '--persons', ['network.com/in/jane']);
    await load('persons', [janeMoves]);
    hook.answerWith(503);
    await deliver(service);
    await endDelays(service);
    // This is a worker that claims the callback and then never sends it, as if its process had been lost.
    expect(await (await ofWorker(service, CallbackSql)).claim(60, [])).toMatchObject({ jobId: null, attempts: 2 });
    hook.answerWith(200);
    await deliver(service);
    expect(hook.received).toHaveLength(1);
    await endDelays(service);
    await deliver(service);
    await endDelays(service);
    await deliver(service);
    const [first, second, ...more] = hook.received;
    expect(more).toEqual([]);
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
    expect([first?.body, textsTo(hook)]).toEqual([second?.body, [janeMoved, janeMoved]]);
  });

  it('has at most 100 signals, all of one tenant, and is made only for tenants with a callback URL', async () => {
    const listening = [await listeners.open(service), await listeners.open(service)];
    await load('companies', [acme, globex]);
    const persons = (site: string): object[] =>
      Array.from({ length: 205 }, (_, index) => ({ network_url: `network.com/in/p${index}`, company_website: site }));
    await load('persons', persons('acme.test'));
    const silent = 'without-callback-url';
    await service.issueKey(silent);
    for (const tenant of [silent, ...listening.map((each) => each.tenant)]) {
      await follow(tenant, '--companies', ['globex.test']);
    }
    await load('persons', persons('globex.test'));
    await deliver(service);
    const ofSilent = (await signalsOf(silent)).toSorted();
    const toSilent = await service.database.pool.query('select from callback_delivery where tenant_id = $1', [silent]);
    expect(toSilent.rowCount).toBe(0);
    for (const { tenant, hook } of listening) {
      const sizes = hook.received.map(({ body }) => (JSON.parse(body) as { signals: object[] }).signals.length);
      expect(sizes.toSorted((a, b) => a - b)).toEqual([5, 100, 100]);
      expect((await signalsOf(tenant)).toSorted()).toEqual(ofSilent);
      const { rows } = await service.database.pool.query<{ id: number }>(
        'select id::int from signal where tenant_id = $1 order by id',
        [tenant],
      );
      const told = toldTo(hook).map(({ id }) => id);
      expect(told.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
    }
  });
});

describe('An import', () => {
  it('stores one signal for each change if it was killed and is repeated', async () => {
    const { tenant, hook } = await listeners.open(service);
    await loadFirst();
    await follow(tenant, '--persons', ['network.com/in/jane', 'network.com/in/bob']);
    const records = [janeMoves, bob('Director of Data')];
    const { pool } = service.database;
    const blocking = await pool.connect();
    try {
      // While this row is locked, the import cannot update it, so that its transaction stays open. The transaction with the lock is
      // idle until the command has started. This may take longer than the limit for idle transactions, so the limit is switched off.
      await blocking.query('begin; set local idle_in_transaction_session_timeout = 0');
      await blocking.query(`select from person where network_url like '%/in/bob' for update`);
      const env = { DATABASE_URL: service.databaseUrl };
      const command = startProgram(['dist/admin.js', 'import', 'persons', '-'], { env });
      const ended = endOf(command);
      command.stdin.end(ndjson(records));
      await eventually(async () => {
        const { rows } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and application_name = 'data-access-service import'
              and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      }, 100_000);
      command.kill('SIGKILL');
      await ended;
    } finally {
      await blocking.query('rollback');
      blocking.release();
    }
    expect(await signalsOf(tenant)).toEqual([]);
    await load('persons', records);
    await load('persons', records);
    await deliver(service);
    expect(textsTo(hook).toSorted()).toEqual([
      janeMoved,
      'Promotion: Bob Ray was promoted from Data Analyst to Director of Data at Acme',
    ]);
    expect(await signalsOf(tenant)).toHaveLength(2);
  });

  it('stores one signal for each change, also if several threads do the import (--jobs 2)', async () => {
    const { tenant, hook } = await listeners.open(service);
    await loadFirst();
    await follow(tenant, '--companies', ['globex.test']);
    await load('persons', [janeMoves, bob('Director of Data')], '--jobs', '2');
    await deliver(service);
    expect(textsTo(hook)).toEqual(['New Hire: Jane Doe joined Globex as VP Sales from Acme, since 2026-02-01']);
  });

  it('stores no signal in a dry run, about an older position, or with --keep-existing', async () => {
    const { tenant } = await listeners.open(service);
    await loadFirst();
    await follow(tenant, '--companies', ['acme.test', 'globex.test']);
    await follow(tenant, '--persons', ['network.com/in/jane']);
    await load('persons', [janeMoves], '--dry-run');
    await load('persons', [jane(job('VP Sales', 'globex.test', '2019-02-01'))]);
    await load('persons', [janeMoves], '--keep-existing');
    await load(
      'companies',
      [
        { ...acme, employee_count: 9_000 },
        { ...globex, employee_count: 7 },
      ],
      '--keep-existing',
    );
    expect(await signalsOf(tenant)).toEqual([]);
  });
});
