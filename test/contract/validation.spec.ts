import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { enrich } from '../support/company-api.js';
import type { Answer } from '../support/http.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

interface Item {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: unknown;
}

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

const company = { website: 'siemens.com' };
const signalTypes =
  "'ALL', 'new_hire', 'Key Changes', 'Account Visitor', 'Prospect Visitor', 'Event Attendee', " +
  "'Member in a community of interest', 'Network Job Post', 'trcontact_website_visitor', 'Hiring Growth', " +
  "'Company Change', 'Promotion', 'Join Community', 'hiring_manager', 'role_change', 'account_website_visitor', " +
  "'Topic Engagement', 'Article', 'High Intent', 'Role Change', 'Change in position', 'Event Appearance', " +
  "'New Hire', 'change_company' or 'Job Posting'";

async function itemsFor(body: unknown): Promise<Item[]> {
  const answer = await enrich(service, body);
  expect(answer.status).toBe(422);
  return (answer.body as { detail: Item[] }).detail;
}

describe('POST /v1/company/enrich rejects with 422', () => {
  it.each<[what: string, body: unknown, item: Item]>([
    [
      'a body without companies',
      { fields: ['name'] },
      { type: 'missing', loc: ['body', 'companies'], msg: 'Field required', input: { fields: ['name'] } },
    ],
    ['null as body', 'null', { type: 'missing', loc: ['body'], msg: 'Field required', input: null }],
    [
      'a list as body',
      [company],
      {
        type: 'model_attributes_type',
        loc: ['body'],
        msg: 'Input should be a valid dictionary or object to extract fields from',
        input: [company],
      },
    ],
    [
      'a string for the companies',
      { companies: 'siemens.com', fields: ['name'] },
      {
        type: 'list_type',
        loc: ['body', 'companies'],
        msg: 'Input should be a valid list',
        input: 'siemens.com',
      },
    ],
    [
      'null for the companies',
      { companies: null, fields: ['name'] },
      { type: 'list_type', loc: ['body', 'companies'], msg: 'Input should be a valid list', input: null },
    ],
    [
      'a number for an id',
      { companies: [company, { network_id: 5661061 }], fields: ['name'] },
      {
        type: 'string_type',
        loc: ['body', 'companies', 1, 'network_id'],
        msg: 'Input should be a valid string',
        input: 5661061,
      },
    ],
    [
      'a company without identifier',
      { companies: [{ external_id: 'x' }], fields: ['name'] },
      {
        type: 'value_error',
        loc: ['body', 'companies', 0],
        msg: 'Value error, provide at least one of website, network_url, network_id',
        input: { external_id: 'x' },
        ctx: { error: {} },
      },
    ],
    [
      'the word true for a boolean',
      { companies: [company], include_metadata: 'true' },
      {
        type: 'bool_type',
        loc: ['body', 'include_metadata'],
        msg: 'Input should be a valid boolean',
        input: 'true',
      },
    ],
    [
      'a signal type in the wrong case',
      { companies: [company], allow_signals: { type: 'all' } },
      {
        type: 'enum',
        loc: ['body', 'allow_signals', 'type'],
        msg: `Input should be ${signalTypes}`,
        input: 'all',
        ctx: { expected: signalTypes },
      },
    ],
    [
      'a day that does not exist',
      { companies: [company], allow_signals: { start_time: '2023-02-29' } },
      {
        type: 'date_from_datetime_parsing',
        loc: ['body', 'allow_signals', 'start_time'],
        msg: 'Input should be a valid date or datetime, day value is outside expected range',
        input: '2023-02-29',
        ctx: { error: 'day value is outside expected range' },
      },
    ],
  ])('%s, with all members of the item', async (_what, body, item) => {
    const items = await itemsFor(body);
    expect(items).toEqual([item]);
    expect(items.map((found) => Object.keys(found))).toEqual([Object.keys(item)]);
  });

  it('the same request always with the same text', async () => {
    const [first, second] = await Promise.all([enrich(service, {}), enrich(service, {})]);
    expect(withoutHeaders(first)).toEqual(withoutHeaders(second));
  });
});

function withoutHeaders({ status, body }: Answer): Pick<Answer, 'status' | 'body'> {
  return { status, body };
}
