import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyCases } from '../../tools/bench/matching/company-cases.js';
import { type Judged, judgedOf, tenthsOf, toleratedDifference } from '../../tools/bench/matching/confidence.js';
import { type Company, type Person, readRecords } from '../../tools/bench/matching/data.js';
import type { MatchEvidence } from '../../tools/bench/matching/own-service.js';
import { pagelessCases, personCases } from '../../tools/bench/matching/person-cases.js';
import type { MatchCase } from '../../tools/bench/matching/scores.js';
import { call } from '../support/http/http.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';

let service: PersonService;
let companies: Company[];
let persons: Person[];

const demo = (name: string): Promise<unknown[]> => readRecords(join(import.meta.dirname, '..', '..', 'demo', name));

beforeAll(async () => {
  companies = (await demo('companies.ndjson')) as Company[];
  persons = (await demo('persons.ndjson.gz')) as Person[];
  service = await startPersonService({ companies, persons });
});

afterAll(() => service.close());

interface Result {
  readonly data: Readonly<Record<string, string | null>>;
  readonly match?: MatchEvidence;
}

/**
 * Sends cases, and returns those that found a record.
 * @param page the field by which the record is known: its profile page, or the work address
 */
async function judge(
  path: string,
  list: 'companies' | 'persons',
  cases: readonly MatchCase[],
  page: string,
  { baseUrl, ours }: PersonService = service,
): Promise<Judged[]> {
  const outcomes = [];
  for (let start = 0; start < cases.length; start += 500) {
    const asked = cases.slice(start, start + 500);
    const body = { [list]: asked.map(({ identifier }) => identifier), ...askedFor(page), include_match: true };
    const answer = await call(`${baseUrl}${path}`, { apiKey: ours.apiKey, body });
    const { results } = answer.body as { results: Result[] };
    outcomes.push(
      ...asked.map((each, index) => ({
        ...each,
        ...{ found: results[index]?.data[page] ?? null, match: results[index]?.match ?? null },
      })),
    );
  }
  return judgedOf(list, outcomes);
}

/** The members of a request for a field. An e-mail address is contact data, which has a member of its own. */
const askedFor = (field: string): object => (field === 'email' ? { include_contact_data: true } : { fields: [field] });

/**
 * Divides the matches, sorted by confidence, into tenths. Expects that in each tenth the share of right matches is close to the
 * average confidence.
 */
function expectCalibrated(judged: readonly Judged[]): void {
  for (const { promised, precision } of tenthsOf(judged)) {
    expect(Math.abs(precision - promised)).toBeLessThanOrEqual(toleratedDifference);
  }
}

/** The number of cases of each kind. In the whole benchmark, each kind has 200 cases. */
const size = 15;
const isWithoutConflict = ({ conflicts }: Judged): boolean => conflicts.length === 0;

describe('The confidence of a match', () => {
  it('is close to the share of right matches, in each tenth of the matches of persons sorted by confidence', async () => {
    const cases = personCases(companies, persons, { seed: 'confidence', size });
    const judged = await judge('/v1/person/enrich', 'persons', cases, 'contact_network_url');
    expect(judged.length).toBeGreaterThan(700);
    expectCalibrated(judged);
  });

  it('is close to the share of right matches, in each tenth of the matches of persons without a profile page', async () => {
    const { records, cases } = pagelessCases(companies, persons, { seed: 'confidence', size: 4 * size });
    const pageless = await startPersonService({ companies, persons: records });
    try {
      const judged = await judge('/v1/person/enrich', 'persons', cases, 'email', pageless);
      expect(judged.length).toBeGreaterThan(700);
      expectCalibrated(judged);
    } finally {
      await pageless.close();
    }
  });

  it('is close to the share of right matches, in each tenth of the matches of companies whose identifier has no conflict', async () => {
    const cases = companyCases(companies, { seed: 'confidence', size }).filter(({ isEnhanced }) => isEnhanced);
    const judged = await judge('/v1/company/enrich', 'companies', cases, 'network_url');
    expect(judged.length).toBeGreaterThan(200);
    expectCalibrated(judged.filter(isWithoutConflict));
  });
});
