import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { call as send, type Answer, type Call } from '../support/http.js';
import { OpenApiDocument } from '../support/openapi-document.js';

export const baseUrl = setting('E2E_BASE_URL');
export const ourKey = setting('E2E_API_KEY');
export const theirKey = setting('E2E_OTHER_API_KEY');
export const document = await OpenApiDocument.of(baseUrl);

/** A variable that scripts/test-e2e.mjs has set. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: npm run test:e2e runs these tests`);
  return value;
}

/** Options of a request; it is sent with our key unless `apiKey` says otherwise. */
export type Ask = Call;

/**
 * One request. A 429 is waited for, and every answer of a documented operation is held against the OpenAPI document.
 * @throws Error with what the document does not permit
 */
export async function ask(path: string, options: Ask = {}): Promise<Answer> {
  const answer = await send(`${baseUrl}${path}`, { apiKey: ourKey, ...options });
  checkAnswer(options.method ?? (hasBody(options) ? 'POST' : 'GET'), path, answer);
  if (answer.status !== 429) return answer;
  await sleep(Number(answer.headers.get('Retry-After')) * 1_000);
  return ask(path, options);
}

function hasBody({ body, raw }: Ask): boolean {
  return body !== undefined || raw !== undefined;
}

function checkAnswer(method: string, path: string, answer: Answer): void {
  const route = path.replace(/[/]?(\?.*)?$/, '').replace(/(?<=\/jobs\/)[^/]+/, '{job_id}');
  const template = route.replace(/(?<=\/usage\/requests\/)[^/]+/, '{request_id}');
  if (document.content.paths[template]?.[method.toLowerCase()] === undefined) return;
  const faults = document.faultsOfAnswer(method, template, answer);
  if (faults.length === 0) return;
  throw new Error(`${method} ${template} answered ${answer.status} otherwise than documented:\n${faults.join('\n')}`);
}

export interface Result {
  readonly identifier: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly matched: boolean;
}

export const companyPath = '/v1/company/enrich';
export const personPath = '/v1/person/enrich';
export const signalsPath = '/v1/signals/get-signals';
export const startPath = '/v1/prospecting/start';

/** The results of an enrichment that must succeed. */
export async function resultsOf(path: string, body: unknown, options: Ask = {}): Promise<Result[]> {
  const answer = await ask(path, { body, ...options });
  expect([answer.status, answer.body]).toEqual([200, { results: expect.any(Array) }]);
  return (answer.body as { results: Result[] }).results;
}

/** The only result of an enrichment of one company or person. */
export async function resultOf(path: string, body: unknown, options: Ask = {}): Promise<Result> {
  const results = await resultsOf(path, body, options);
  expect(results).toHaveLength(1);
  const [result] = results;
  if (result === undefined) throw new Error('There is no result');
  return result;
}

/** A credit header of an answer as a number; `unlimited` is infinite, an absent header NaN. */
export function credits(answer: Answer, feature: string, what: 'Charged' | 'Remaining' | 'Reserved'): number {
  const value = answer.headers.get(`X-Credits-${feature}-${what}`);
  return value === 'unlimited' ? Infinity : Number(value ?? NaN);
}

/** Text that no record has, different in every run. */
export const unique = `qa-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

/** A website of no company: `.example` is reserved. */
export const nowhere = `${unique}.example`;

/** A body that every service answers with 200 and for nothing: the signals of a company that is not there. */
export const freeRequest = { companies: [{ website: nowhere }], allow_signals: {} };
