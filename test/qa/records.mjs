// Looks up records of the target that tests of the QA suite can use.
import { randomUUID } from 'node:crypto';

/** The suite cannot run. The message says why, and what to set, in one line. */
export class PreflightError extends Error {}

/** Records of the demo data, which are used for targets that have them. */
const demo = {
  websites: ['dropbox.com', 'siemens.com'],
  person: 'https://www.network.com/in/gavin-anderson-c7ec6f7e',
  team: 'databases',
};

/** Looks up the records that the variables name, or without variables those of the demo data. */
export async function lookUp(ask, env, { hasContactCredits, notes }) {
  const { companies, queryFields } = await lookUpCompanies(ask, env.E2E_COMPANY_WEBSITE);
  const person = await lookUpPerson(ask, env, { hasContactCredits, notes });
  return { companies, queryFields, person, signals: await lookUpSignals(ask, companies) };
}

/** A team of the tenant: the one that is named, else that of the demo data, else the first. Null if the tenant has none. */
export async function lookUpTeam(ask, named) {
  const { status, body } = await ask('/v1/teams');
  if (status !== 200) throw new PreflightError(`GET /v1/teams answered ${status}`);
  const names = body.teams.map(({ name }) => name);
  if (!named) return names.includes(demo.team) ? demo.team : (names[0] ?? null);
  if (names.includes(named)) return named;
  throw new PreflightError(
    `E2E_TEAM: the tenant of E2E_API_KEY has no team ${JSON.stringify(named)}, but ${names.join(', ') || 'none at all'}`,
  );
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

/** The first of the named persons whose name is unique at their employer. If no name is unique, it is the first person. */
async function lookUpPerson(
  ask,
  { E2E_PERSON_NETWORK_URL: pages, E2E_PERSON_EMAIL: email },
  { hasContactCredits, notes },
) {
  const isNamed = pages !== undefined || email !== undefined;
  const named = (pages ?? demo.person).split(',').map((page) => page.trim());
  if (email !== undefined && named.length > 1) {
    throw new PreflightError('E2E_PERSON_EMAIL is the address of one person: name one page in E2E_PERSON_NETWORK_URL');
  }
  const request = {
    fields: ['contact_network_url', 'first_name', 'last_name', 'full_name', 'company_website'],
    enrich_company: ['name', 'website', 'network_url'],
    include_contact_data: hasContactCredits,
  };
  const identifiers =
    pages === undefined && email !== undefined
      ? [{ work_email: email }]
      : named.map((network_url) => ({ network_url }));
  const name = pages === undefined ? 'E2E_PERSON_EMAIL' : 'E2E_PERSON_NETWORK_URL';
  let first = null;
  for (const identifier of identifiers) {
    const [{ matched, data }] = await resultsOf(ask, '/v1/person/enrich', { persons: [identifier], ...request });
    if (!matched && !isNamed) return null;
    if (!matched) throw new PreflightError(`${name}: the service finds no person by it`);
    if (data.contact_network_url === null) {
      throw new PreflightError(`${name}: the person has no profile page on record, name another one`);
    }
    const person = { ...data, work_email: email ?? data.email ?? null };
    const strategies = await strategiesOf(ask, person);
    const found = { ...person, strategies };
    if (Object.values(strategies).every(({ isAmbiguous }) => !isAmbiguous)) return found;
    first ??= found;
  }
  notes.push(
    'The name of the person is not unique at their employer (`explain` says several_candidates), so the tests that use this name ' +
      'are skipped. E2E_PERSON_NETWORK_URL may have several pages, separated by commas; the first with a unique name is taken.',
  );
  return first;
}

/** The combinations of members that identify a person with what is on record, and whether the service finds several persons by them. */
async function strategiesOf(ask, person) {
  const { work_email, full_name, first_name, last_name, company } = person;
  const company_domain = company?.website ?? person.company_website;
  const company_name = company?.name ?? null;
  const network_url = `network.com/in/qa-${randomUUID()}`;
  const identifiers = {
    'work email': { work_email },
    'full name and domain': { full_name, company_domain },
    'full name and company name': { full_name, company_name },
    'first and last name and domain': { first_name, last_name, company_domain },
    'first and last name and company name': { first_name, last_name, company_name },
    'everything together': { work_email, full_name, first_name, last_name, company_domain, company_name },
    'a name in capitals': { full_name: full_name?.toUpperCase() ?? null, company_domain },
    'an unknown page and everything else': { network_url, work_email, full_name, company_domain, company_name },
  };
  const complete = Object.entries(identifiers).filter(([, one]) => Object.values(one).every((value) => value !== null));
  const persons = complete.map(([, identifier]) => identifier);
  // The request asks for personas, because they cost nothing.
  const request = { persons, include_personas: true, explain: true };
  const results = persons.length === 0 ? [] : await resultsOf(ask, '/v1/person/enrich', request);
  const ambiguous = new Set(
    complete.filter((_, index) => results[index]?.unmatched_reason === 'several_candidates').map(([name]) => name),
  );
  const isComplete = new Set(complete.map(([name]) => name));
  return Object.fromEntries(
    Object.entries(identifiers).map(([name, identifier]) => [
      name,
      { identifier: isComplete.has(name) ? identifier : null, isAmbiguous: ambiguous.has(name) },
    ]),
  );
}

/** The company for which the tenant has the most signals, with the days of the first and the last. Null if no company has any. */
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
