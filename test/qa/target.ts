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

/** The value of an environment variable that scripts/test-e2e.mjs has set. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: npm run test:e2e runs these tests`);
  return value;
}

/** The options of a request. Without `apiKey` it is sent with the key of E2E_API_KEY. */
export type Ask = Call;

/** The most characters of a body that is sent uncompressed. Proxies may refuse larger ones: nginx refuses more than 1 MB by default. */
const largestPlainBody = 500_000;

/**
 * Sends a request, again after 429. The answer of a documented operation is compared with the OpenAPI document, and so is each body
 * that the service has accepted.
 * @throws Error that names what the document does not permit
 */
export async function ask(path: string, options: Ask = {}): Promise<Answer> {
  const method = options.method ?? (hasBody(options) ? 'POST' : 'GET');
  const sent = { apiKey: ourKey, ...packed(options) };
  return untilAdmitted(
    async () => {
      const answer = await send(`${baseUrl}${path}`, sent);
      // A 429 without a request id comes from a proxy in front, whose answers the document does not describe.
      if (answer.status !== 429 || answer.headers.has('X-Request-Id')) {
        checkAnswer(method, path, answer);
        checkAccepted(method, path, options, answer.status);
      }
      return answer;
    },
    ({ headers }) => headers.get('Retry-After'),
  );
}

/** Sends a request as it is written, with repeated headers, which `fetch` would join. It is sent again after 429. */
export async function askRaw(path: string, options: RawRequest = {}): Promise<RawAnswer> {
  return untilAdmitted(
    () => rawRequest(`${baseUrl}${path}`, options),
    ({ headers }) => headers['retry-after'],
  );
}

/** Finds out whether the service or a proxy in front of it answers a request. Only the service repeats the request id. */
export async function answererOf(path: string, options: Ask = {}): Promise<{ isService: boolean; answer: Answer }> {
  const id = `${unique}-who`;
  const headers = { ...options.headers, 'X-Request-Id': id };
  const answer = await untilAdmitted(
    () => send(`${baseUrl}${path}`, { apiKey: ourKey, ...options, headers }),
    (refusal) => refusal.headers.get('Retry-After'),
  );
  return { isService: answer.headers.get('X-Request-Id') === id, answer };
}

/** How long one request may be refused with 429 before its test fails, in milliseconds. It is the time that the whole suite may take. */
export const patienceMs = 1_000 * Math.max(600, Number(setting('E2E_SUITE_SECONDS')));

/**
 * Sends a request until the rate limit admits it. All requests of the suite are sent here, except those of the client, which waits
 * itself.
 */
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

/** The seconds of waiting since the last message, and the time of that message in milliseconds. */
let unreportedSeconds = 0;
let reportedAt = -Infinity;

/** Says on standard error that the suite waits. Short waits are added up, and there is at most one message in 10 seconds. */
export function sayWait(seconds: number): void {
  unreportedSeconds += seconds;
  if (unreportedSeconds < 5 || performance.now() - reportedAt < 10_000) return;
  unreportedSeconds = 0;
  reportedAt = performance.now();
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
  throw new Error(
    `${method} ${template} answered ${answer.status} differently from the OpenAPI document:\n${faults.join('\n')}`,
  );
}

/** Checks that the document permits a body which the service has accepted. Otherwise generated clients could not send it. */
function checkAccepted(method: string, path: string, { body, raw }: Ask, status: number): void {
  const isText = typeof raw === 'string';
  if ((body === undefined && !isText) || ![200, 202, 400, 402].includes(status)) return;
  if (document.content.paths[path]?.[method.toLowerCase()]?.requestBody === undefined) return;
  const schema = ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
  const faults = document.faults(schema, isText ? JSON.parse(raw.replace(/^\ufeff/, '')) : body);
  if (faults.length === 0) return;
  throw new Error(
    `${method} ${path} answered ${status} to a body that the OpenAPI document does not permit:\n${faults.join('\n')}`,
  );
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

/** Sends an enrichment that must succeed. @returns its results */
export async function resultsOf(path: string, body: unknown, options: Ask = {}): Promise<Result[]> {
  const answer = await ask(path, { body, ...options });
  expect([answer.status, answer.body]).toEqual([200, { results: expect.any(Array) }]);
  return (answer.body as { results: Result[] }).results;
}

/** Sends an enrichment of one company or person, which must succeed. @returns its only result */
export async function resultOf(path: string, body: unknown, options: Ask = {}): Promise<Result> {
  const results = await resultsOf(path, body, options);
  expect(results).toHaveLength(1);
  const [result] = results;
  if (result === undefined) throw new Error('There is no result');
  return result;
}

/** The number in a credit header of an answer: Infinity for `unlimited`, NaN if the header is absent. */
export function credits(answer: Answer, feature: string, what: 'Charged' | 'Remaining' | 'Reserved'): number {
  const value = answer.headers.get(`X-Credits-${feature}-${what}`);
  return value === 'unlimited' ? Infinity : Number(value ?? NaN);
}

/** Names of fields that could do harm in a careless program, such as members of every JavaScript object or SQL. */
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

/** A text that is in no record and different in every run. */
export const unique = `qa-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

/** The website of no company: names that end in `.example` cannot be registered. */
export const nowhere = `${unique}.example`;

/** A body of company enrichment that gets 200 and costs nothing, because it requests only the signals of an unknown company. */
export const freeRequest = { companies: [{ website: nowhere }], allow_signals: {} };
