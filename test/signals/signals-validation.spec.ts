import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getSignals, year } from '../support/signals.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

interface Item {
  readonly type: string;
  readonly loc: readonly (string | number)[];
}

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

async function itemsFor(body: unknown): Promise<Item[]> {
  const answer = await getSignals(service, body);
  expect(answer.status).toBe(422);
  return (answer.body as { detail: Item[] }).detail;
}

describe('POST /v1/signals/get-signals succeeds with', () => {
  it.each([
    ['two days', year],
    ['two days and a type', { ...year, type: 'Member in a community of interest' }],
    ['null for the type', { ...year, type: null }],
    ['a leap day', { start_time: '2024-02-29', end_time: '2024-02-29' }],
    ['members that it does not have', { ...year, limit: 'x' }],
  ])('%s', async (_what, body) => {
    const answer = await getSignals(service, body);
    expect(answer).toMatchObject({ status: 200, body: { signals: expect.any(Object) } });
  });
});

describe('POST /v1/signals/get-signals rejects with 422', () => {
  it.each<[what: string, body: unknown, errors: [type: string, ...loc: string[]][]]>([
    [
      'an empty body',
      {},
      [
        ['missing', 'start_time'],
        ['missing', 'end_time'],
      ],
    ],
    ['a missing start', { end_time: '2026-01-01' }, [['missing', 'start_time']]],
    ['a missing end', { start_time: '2026-01-01' }, [['missing', 'end_time']]],
    [
      'null for a day',
      { start_time: null, end_time: null },
      [
        ['date_type', 'start_time'],
        ['date_type', 'end_time'],
      ],
    ],
    ['a day that does not exist', { ...year, end_time: '2026-02-29' }, [['date_from_datetime_parsing', 'end_time']]],
    ['a day with a time', { ...year, end_time: '2026-02-28T00:00:00' }, [['date_from_datetime_parsing', 'end_time']]],
    ['a number for a day', { ...year, start_time: 20260101 }, [['date_type', 'start_time']]],
    ['a type in another case', { ...year, type: 'promotion' }, [['enum', 'type']]],
    ['all for ALL', { ...year, type: 'all' }, [['enum', 'type']]],
    ['a type with a space behind it', { ...year, type: 'Promotion ' }, [['enum', 'type']]],
    ['several types', { ...year, type: ['Promotion', 'Article'] }, [['enum', 'type']]],
    ['a list for the body', [year], [['model_attributes_type']]],
    [
      'everything that is wrong, at once and as declared',
      { type: 1, end_time: 'x', start_time: {} },
      [
        ['date_type', 'start_time'],
        ['date_from_datetime_parsing', 'end_time'],
        ['enum', 'type'],
      ],
    ],
  ])('%s', async (_what, body, errors) => {
    const items = await itemsFor(body);
    expect(items.map(({ type, loc }) => [type, ...loc])).toEqual(
      errors.map(([type, ...loc]) => [type, 'body', ...loc]),
    );
  });
});
