import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from '@jest/globals';
import { call as send, type Answer, type Call } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { rawRequest, type RawAnswer, type RawRequest } from '../support/http/raw-request.js';

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

/** Larger bodies are sent in gzip, because proxies refuse large bodies by default: nginx those above 1 MB. */
const largestPlainBody = 500_000;

/**
 * One request. A 429 is waited for, and every answer of a documented operation is held against the OpenAPI document, as is every
 * body that the service has accepted.
 * @throws Error with what the document does not permit
 */
export async function ask(path: string, options: Ask = {}): Promise<Answer> {
  const method = options.method ?? (hasBody(options) ? 'POST' : 'GET');
  const sent = { apiKey: ourKey, ...packed(options) };
  return untilAdmitted(
    async () => {
      const answer = await send(`${baseUrl}${path}`, sent);
      // A proxy in front may refuse requests, too, in a form of its own.
      if (answer.status !== 429 || answer.headers.has('X-Request-Id')) {
        checkAnswer(method, path, answer);
        checkAccepted(method, path, options, answer.status);
      }
      return answer;
    },
    ({ headers }) => headers.get('Retry-After'),
  );
}

/** A request without the corrections of `fetch`, such as for repeated headers. A 429 is waited for. */
export async function askRaw(path: string, options: RawRequest = {}): Promise<RawAnswer> {
  return untilAdmitted(
    () => rawRequest(`${baseUrl}${path}`, options),
    ({ headers }) => headers['retry-after'],
  );
}

/** Who has answered a request: the service repeats its id, which a proxy in front does not do in answers of its own. */
export async function answererOf(path: string, options: Ask = {}): Promise<{ isService: boolean; answer: Answer }> {
  const id = `${unique}-who`;
  const headers = { ...options.headers, 'X-Request-Id': id };
  const answer = await untilAdmitted(
    () => send(`${baseUrl}${path}`, { apiKey: ourKey, ...options, headers }),
    (refusal) => refusal.headers.get('Retry-After'),
  );
  return { isService: answer.headers.get('X-Request-Id') === id, answer };
}

/** How long one request may be refused with 429 until that is a fault of the service: as long as the whole suite may take. */
export const patienceMs = 1_000 * Math.max(600, Number(setting('E2E_SUITE_SECONDS')));

/** Sends a request until the rate limit lets it pass. Every request of the suite is sent here, except those of the client, which waits itself. */
async function untilAdmitted<T extends { readonly status: number }>(
  sendOnce: () => Promise<T>,
  retryAfterOf: (refusal: T) => string | null | undefined,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await sendOnce();
    if (answer.status !== 429) return answer;
    if (performance.now() > deadline) throw new Error(`A request was refused with 429 for ${patienceMs / 1_000} s`);
    const seconds = Number(retryAfterOf(answer) ?? NaN);
    const waited = Number.isFinite(seconds) ? seconds : 1;
    sayWait(waited);
    await sleep(waited * 1_000);
  }
}

/** The waits that nothing was said of, and the time at which something was said last. */
let unsaidSeconds = 0;
let saidAt = -Infinity;

/** Says on standard error that the suite waits, so that a quiet minute is explained; not for a second now and then. */
export function sayWait(seconds: number): void {
  unsaidSeconds += seconds;
  if (unsaidSeconds < 5 || performance.now() - saidAt < 10_000) return;
  unsaidSeconds = 0;
  saidAt = performance.now();
  process.stderr.write(`Waiting ${Math.ceil(seconds)} s for the rate limit\n`);
}

function packed({ body, ...options }: Ask): Ask {
  if (body === undefined || options.raw !== undefined) return options;
  const text = JSON.stringify(body);
  if (text.length <= largestPlainBody) return { ...options, raw: text };
  return { ...options, raw: gzipSync(text), headers: { ...options.headers, 'Content-Encoding': 'gzip' } };
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

/** Checks that the schema of the document permits a body that the service has accepted, so that generated clients can send it. */
function checkAccepted(method: string, path: string, { body, raw }: Ask, status: number): void {
  const isText = typeof raw === 'string';
  if ((body === undefined && !isText) || ![200, 202, 400, 402].includes(status)) return;
  if (document.content.paths[path]?.[method.toLowerCase()]?.requestBody === undefined) return;
  const schema = ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
  const faults = document.faults(schema, isText ? JSON.parse(raw.replace(/^\ufeff/, '')) : body);
  if (faults.length === 0) return;
  throw new Error(`${method} ${path} answered ${status} to a body that the document forbids:\n${faults.join('\n')}`);
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

/** Names of fields that a careless program takes for something else. */
export const strangeNames: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'then',
  '0',
  '',
  ' ',
  '\u0000',
  'name\u0000',
  'full_name\u0000',
  '\ud800',
  '\udfff',
  'a\r\nSet-Cookie: a=b',
  'name" from company; drop table company; --',
  'p.id" from person p; drop table person; --',
  'c.id',
  'company_id',
  '</script><script>alert(1)</script>',
  'x'.repeat(10_000),
];

/** Text that no record has, different in every run. */
export const unique = `qa-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

/** A website of no company: `.example` is reserved. */
export const nowhere = `${unique}.example`;

/** A body that every service answers with 200 and for nothing: the signals of a company that is not there. */
export const freeRequest = { companies: [{ website: nowhere }], allow_signals: {} };
