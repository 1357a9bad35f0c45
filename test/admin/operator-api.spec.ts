import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { wrongKeyPauseToken } from '../../src/platform/auth/operator-key.js';
import { creditFeatures } from '../../src/billing/credits/credit-amounts.js';
import { type Answer, call } from '../support/http/http.js';
import { routesOf } from '../support/http/routes.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { CallbackTenants, deliver, endRun } from '../support/prospecting/callbacks.js';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const operatorKey = 'operators-know-this-secret';
/** How long an address waits after five wrong keys. */
const pauseMs = 3_000;

let service: TestService;
let admin: CommandLine;
let document: OpenApiDocument;
const lines: string[] = [];
const callbackTenants = new CallbackTenants();

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string;
}

const operate = ({ baseUrl }: Pick<TestService, 'baseUrl'>, path: string, sent: Sent = {}): Promise<Answer> => {
  const { method, body, key = operatorKey } = sent;
  return call(`${baseUrl}/operator/${path}`, {
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
    headers: { 'X-Operator-Key': key },
  });
};
/** Sends a request, and compares its answer with the OpenAPI document of the API. */
const asOperator = async (path: string, sent: Sent = {}): Promise<Answer> => {
  const answer = await operate(service, path, sent);
  const method = sent.method ?? (sent.body === undefined ? 'GET' : 'POST');
  const documented = document.operations.find(
    (operation) => operation.method === method && patternOf(operation.path).test(`/operator/${path.split('?')[0]}`),
  );
  expect(documented?.path).toEqual(expect.any(String));
  expect(document.faultsOfAnswer(method, documented?.path ?? '', answer)).toEqual([]);
  return answer;
};
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  service = await startTestService({
    env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey, WORKER: 'off', CALLBACK_PRIVATE_TARGETS: 'on' },
    logger,
    replace: (module) => module.overrideProvider(wrongKeyPauseToken).useValue(pauseMs),
  });
  document = await OpenApiDocument.of(service.baseUrl, '/operator/openapi.json');
  admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
});

afterAll(async () => {
  await callbackTenants.closeAll(service);
  await service.close();
});

describe('The API for operators succeeds', () => {
  it('an operator creates, changes, suspends and resumes a tenant, and commands show the same', async () => {
    const created = await asOperator('v1/tenants', { body: { tenant: 'acme', name: 'Acme Inc.', per_second: 7 } });
    expect(created).toMatchObject({ status: 201, body: { tenant: 'acme', name: 'Acme Inc.', per_second: 7 } });
    const changed = await asOperator('v1/tenants/acme', {
      method: 'PATCH',
      body: { per_second: null, burst_limit: 50, previews: true },
    });
    expect(changed).toMatchObject({ status: 200, body: { per_second: null, burst_limit: 50, previews: true } });
    expect(await admin.answerOf(['tenant', 'list'])).toEqual([changed.body]);
    expect((await asOperator('v1/tenants')).body).toEqual({ tenants: [changed.body] });
    const suspended = await asOperator('v1/tenants/acme/suspend', { method: 'POST' });
    expect(suspended.body).toMatchObject({ suspended_at: expect.any(String) });
    const resumed = await asOperator('v1/tenants/acme/resume', { method: 'POST' });
    expect(resumed.body).toEqual(changed.body);
    expect((await asOperator('v1/tenants/acme')).body).toEqual(changed.body);
  });

  it('an operator writes a note about a tenant and removes it, a command shows and writes the same, and the log has no text of it', async () => {
    await admin.answerOf(['tenant', 'create', 'noted']);
    const body = { note: ' Pays by invoice ' };
    const noted = await asOperator('v1/tenants/noted/note', { method: 'PUT', body });
    expect(noted).toMatchObject({ status: 200, body: { tenant: 'noted', note: 'Pays by invoice' } });
    expect(await admin.answerOf(['tenant', 'list'])).toContainEqual(noted.body);
    expect(await admin.answerOf(['tenant', 'note', 'noted', 'Calls on Fridays'])).toMatchObject({
      note: 'Calls on Fridays',
    });
    const removed = await asOperator('v1/tenants/noted/note', { method: 'PUT', body: { note: '' } });
    expect(removed).toMatchObject({ status: 200, body: { note: null } });
    const { log } = (await asOperator('v1/log?limit=3')).body as { log: object[] };
    expect(log).toMatchObject([
      { command: 'tenant note', arguments: ['noted', '--removed'], details: { tenant: 'noted', removed: true } },
      { command: 'tenant note', arguments: ['noted'], details: { tenant: 'noted' }, outcome: 'done' },
      { command: 'tenant note', arguments: ['noted'], details: { tenant: 'noted' }, outcome: 'done' },
    ]);
    const long = await asOperator('v1/tenants/noted/note', { method: 'PUT', body: { note: 'x'.repeat(1_001) } });
    expect(long.status).toBe(422);
    expect((await admin.run(['tenant', 'note', 'noted', 'x'.repeat(1_001)])).stderr).toBe(
      'A note may have at most 1000 characters\n',
    );
    expect(await asOperator('v1/tenants/unknown/note', { method: 'PUT', body })).toMatchObject({ status: 404 });
  });

  it('an operator issues a key that works at once, rotates it and revokes it', async () => {
    await admin.answerOf(['tenant', 'create', 'keys']);
    const issued = await asOperator('v1/tenants/keys/keys', { body: { label: 'crm' } });
    expect(issued).toMatchObject({ status: 201, body: { tenant: 'keys', api_key: expect.any(String) } });
    const { key_id: keyId, api_key: apiKey } = issued.body as { key_id: string; api_key: string };
    expect((await call(`${service.baseUrl}/v1/me`, { apiKey })).status).toBe(200);
    const rotated = await asOperator(`v1/keys/${keyId}/rotate`, { body: { grace_seconds: 3_600 } });
    expect(rotated).toMatchObject({ status: 201, body: { tenant: 'keys', api_key: expect.any(String) } });
    const revoked = await asOperator(`v1/keys/${keyId}/revoke`, { method: 'POST' });
    expect(revoked).toMatchObject({ status: 200, body: { key_id: keyId, revoked_at: expect.any(String) } });
    expect((await asOperator('v1/tenants/keys/keys')).body).toEqual({
      keys: await admin.answerOf(['key', 'list', 'keys']),
    });
  });

  it('an operator grants credits only once for each operation id, revokes credits, and removes the limit of an account', async () => {
    await admin.answerOf(['tenant', 'create', 'credits']);
    const grant = { feature: 'data_access', amount: '100', id: 'order-1' };
    await asOperator('v1/tenants/credits/credits/grant', { body: grant });
    const again = await asOperator('v1/tenants/credits/credits/grant', { body: grant });
    expect(again).toMatchObject({ status: 200, body: { credits: { data_access: { granted: 100 } } } });
    const revoked = await asOperator('v1/tenants/credits/credits/revoke', {
      body: { feature: 'data_access', amount: '30' },
    });
    expect(revoked.body).toEqual({ tenant: 'credits', credits: await admin.answerOf(['credits', 'show', 'credits']) });
    expect((await asOperator('v1/tenants/credits/credits')).body).toMatchObject({
      credits: { data_access: { granted: 70, available: 70 } },
    });
    for (const feature of creditFeatures) {
      const unlimited = { feature, amount: 'unlimited' };
      expect((await asOperator('v1/tenants/credits/credits/grant', { body: unlimited })).body).toMatchObject({
        credits: { [feature]: { available: null, unlimited: true } },
      });
    }
  });

  it('an operator sets and removes a callback, and reads teams and query fields', async () => {
    await admin.answerOf(['tenant', 'create', 'settings']);
    await admin.answerOf(['team', 'set', 'settings', 'sales', '--schema', '-'], { stdin: '{}' });
    const definition = '{"seniorities":["executive"]}';
    await admin.answerOf(['query', 'set', 'settings', 'chiefs', '--scope', 'company', '--definition', definition]);
    const set = await asOperator('v1/tenants/settings/callback', {
      method: 'PUT',
      body: { url: 'https://hooks.example.com/runs' },
    });
    expect(set).toMatchObject({
      status: 200,
      body: { callback_url: 'https://hooks.example.com/runs', callback_secret: expect.any(String) },
    });
    const removed = await asOperator('v1/tenants/settings/callback', { method: 'DELETE' });
    expect(removed.body).toEqual({ tenant: 'settings', callback_url: null });
    expect((await asOperator('v1/tenants/settings/teams')).body).toEqual({
      teams: await admin.answerOf(['team', 'list', 'settings']),
    });
    expect((await asOperator('v1/tenants/settings/query-fields')).body).toEqual({
      query_fields: await admin.answerOf(['query', 'list', 'settings']),
    });
  });

  it('an operator sees the imports and the state of the installation, and erases a person', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'operator-')), 'persons.ndjson');
    const page = 'https://www.network.com/in/erased-by-api';
    await writeFile(file, JSON.stringify({ network_url: page, full_name: 'Era Sed' }));
    await admin.answerOf(['import', 'persons', file]);
    expect((await asOperator('v1/imports?limit=1')).body).toEqual({
      imports: await admin.answerOf(['import', 'list', '--limit', '1']),
    });
    const preview = await asOperator('v1/erasures', { body: { network_url: page, dry_run: true } });
    expect(preview.body).toEqual({
      dry_run: true,
      persons: [{ name: 'Era Sed', job_title: null, company_name: null, network_url: page }],
      erased: { persons: 1, emails: 0, signals: 0, prospects: 0, stored_answers: 0 },
      suppressed: { network_urls: 1, emails: 0 },
    });
    const erasure = await asOperator('v1/erasures', { body: { network_url: page } });
    expect(erasure.body).toMatchObject({ erased: { persons: 1 }, suppressed: { network_urls: 1 } });
    expect((await asOperator('v1/status')).body).toMatchObject({ version: expect.any(String), queue: 'postgres' });
  });

  it('an operator can delete a tenant only if the request repeats the id of the tenant as confirmation', async () => {
    await admin.answerOf(['tenant', 'create', 'gone']);
    const refused = await asOperator('v1/tenants/gone?confirm=other', { method: 'DELETE' });
    expect(refused).toMatchObject({ status: 400, body: { detail: { status: 'COMMAND_REFUSED' } } });
    expect(await asOperator('v1/tenants/gone?confirm=gone', { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { tenant: 'gone', deleted: expect.any(Object) },
    });
    expect((await asOperator('v1/tenants/gone')).status).toBe(404);
  });

  it('the log of operators has each change with the IP address of the client, and neither the operator key nor the profile page of the erased person', async () => {
    const { log } = (await asOperator('v1/log?limit=1000')).body as { log: Readonly<Record<string, unknown>>[] };
    const ofApi = log.filter(({ system_user }) => system_user === 'operator API');
    expect(ofApi.map(({ command }) => command)).toEqual(
      expect.arrayContaining(['tenant create', 'tenant update', 'key create', 'credits grant', 'erase person']),
    );
    expect(ofApi.at(-1)).toMatchObject({ command: 'tenant create', host: '127.0.0.1' });
    // The dry run of the erasure is not among them.
    expect(ofApi.filter(({ command }) => command === 'erase person').length).toBe(1);
    expect(ofApi).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ command: 'erase person', outcome: 'done' }),
        expect.objectContaining({ command: 'tenant delete', outcome: 'done' }),
      ]),
    );
    const [ofGrant] = ofApi.filter(({ command }) => command === 'credits revoke');
    expect(ofGrant).toMatchObject({ arguments: ['credits', 'data_access', '30'] });
    expect(JSON.stringify(log)).not.toMatch(/erased-by-api|operators-know/);
  });

  it('the log of operators tells two keys of a tenant with the same label apart by their last characters, and contains no key', async () => {
    await admin.answerOf(['tenant', 'create', 'same-labels']);
    const endings: string[] = [];
    for (let number = 0; number < 2; number += 1) {
      const issued = await asOperator('v1/tenants/same-labels/keys', { body: { label: 'crm' } });
      const { key_id: keyId, api_key: apiKey } = issued.body as { key_id: string; api_key: string };
      await asOperator(`v1/keys/${keyId}/revoke`, { method: 'POST' });
      endings.unshift(apiKey.slice(-4));
      expect(JSON.stringify((await asOperator('v1/log?limit=2')).body)).not.toContain(apiKey.slice(0, -4));
    }
    const { log } = (await asOperator('v1/log?limit=4')).body as { log: Readonly<Record<string, unknown>>[] };
    const ofKeys = log.filter(({ command }) => command === 'key revoke').map(({ key }) => key);
    expect(ofKeys).toEqual(endings.map((ending) => ({ tenant: 'same-labels', label: 'crm', ends_with: ending })));
  });

  it('lets an operator write and delete teams and query fields, and commands show the same', async () => {
    await admin.answerOf(['tenant', 'create', 'writer']);
    const schema = { max_results: 5, personas: [{ name: 'data' }] };
    const team = await asOperator('v1/tenants/writer/teams/New%2FYork', { method: 'PUT', body: { schema } });
    expect(team).toMatchObject({ status: 200, body: { team: 'New/York', schema } });
    expect(await admin.answerOf(['team', 'list', 'writer'])).toEqual([team.body]);
    const removed = await asOperator('v1/tenants/writer/teams/New%2FYork', { method: 'DELETE' });
    expect(removed.body).toEqual(team.body);
    expect(await admin.answerOf(['team', 'list', 'writer'])).toEqual([]);
    const definition = { seniorities: ['executive'] };
    const field = await asOperator('v1/tenants/writer/query-fields/chiefs', {
      method: 'PUT',
      body: { scope: 'company', definition, metadata: true },
    });
    expect(field).toMatchObject({ status: 200, body: { name: 'chiefs', metadata: true } });
    expect(field.body).toMatchObject({ counted_at: expect.any(String) });
    expect(await admin.answerOf(['query', 'list', 'writer'])).toEqual([field.body]);
    const dropped = await asOperator('v1/tenants/writer/query-fields/chiefs', { method: 'DELETE' });
    expect(dropped).toMatchObject({ status: 200, body: { name: 'chiefs' } });
    expect(await admin.answerOf(['query', 'list', 'writer'])).toEqual([]);
  });

  it('shows an operator the callbacks of a tenant, and sends those again that were given up', async () => {
    const { tenant, hook } = await callbackTenants.open(service);
    const other = await callbackTenants.open(service);
    for (const each of [tenant, other.tenant]) {
      await endRun(service, each);
      await service.database.pool.query(
        `update callback_delivery set attempts = 9, given_up_at = now(), last_failure = 'status 500'
          where job_id in (select id from prospecting_job where tenant_id = $1)`,
        [each],
      );
    }
    const listed = (await asOperator(`v1/tenants/${tenant}/callbacks`)).body as { callbacks: { callback: string }[] };
    expect(listed.callbacks).toMatchObject([{ state: 'given up', attempts: 9, last_failure: 'status 500' }]);
    expect(listed.callbacks).toEqual(await admin.answerOf(['tenant', 'callbacks', tenant]));
    const repeated = await asOperator(`v1/tenants/${tenant}/callbacks/repeat`, { body: {} });
    expect(repeated).toMatchObject({ status: 200, body: { tenant, repeated: 1 } });
    await deliver(service);
    expect(hook.received.length).toBe(1);
    expect(other.hook.received.length).toBe(0);
    const callback = listed.callbacks[0]?.callback ?? '';
    expect(await admin.answerOf(['tenant', 'repeat-callbacks', tenant, callback])).toEqual({ tenant, repeated: 1 });
    await deliver(service);
    expect(hook.received.length).toBe(2);
  });

  it('serves the same OpenAPI document as the committed docs/operator-openapi.json', async () => {
    const committed: unknown = JSON.parse(await readFile(join('docs', 'operator-openapi.json'), 'utf8'));
    expect(document.content).toEqual(committed);
  });

  it('the OpenAPI document for operators has all routes of this API, and the document for tenants has none of them', async () => {
    const routes = routesOf(service.app)
      .filter(({ path }) => path.startsWith('/operator/v1/'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(document.operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort());
    expect(routes).toContain('POST /operator/v1/tenants/{tenant}/credits/grant');
    const ofTenants = (await call(`${service.baseUrl}/openapi.json`)).body as { paths: object };
    expect(Object.keys(ofTenants.paths).filter((path) => path.startsWith('/operator'))).toEqual([]);
    expect(Object.keys(ofTenants.paths)).toContain('/v1/company/enrich');
  });
});

describe('The API for operators', () => {
  const refusal = { status: 401, body: { detail: 'Invalid operator key' } };

  it('rejects a request without the operator key, and a request with another key', async () => {
    expect(await call(`${service.baseUrl}/operator/v1/tenants`)).toMatchObject(refusal);
    expect(await asOperator('v1/tenants', { key: `${operatorKey}x` })).toMatchObject(refusal);
    const { apiKey } = await service.issueKey('tenant-key');
    expect(await call(`${service.baseUrl}/operator/v1/tenants`, { apiKey })).toMatchObject(refusal);
    const body = { tenant: 'intruder' };
    expect(await asOperator('v1/tenants', { key: 'wrong-wrong-wrong-wrong', body })).toMatchObject(refusal);
    expect((await asOperator('v1/tenants/intruder')).status).toBe(404);
  });

  it('answers 404 for an unknown tenant or key, 409 for the id of an existing tenant, and 400 for what a command would refuse', async () => {
    expect(await asOperator('v1/tenants/missing/credits')).toMatchObject({
      status: 404,
      body: { detail: 'There is no tenant "missing"' },
    });
    expect((await asOperator('v1/keys/key_0/revoke', { method: 'POST' })).status).toBe(404);
    await admin.answerOf(['tenant', 'create', 'taken']);
    expect(await asOperator('v1/tenants', { body: { tenant: 'taken' } })).toMatchObject({
      status: 409,
      body: { detail: { status: 'RECORD_EXISTS' } },
    });
    expect(await asOperator('v1/tenants', { body: { tenant: 'Not An Id' } })).toMatchObject({
      status: 400,
      body: { detail: { status: 'COMMAND_REFUSED', message: expect.stringMatching(/^Tenant id/) } },
    });
    expect((await asOperator('v1/log?limit=1')).body).toMatchObject({
      log: [{ command: 'tenant create', arguments: ['Not An Id'], outcome: 'refused' }],
    });
    expect(await asOperator('v1/erasures', { body: {} })).toMatchObject({ status: 400 });
  });

  it('refuses invalid and unknown teams, query fields and callbacks, as the commands do', async () => {
    await admin.answerOf(['tenant', 'create', 'strict']);
    const put = (path: string, body: object): Promise<Answer> =>
      asOperator(`v1/tenants/${path}`, { method: 'PUT', body });
    const refused = { status: 400, body: { detail: { status: 'COMMAND_REFUSED' } } };
    expect(await put('strict/teams/a', { schema: { max_result: 5 } })).toMatchObject(refused);
    expect(await put('strict/teams/%20', { schema: {} })).toMatchObject(refused);
    expect(await put('strict/query-fields/a', { scope: 'all', definition: {} })).toMatchObject(refused);
    expect(await put('strict/query-fields/employee_count', { scope: 'person', definition: {} })).toMatchObject(refused);
    expect((await put('strict/teams/a', { schema: [] })).status).toBe(422);
    expect((await put('strict/teams/%00', { schema: {} })).status).toBe(400);
    for (const path of ['strict/teams/none', 'strict/query-fields/none', 'missing/teams/none'])
      expect((await asOperator(`v1/tenants/${path}`, { method: 'DELETE' })).status).toBe(404);
    expect((await put('missing/teams/a', { schema: {} })).status).toBe(404);
    expect((await asOperator('v1/tenants/missing/callbacks')).status).toBe(404);
    const repeat = 'v1/tenants/strict/callbacks/repeat';
    expect(await asOperator(repeat, { body: {} })).toMatchObject(refused);
    const url = 'https://hooks.example.com/runs';
    await asOperator('v1/tenants/strict/callback', { method: 'PUT', body: { url } });
    for (const callback of ['run_1', 'run_99999999999999999999', 'changes_0', 'other'])
      expect(await asOperator(repeat, { body: { callback } })).toMatchObject(refused);
  });

  it('gives each refusal that the console shows in its own words the code and the values from which it makes them', async () => {
    await admin.answerOf(['tenant', 'create', 'coded']);
    const put = (path: string, body: object): Promise<Answer> =>
      asOperator(`v1/tenants/coded/${path}`, { method: 'PUT', body });
    const refusalIn = ({ body }: Answer): unknown => (body as { detail: { refusal?: unknown } }).detail.refusal;
    const unknown = { path: '', message: expect.stringContaining('allowed are'), unknown: ['max_result'] };
    expect(refusalIn(await put('teams/a', { schema: { max_result: 5, regions: [{}] } }))).toEqual({
      code: 'UNUSABLE_SCHEMA',
      values: { problems: [unknown, { path: 'regions[0].name', message: expect.any(String) }] },
    });
    expect(refusalIn(await put('query-fields/a', { scope: 'company', definition: { titles: [7] } }))).toEqual({
      code: 'UNUSABLE_DEFINITION',
      values: { problems: [{ path: 'titles[0]', message: expect.any(String) }] },
    });
    const revoked = await asOperator('v1/tenants/coded/credits/revoke', {
      body: { feature: 'data_access', amount: '7' },
    });
    expect(revoked.body).toEqual({
      detail: {
        status: 'COMMAND_REFUSED',
        message: 'At most 0 data_access credits of tenant "coded" can be revoked; the others are consumed or reserved',
        refusal: { code: 'CREDITS_IN_USE', values: { tenant: 'coded', feature: 'data_access', most: 0 } },
      },
    });
  });

  it('answers 404 to a path, and 400 to a body, that contains a null character, which cannot be stored', async () => {
    expect((await asOperator('v1/tenants/%00')).status).toBe(404);
    expect((await asOperator('v1/keys/%00/revoke', { method: 'POST' })).status).toBe(404);
    expect((await asOperator('v1/tenants', { body: { tenant: '\u0000' } })).status).toBe(400);
    expect((await asOperator('v1/tenants/taken/keys', { body: { label: '\u0000' } })).status).toBe(400);
    const grant = { feature: 'data_access', amount: '1', id: '\u0000' };
    expect((await asOperator('v1/tenants/taken/credits/grant', { body: grant })).status).toBe(400);
  });

  it('refuses control characters and marks for the direction of text in names and labels, and logs no such request', async () => {
    const before = (await asOperator('v1/log')).body;
    for (const text of ['a\u001B[2Jb', 'bell\u0007', 'a\u202Eb']) {
      const requests = [
        asOperator('v1/tenants', { body: { tenant: 'hostile', name: text } }),
        asOperator('v1/tenants/taken', { method: 'PATCH', body: { name: text } }),
        asOperator('v1/tenants/taken/keys', { body: { label: text } }),
        asOperator(`v1/tenants/taken/teams/${encodeURIComponent(text)}`, { method: 'PUT', body: { schema: {} } }),
      ];
      for (const { status, body } of await Promise.all(requests))
        expect([text, status, body]).toMatchObject([text, 400, { detail: { status: 'COMMAND_REFUSED' } }]);
    }
    expect((await asOperator('v1/tenants/hostile')).status).toBe(404);
    expect((await asOperator('v1/log')).body).toEqual(before);
  });

  it('answers 422 to a body that does not fit its schema', async () => {
    expect(await asOperator('v1/tenants', { body: { name: 'No id' } })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'tenant'] }] },
    });
    expect((await asOperator('v1/tenants/taken', { method: 'PATCH', body: { per_second: 0 } })).status).toBe(422);
    expect((await asOperator('v1/imports?limit=0')).status).toBe(422);
  });
});

describe('The API for operators, against misuse,', () => {
  it('answers like an unknown path while it is switched off, even to a request with the operator key', async () => {
    const off = await startTestService({ env: { OPERATOR_KEY: operatorKey }, sharing: service });
    try {
      const unknown = await call(`${off.baseUrl}/nothing/here`);
      for (const path of ['v1/tenants', 'v1/tenants/acme', 'openapi.json']) {
        const answer = await operate(off, path);
        expect(answer).toMatchObject({ status: 404, body: unknown.body });
        expect([...answer.headers.keys()]).toEqual([...unknown.headers.keys()]);
      }
    } finally {
      await off.close();
    }
  });

  it('writes the operator key into no line of the log', () => {
    expect(lines.join('')).toContain('/operator/v1/tenants');
    expect(lines.join('')).not.toContain(operatorKey);
  });

  it('refuses an IP address for a while after five wrong keys, so that the key cannot be guessed', async () => {
    expect((await asOperator('v1/tenants')).status).toBe(200);
    for (let tried = 0; tried < 5; tried += 1)
      expect((await asOperator('v1/tenants', { key: `wrong-${tried}` })).status).toBe(401);
    const refused = await asOperator('v1/tenants');
    expect(refused).toMatchObject({ status: 429, body: { detail: 'Rate limit exceeded' } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    await eventually(async () => (await asOperator('v1/tenants')).status === 200, 60_000);
  });
});
