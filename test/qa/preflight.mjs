// Checks the target and the API keys of the QA suite before Jest starts, and looks up records that the tests can use.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookUp, lookUpTeam, PreflightError } from './records.mjs';

export { PreflightError };

/**
 * The credits that the suite spends, and those that the tenant of E2E_API_KEY must have left. More are needed than spent, because a
 * request reserves the most that it can cost until it is answered.
 */
export const credits = {
  spent: { data: 80, contact: 5, prospecting: 2 },
  needed: { data: 200, contact: 10 },
};
/** The data_access credits that the tenant of E2E_OTHER_API_KEY needs for the tests with two tenants. */
const neededOfOther = 5;

/** About the number of requests that the whole suite sends with one key. */
const suiteRequests = 600;
/** More identifiers than any request of the suite has, except the full batches. */
const neededBatch = 100;
/** More requests than any one test sends. */
const testRequests = 120;
/** The worker processes of Jest, which share the rate limit. */
const workers = 2;

/** The longest time for the first answer, without E2E_ANSWER_SECONDS, and for each other answer, in milliseconds. */
const usualFirstMs = 800;
const usualMs = 10_000;

/**
 * Checks the settings and the service before the tests run.
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<{ baseUrl: string, apiKey: string, otherApiKey: string, known: object, notes: string[], pace: Pace }>}
 *   `known` is `Known` in known.ts, `notes` are sentences for the operator
 * @throws {PreflightError}
 */
export async function preflight(env) {
  const baseUrl = readBaseUrl(env.E2E_BASE_URL);
  const [apiKey, otherApiKey] = ['E2E_API_KEY', 'E2E_OTHER_API_KEY'].map((name) => readKey(name, env[name]));
  if (apiKey === otherApiKey) throw sameTenant();
  const firstMs = readSeconds('E2E_ANSWER_SECONDS', env.E2E_ANSWER_SECONDS) ?? usualFirstMs;
  const answerMs = Math.max(firstMs, usualMs);
  await checkHealth(clientOf(baseUrl, apiKey, firstMs));
  const ours = clientOf(baseUrl, apiKey, answerMs);
  const theirs = clientOf(baseUrl, otherApiKey, answerMs);
  await Promise.all([checkKey('E2E_API_KEY', ours), checkKey('E2E_OTHER_API_KEY', theirs)]);
  const [balance, otherBalance] = await Promise.all([balanceOf(ours), balanceOf(theirs)]);
  // The usage of a request is shown to its own tenant only.
  if ((await theirs(`/v1/usage/requests/${balance.requestId}`)).status === 200) throw sameTenant();
  if (balance.data < credits.needed.data) throw tooPoor(balance.data);
  await checkBatch(ours);
  const hasContactCredits = balance.contact >= credits.needed.contact;
  const notes = [];
  const records = await lookUp(ours, env, { hasContactCredits, notes });
  const known = {
    ...records,
    hasContactCredits,
    hasOtherCredits: otherBalance.data >= neededOfOther,
    isCounting: balance.isRefused || (await ours(`/v1/usage/requests/${balance.requestId}`)).status === 200,
    team: await lookUpTeam(ours, env.E2E_TEAM),
    prospectingCompany: env.E2E_PROSPECTING_COMPANY ?? records.person?.company?.network_url ?? null,
  };
  return { baseUrl, apiKey, otherApiKey, known, notes, pace: await paceOf(ours) };
}

function tooPoor(left) {
  const { spent, needed } = credits;
  return new PreflightError(
    `The tenant of E2E_API_KEY has ${left} data_access credits left; the suite needs ${needed.data}, because requests reserve ` +
      `the most that they may cost, and spends at most ${spent.data} of them`,
  );
}

function readBaseUrl(text) {
  if (!text)
    throw new PreflightError('E2E_BASE_URL is not set: the address of the service, as in https://data.example.com');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new PreflightError(
      'E2E_BASE_URL must be an address like https://data.example.com, without user, query and fragment',
    );
  }
  return text.replace(/\/+$/, '');
}

/** Reads an API key. The messages never repeat the value, because it may be a secret even if it is no key. */
function readKey(name, value) {
  if (!value) throw new PreflightError(`${name} is not set: an API key of a tenant of the service`);
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new PreflightError(`${name} is not an API key: it has characters that no key has`);
  return value;
}

function sameTenant() {
  return new PreflightError(
    'E2E_OTHER_API_KEY belongs to the tenant of E2E_API_KEY: it must be a key of another tenant',
  );
}

/** Reads a number of seconds. @returns milliseconds, or null if the variable is not set */
function readSeconds(name, text) {
  if (!text) return null;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 3_600) return seconds * 1_000;
  throw new PreflightError(`${name} must be a number of seconds, at most 3600`);
}

/**
 * A function that sends requests with one API key, again after 429.
 * @returns {(path: string, body?: object, requestId?: string) => Promise<{ status: number, headers: Headers, body: any }>}
 */
function clientOf(baseUrl, apiKey, answerMs) {
  return async function ask(path, body, requestId) {
    const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' };
    if (requestId !== undefined) headers['X-Request-Id'] = requestId;
    const content = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    try {
      const signal = AbortSignal.timeout(answerMs);
      const response = await fetch(`${baseUrl}${path}`, { headers, signal, ...content });
      const text = await response.text();
      if (response.status !== 429) return { status: response.status, headers: response.headers, body: parse(text) };
      await waitFor(response);
    } catch (error) {
      const { code, message } = error.cause ?? error;
      const isLate = error.name === 'TimeoutError';
      const limit = `no answer to ${path} within ${answerMs / 1_000} s; give a slower service more E2E_ANSWER_SECONDS`;
      throw new PreflightError(`E2E_BASE_URL ${baseUrl} cannot be reached: ${isLate ? limit : (code ?? message)}`);
    }
    return ask(path, body, requestId);
  };
}

/** Waits for the time that a 429 states. */
async function waitFor({ headers }) {
  const seconds = Number(headers.get('Retry-After') ?? 1) || 0;
  if (seconds > 1) process.stderr.write(`Waiting ${seconds} s for the rate limit\n`);
  await sleep(seconds * 1_000);
}

/**
 * What the rate limit means for the duration of the suite.
 * @typedef {object} Pace
 * @property {string} limit the rules: `100 requests in 1 s and 1000 requests in 60 s`
 * @property {number} suiteSeconds about the seconds that the whole suite takes because of the limit
 * @property {number} testSeconds the seconds after which a test that waits for the limit fails
 */

/**
 * Reads how many requests the service allows in how much time.
 * @returns {Promise<Pace>}
 */
async function paceOf(ask) {
  const { headers } = await ask('/v1/me');
  const rules = [...(headers.get('RateLimit-Policy') ?? '').matchAll(/q=(\d+);w=(\d+)/g)].map(([, quota, window]) => ({
    quota: Number(quota),
    window: Number(window),
  }));
  const secondsFor = (requests) =>
    Math.ceil(Math.max(0, ...rules.map(({ quota, window }) => (requests / quota) * window)));
  const limit = rules.map(({ quota, window }) => `${quota} requests in ${window} s`).join(' and ');
  return { limit, suiteSeconds: secondsFor(suiteRequests), testSeconds: 120 + workers * secondsFor(testRequests) };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function checkHealth(ask) {
  const { status, body } = await ask('/health');
  if (status === 200 && typeof body?.status === 'string') return;
  throw new PreflightError(`E2E_BASE_URL is not this service: GET /health answered ${status} without a report`);
}

async function checkKey(name, ask) {
  const { status } = await ask('/v1/usage');
  if (status === 401) throw new PreflightError(`${name} is not a valid key of the service`);
  if (status !== 200) throw new PreflightError(`GET /v1/usage with ${name} answered ${status}`);
}

/** Checks that a request may have enough identifiers. Tests compare many spellings in one request, and the limit is a setting. */
async function checkBatch(ask) {
  const { body } = await ask('/v1/me');
  const most = body?.limits?.identifiers_per_request;
  if (most < neededBatch) {
    throw new PreflightError(
      `A request of the service has at most ${most} identifiers (MAX_BATCH); the suite needs ${neededBatch}`,
    );
  }
}

/** The credits that a tenant has left. They are in the headers of a request that costs nothing because it matches no person. */
async function balanceOf(ask) {
  const requestId = randomUUID();
  const persons = [{ work_email: `${requestId}@qa-${requestId}.example` }];
  const answer = await ask(
    '/v1/person/enrich',
    { persons, fields: ['full_name'], include_contact_data: true },
    requestId,
  );
  if (![200, 402].includes(answer.status)) throw new PreflightError(`POST /v1/person/enrich answered ${answer.status}`);
  const [data, contact] = ['Data-Access', 'Contact-Data'].map((feature) => {
    const left = answer.headers.get(`X-Credits-${feature}-Remaining`);
    return left === 'unlimited' ? Infinity : Number(left);
  });
  return { requestId, isRefused: answer.status === 402, data, contact };
}
