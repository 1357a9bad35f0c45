import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usedCredits } from '../support/credits/credits.js';
import { call } from '../support/http/http.js';
import { type Agent, type McpTestService, startMcpService } from '../support/http/mcp.js';
import { storeCompanies } from '../support/records/person-factory.js';
import { knownCompany } from '../support/prospecting/prospecting.js';

let service: McpTestService;

beforeAll(async () => {
  service = await startMcpService({ WORKER: 'off' });
  await storeCompanies(service.database, ['one.example', 'two.example']);
});

afterAll(() => service.close());

const both = { companies: [{ website: 'one.example' }, { website: 'two.example' }], fields: ['name'] };

/** The charges of a tenant in the ledger, each with its key, endpoint and number of credits. */
async function postsOf(tenant: string): Promise<{ key_id: string | null; endpoint: string | null; posted: number }[]> {
  const { rows } = await service.database.pool.query<{ key_id: string; endpoint: string; posted: number }>(
    `select key_id, endpoint, posted_delta::int as posted from credit_entry where tenant_id = $1 and kind = 'post'`,
    [tenant],
  );
  return rows;
}

async function refusalOf(agent: Agent, tool: string, args: Record<string, unknown>): Promise<unknown> {
  const { isError, text } = await agent.call(tool, args);
  expect(isError).toBe(true);
  return text;
}

describe('A tool that costs credits', () => {
  it('makes one charge for a call, and records it under the API key of the call and the endpoint of the tool', async () => {
    const agent = await service.connect('once');
    expect(await agent.resultOf('enrich_companies', both)).toMatchObject({ credits_charged: { data_access: 2 } });
    expect(await postsOf('once')).toEqual([
      { key_id: expect.stringMatching(/^key_/), endpoint: 'POST /mcp enrich_companies', posted: 2 },
    ]);
  });

  it('charges nothing for a call that names only unknown fields, and accepts such a call with a maximum of 0 credits', async () => {
    const agent = await service.connect('nothing');
    expect(
      await agent.resultOf('enrich_companies', { ...both, fields: ['nonsense'], maximum_credits: 0 }),
    ).toMatchObject({
      results: [{ matched: true }, { matched: true }],
      unknown_fields: ['nonsense'],
      credits_charged: { data_access: 0 },
    });
    const persons = [{ work_email: 'a@one.example' }];
    expect(await agent.resultOf('enrich_persons', { persons, fields: ['nonsense'], maximum_credits: 0 })).toMatchObject(
      {
        credits_charged: { data_access: 0 },
      },
    );
    expect(await postsOf('nothing')).toEqual([]);
  });

  it('returns the stored answer without a charge if a call repeats the idempotency key, the companies and the fields, in any order of the arguments', async () => {
    const agent = await service.connect('again');
    const first = await agent.resultOf('enrich_companies', { ...both, idempotency_key: 'a' });
    const { companies, fields } = both;
    const retry = { idempotency_key: 'a', maximum_credits: 0, fields, companies };
    const second = await agent.resultOf('enrich_companies', retry);
    expect(second).toEqual({ ...first, credits_charged: { data_access: 0 }, replayed: true });
    expect(await postsOf('again')).toHaveLength(1);
  });

  it('starts only one run for two calls with the same idempotency key', async () => {
    const agent = await service.connect('runs');
    const args = { network_url: knownCompany, idempotency_key: 'run' };
    const first = await agent.resultOf('start_prospecting', args);
    const second = await agent.resultOf('start_prospecting', args);
    expect([second.job_id, second.replayed, second.credits_reserved]).toEqual([first.job_id, true, 0]);
    expect(await usedCredits(service.database, 'runs')).toMatchObject({ prospecting: { charged: 0, reserved: 1 } });
  });

  it('counts a company that is listed twice only once when it compares the cost with the maximum', async () => {
    const agent = await service.connect('few');
    const companies = [...both.companies, { website: 'www.one.example' }];
    const args = { ...both, companies, maximum_credits: 2 };
    expect(await agent.resultOf('enrich_companies', args)).toMatchObject({ credits_charged: { data_access: 2 } });
  });
});

describe('A tool that costs credits rejects', () => {
  it.each<[tool: string, args: Record<string, unknown>, cost: number, maximum: number]>([
    ['enrich_companies', both, 2, 1],
    ['enrich_persons', { persons: [{ work_email: 'a@one.example' }], include_contact_data: true }, 2, 1],
    ['start_prospecting', { network_url: knownCompany }, 1, 0],
  ])('refuses a call of %s that may cost more than its maximum', async (tool, args, cost, maximum) => {
    const tenant = `maximum-${tool.replaceAll('_', '-')}`;
    const agent = await service.connect(tenant);
    const price = cost === 1 ? '1 credit' : `${cost} credits`;
    const message = `The call may cost ${price}, more than its maximum of ${maximum}. Nothing was charged.`;
    expect(await refusalOf(agent, tool, { ...args, maximum_credits: maximum })).toEqual({
      detail: { status: 'MAXIMUM_CREDITS_EXCEEDED', message },
    });
    const { rowCount } = await service.database.pool.query(
      `select from credit_entry where tenant_id = $1 and kind <> 'grant'`,
      [tenant],
    );
    expect(rowCount).toBe(0);
    const { rows } = await service.database.pool.query('select from prospecting_job where tenant_id = $1', [tenant]);
    expect(rows).toHaveLength(0);
  });

  it('refuses more than 50 identifiers', async () => {
    const agent = await service.connect('many');
    const companies = Array.from({ length: 51 }, (_, index) => ({ website: `${index}.example` }));
    const persons = companies.map(({ website }) => ({ work_email: `a@${website}` }));
    const fields = ['name'];
    expect(await refusalOf(agent, 'enrich_companies', { companies, fields })).toMatch(/companies: .*50/);
    expect(await refusalOf(agent, 'enrich_persons', { persons, fields })).toMatch(/persons: .*50/);
    expect(await postsOf('many')).toEqual([]);
  });

  it('refuses an unknown argument, because it may be a misspelt limit', async () => {
    const agent = await service.connect('spelling');
    expect(await refusalOf(agent, 'enrich_companies', { ...both, max_credits: 1 })).toMatch(/max_credits/);
    expect(await postsOf('spelling')).toEqual([]);
  });

  it('answers invalid arguments with the `detail` of the HTTP route, but names arguments of the tool instead of members of the body', async () => {
    const { apiKey } = await service.issueKey('details');
    const agent = await service.connect('details');
    const enrich = async (body: object): Promise<unknown> =>
      (await call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body })).body;
    const empty = { companies: [], fields: [] };
    expect(await refusalOf(agent, 'enrich_companies', empty)).toEqual(await enrich(empty));
    const unusable = { companies: [{ external_id: 'a' }], fields: ['name'] };
    const { detail } = (await enrich(unusable)) as { detail: object[] };
    expect(await refusalOf(agent, 'enrich_companies', unusable)).toEqual({
      detail: [{ ...detail[0], loc: ['arguments', 'companies', 0] }],
    });
  });

  it.each([
    [
      'enrich_companies',
      { companies: both.companies, fields: [] },
      ['`fields`'],
      ['allow_signals', 'include_metadata'],
    ],
    [
      'enrich_persons',
      { persons: [{ work_email: 'a@one.example' }] },
      ['`fields`', '`include_personas`', '`include_contact_data`', '`company_fields`'],
      ['enrich_company`', 'allow_signals'],
    ],
  ])(
    'refuses a call of %s that requests no data, and names only arguments of the tool',
    async (tool, args, named, unnamed) => {
      const agent = await service.connect('nothing');
      const { detail } = (await refusalOf(agent, tool, args)) as { detail: { status: string; message: string } };
      expect(detail.status).toBe('NO_FIELDS_PROVIDED');
      for (const name of [...named, '`list_fields`']) expect(detail.message).toContain(name);
      for (const name of unnamed) expect(detail.message).not.toContain(name);
    },
  );

  it('refuses an empty list of fields of the employer, and names `company_fields`', async () => {
    const agent = await service.connect('nothing');
    const args = { persons: [{ work_email: 'a@one.example' }], company_fields: [] };
    expect(await refusalOf(agent, 'enrich_persons', args)).toMatch(/company_fields/);
  });

  it('refuses a company name in place of a profile page, and names the tool that finds pages', async () => {
    const agent = await service.connect('pages');
    expect(await refusalOf(agent, 'start_prospecting', { network_url: 'Siemens' })).toMatchObject({
      detail: [{ loc: ['arguments', 'network_url'], msg: expect.stringContaining('`find_companies`') }],
    });
  });

  it('refuses a team that the tenant does not have, and reserves no credit', async () => {
    const agent = await service.connect('teamless');
    const args = { network_url: knownCompany, team_name: 'invented' };
    expect(await refusalOf(agent, 'start_prospecting', args)).toMatchObject({
      detail: [{ loc: ['arguments', 'team_name'], msg: expect.stringContaining('`list_teams`') }],
    });
    expect(await usedCredits(service.database, 'teamless')).toMatchObject({ prospecting: { charged: 0, reserved: 0 } });
  });

  it('refuses a call of a tenant without credits', async () => {
    await service.issueKeyWithoutCredits('poor');
    const agent = await service.connect('poor');
    expect(await refusalOf(agent, 'enrich_companies', both)).toMatchObject({
      detail: { status: 'INSUFFICIENT_CREDITS' },
    });
  });

  it('refuses an idempotency key that was used for another call, and a key that a header could not contain', async () => {
    const agent = await service.connect('keys');
    await agent.resultOf('enrich_companies', { ...both, idempotency_key: 'k' });
    const other = { ...both, fields: ['industry'], idempotency_key: 'k' };
    expect(await refusalOf(agent, 'enrich_companies', other)).toMatchObject({
      detail: [{ loc: ['arguments', 'idempotency_key'], msg: expect.stringContaining('used for another request') }],
    });
    expect(await refusalOf(agent, 'enrich_companies', { ...both, idempotency_key: 'ü' })).toMatchObject({
      detail: [{ msg: expect.stringContaining('1 to 255 printable ASCII characters') }],
    });
    expect(await postsOf('keys')).toHaveLength(1);
  });
});

describe('A tool that costs credits protects', () => {
  it('answers with a general error and charges nothing if the database fails', async () => {
    const agent = await service.connect('broken');
    const { pool } = service.database;
    await pool.query('alter table company_domain rename to company_domain_away');
    try {
      const detail = { status: 'ENRICHMENT_FAILED', message: expect.stringContaining('Try again') };
      const args = { ...both, idempotency_key: 'b' };
      expect(await refusalOf(agent, 'enrich_companies', args)).toEqual({ detail });
    } finally {
      await pool.query('alter table company_domain_away rename to company_domain');
    }
    expect(await usedCredits(service.database, 'broken')).toMatchObject({ data_access: { charged: 0, reserved: 0 } });
    const { structured } = await agent.call('enrich_companies', { ...both, idempotency_key: 'b' });
    expect(structured).toMatchObject({ credits_charged: { data_access: 2 }, replayed: false });
  });
});
