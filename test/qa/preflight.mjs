// What the QA suite does before Jest is loaded: checks the target and the keys, and looks up records that tests can use.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Credits that the suite may need at most; it spends fewer. */
export const neededCredits = { ours: 200, theirs: 5, contact: 10 };

/** Records of the demo data, for targets that have it. */
const demo = {
  websites: ['dropbox.com', 'siemens.com'],
  person: 'https://www.network.com/in/gavin-anderson-c7ec6f7e',
  team: 'databases',
};

/** Milliseconds for the first answer, unless E2E_ANSWER_SECONDS says otherwise, and for the others. */
const usualFirstMs = 800;
const usualMs = 10_000;

/** The reason why the suite cannot run, in one line. */
export class PreflightError extends Error {}

/**
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<{ baseUrl: string, apiKey: string, otherApiKey: string, known: object }>} `known` is `Known` in known.ts
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
  if (balance.data < neededCredits.ours) {
    throw new PreflightError(
      `The tenant of E2E_API_KEY has ${balance.data} data_access credits left; the suite needs ${neededCredits.ours}`,
    );
  }
  const hasContactCredits = balance.contact >= neededCredits.contact;
  const records = await lookUp(ours, env, { hasContactCredits });
  const known = {
    ...records,
    hasContactCredits,
    hasOtherCredits: otherBalance.data >= neededCredits.theirs,
    team: env.E2E_TEAM ?? demo.team,
    isTeamNamed: env.E2E_TEAM !== undefined,
    prospectingCompany: env.E2E_PROSPECTING_COMPANY ?? records.person?.company?.network_url ?? null,
  };
  return { baseUrl, apiKey, otherApiKey, known };
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

/** Never repeats the value: it may be a secret, also where it is no key. */
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

/** @returns milliseconds, or null where the variable is not set */
function readSeconds(name, text) {
  if (!text) return null;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 3_600) return seconds * 1_000;
  throw new PreflightError(`${name} must be a number of seconds, at most 3600`);
}

/**
 * Requests as one tenant; a 429 is waited for.
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
      await sleep(Number(response.headers.get('Retry-After')) * 1_000);
    } catch (error) {
      const { code, message } = error.cause ?? error;
      const isLate = error.name === 'TimeoutError';
      const limit = `no answer to ${path} within ${answerMs / 1_000} s; give a slower service more E2E_ANSWER_SECONDS`;
      throw new PreflightError(`E2E_BASE_URL ${baseUrl} cannot be reached: ${isLate ? limit : (code ?? message)}`);
    }
    return ask(path, body, requestId);
  };
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

/** The remaining credits of a tenant, from the answer to a request that is free, because it matches no person. */
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
  return { requestId, data, contact };
}

/** Records of the target, by the variables or, where they are not set, those of the demo data that the target knows. */
async function lookUp(ask, env, { hasContactCredits }) {
  const { companies, queryFields } = await lookUpCompanies(ask, env.E2E_COMPANY_WEBSITE);
  const person = await lookUpPerson(ask, env, { hasContactCredits });
  return { companies, queryFields, person, signals: await lookUpSignals(ask, companies) };
}

async function lookUpCompanies(ask, named) {
  const websites = named === undefined ? demo.websites : named.split(',').map((website) => website.trim());
  const fields = ['website', 'network_url', 'network_id', 'name'];
  const request = { companies: websites.map((website) => ({ website })), fields, include_metadata: true };
  const results = await resultsOf(ask, '/v1/company/enrich', request);
  const miss = results.find(({ matched }) => !matched);
  if (named !== undefined && miss !== undefined) {
    throw new PreflightError(`E2E_COMPANY_WEBSITE: the service has no company ${miss.identifier.website}`);
  }
  const queryFields = Object.keys(results[0].data).filter((name) => !fields.includes(name));
  const matched = results.filter((result) => result.matched);
  const companies = matched.map(({ data }) => Object.fromEntries(fields.map((name) => [name, data[name]])));
  return { companies, queryFields };
}

async function lookUpPerson(ask, { E2E_PERSON_NETWORK_URL: page, E2E_PERSON_EMAIL: email }, { hasContactCredits }) {
  const request = {
    fields: ['contact_network_url', 'first_name', 'last_name', 'full_name', 'company_website'],
    enrich_company: ['name', 'website', 'network_url'],
    include_contact_data: hasContactCredits,
  };
  const identifier =
    page === undefined && email !== undefined ? { work_email: email } : { network_url: page ?? demo.person };
  const [{ matched, data }] = await resultsOf(ask, '/v1/person/enrich', { persons: [identifier], ...request });
  if (matched) return { ...data, work_email: email ?? data.email ?? null };
  if (page === undefined && email === undefined) return null;
  const name = page === undefined ? 'E2E_PERSON_EMAIL' : 'E2E_PERSON_NETWORK_URL';
  throw new PreflightError(`${name}: the service finds no person by it`);
}

/** The company with the most signals of the tenant, with its first and last day; null where no company has any. */
async function lookUpSignals(ask, companies) {
  if (companies.length === 0) return null;
  const request = { companies: companies.map(({ website }) => ({ website })), allow_signals: {} };
  const results = await resultsOf(ask, '/v1/company/enrich', request);
  const lists = results.map(({ data }, index) => ({ website: companies[index].website, signals: data.signals ?? [] }));
  const [{ website, signals }] = lists.sort((one, other) => other.signals.length - one.signals.length);
  const days = signals.map(({ date }) => date).sort();
  return days.length === 0 ? null : { website, first: days[0], last: days.at(-1) };
}

async function resultsOf(ask, path, request) {
  const { status, body } = await ask(path, request);
  if (status === 200 && Array.isArray(body?.results)) return body.results;
  throw new PreflightError(`POST ${path} answered ${status}: ${JSON.stringify(body?.detail ?? null)}`);
}
