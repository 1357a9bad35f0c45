import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, type Answer } from './support/http.js';
import { openTarget, type Target } from './support/target.js';

interface Result {
  readonly identifier: Record<string, unknown>;
  readonly data: Record<string, unknown>;
  readonly matched: boolean;
}

let target: Target;

beforeAll(async () => {
  target = await openTarget();
});

afterAll(() => target.close());

async function enrich(body: unknown): Promise<Answer> {
  return call(`${target.baseUrl}/v1/company/enrich`, { apiKey: target.apiKey, body });
}

async function resultsOf(body: unknown): Promise<Result[]> {
  const answer = await enrich(body);
  expect(answer.status).toBe(200);
  return (answer.body as { results: Result[] }).results;
}

describe('POST /v1/company/enrich succeeds', () => {
  it('returns one result for each company, in order, with exactly the requested fields', async () => {
    const companies = [{ website: 'siemens.com' }, { website: 'nobody-has-this.example.org' }, { website: 'SAP.com' }];
    const results = await resultsOf({ companies, fields: ['founded_year', 'name'] });
    expect(results.map((result) => result.matched)).toEqual([true, false, true]);
    expect(results.map((result) => result.identifier)).toEqual(companies);
    expect(results[0]?.data).toEqual({ founded_year: 1847, name: 'Siemens' });
    expect(results[1]?.data).toEqual({ founded_year: null, name: null });
  });
});
