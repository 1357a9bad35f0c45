import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http/http.js';
import { describeWith, itWith, known, needs } from './known.js';
import { ask, companyPath, credits, nowhere, personPath, resultsOf, theirKey, unique, type Ask } from './target.js';
import { faultsOf } from './validation.js';

interface DayUsage {
  readonly date: string;
  readonly feature: string;
  readonly reserved: number;
  readonly charged: number;
  readonly released: number;
  readonly requests: number;
}

interface Account {
  readonly feature: string;
  readonly granted: number;
  readonly consumed: number;
  /** Null if the credits are unlimited. */
  readonly available: number | null;
}

interface Entry {
  readonly feature: string;
  readonly endpoint: string;
  readonly reserved: number;
  readonly charged: number;
  readonly released: number;
}

const [company = null] = known.companies;
const miss = { companies: [{ website: nowhere }], fields: ['name'] };

/** Sends a request and returns the credits that its answer states. They must be those of the request's entries in the ledger. */
async function costOf(path: string, body: unknown): Promise<Record<string, number>> {
  const id = `${unique}-${randomUUID()}`;
  const answer = await ask(path, { body, headers: { 'X-Request-Id': id } });
  expect([answer.status, answer.headers.get('X-Request-Id')]).toEqual([200, id]);
  const cost = {
    data_access: credits(answer, 'Data-Access', 'Charged'),
    contact_data: credits(answer, 'Contact-Data', 'Charged') || 0,
  };
  const usage = await ask(`/v1/usage/requests/${id}`);
  if (usage.status === 404) expect(cost).toEqual({ data_access: 0, contact_data: 0 });
  else {
    const { entries } = usage.body as { entries: readonly Entry[] };
    for (const [feature, charged] of Object.entries(cost)) {
      const ofFeature = entries.filter((entry) => entry.feature === feature);
      const sum = (member: 'reserved' | 'charged' | 'released'): number =>
        ofFeature.reduce((total, entry) => total + entry[member], 0);
      expect([feature, sum('charged')]).toEqual([feature, charged]);
      expect([feature, sum('charged') + sum('released')]).toEqual([feature, sum('reserved')]);
      expect(ofFeature.every(({ endpoint }) => endpoint === `POST ${path}`)).toBe(true);
    }
  }
  return cost;
}

async function usageOf(query = '', options: Ask = {}): Promise<readonly DayUsage[]> {
  const { status, body } = await ask(`/v1/usage${query}`, options);
  expect(status).toBe(200);
  return (body as { usage: readonly DayUsage[] }).usage;
}

async function chargedSoFar(feature: string): Promise<number> {
  const ofFeature = (await usageOf()).filter((day) => day.feature === feature);
  return ofFeature.reduce((total, { charged }) => total + charged, 0);
}

function left(answer: Answer): number {
  return credits(answer, 'Data-Access', 'Remaining');
}

/**
 * The maximum number of credits that can remain from now on, because consumed credits never come back. The remaining credits of an
 * answer can rise later, because other clients of the tenant reserve credits and release them.
 */
async function mostLeft(): Promise<number> {
  const { body } = await ask('/v1/credits');
  const { credits: accounts } = body as { credits: readonly Account[] };
  const account = accounts.find(({ feature }) => feature === 'data_access');
  return typeof account?.available === 'number' ? account.granted - account.consumed : Infinity;
}

describe('Credits', () => {
  describe('succeeds', () => {
    it('charges nothing for a company without a match, and nothing for signals', async () => {
      const signals = { companies: [{ website: nowhere }], allow_signals: {} };
      for (const body of [miss, signals]) expect(await costOf(companyPath, body)).toMatchObject({ data_access: 0 });
    });

    it('states no more remaining credits than were left before the request', async () => {
      const most = await mostLeft();
      expect(left(await ask(companyPath, { body: miss }))).toBeLessThanOrEqual(most);
    });

    describeWith(
      known.isCounting ? company : null,
      known.isCounting ? needs.company : needs.counting,
      'for companies',
      ({ website, network_url }) => {
        const spellings = [
          { website },
          { website: website?.toUpperCase() },
          { network_url },
          { website, external_id: 'x' },
        ];

        it('charges for a match, and not for an identifier without a match', async () => {
          const companies = [{ website }, { website: nowhere }, { website: `2-${nowhere}` }];
          expect(await costOf(companyPath, { companies, fields: ['name'] })).toEqual({
            data_access: 1,
            contact_data: 0,
          });
        });

        it('charges a company once, even if a request has several spellings of it', async () => {
          const companies = spellings.filter((one) => Object.values(one).every((value) => value !== null));
          expect(await costOf(companyPath, { companies, fields: ['name'] })).toMatchObject({ data_access: 1 });
        });

        it('charges nothing for signals alone', async () => {
          expect(await costOf(companyPath, { companies: [{ website }], allow_signals: {} })).toMatchObject({
            data_access: 0,
          });
        });

        it('counts a charge in the remaining credits and in the usage of the tenant', async () => {
          const usedBefore = await chargedSoFar('data_access');
          const most = await mostLeft();
          let spent = 0;
          for (let times = 0; times < 3; times += 1) {
            const answer = await ask(companyPath, { body: { companies: [{ website }], fields: ['name'] } });
            spent += credits(answer, 'Data-Access', 'Charged');
          }
          const after = await ask(companyPath, { body: miss });
          expect(spent).toBe(3);
          // Other clients of the tenant may spend at the same time.
          expect(left(after)).toBeLessThanOrEqual(most - spent);
          expect((await chargedSoFar('data_access')) - usedBefore).toBeGreaterThanOrEqual(spent);
        });
      },
    );

    describeWith(
      known.isCounting ? known.person : null,
      known.isCounting ? needs.person : needs.counting,
      'for persons',
      (person) => {
        const persons = [{ network_url: person.contact_network_url }, { work_email: `jo@${nowhere}` }];

        it('charges a person whose fields are requested, and charges every repetition of the person again', async () => {
          const request = { fields: ['full_name'] };
          expect(await costOf(personPath, { persons, ...request })).toEqual({ data_access: 1, contact_data: 0 });
          const repeated = [...persons, persons[0]];
          expect(await costOf(personPath, { persons: repeated, ...request })).toMatchObject({ data_access: 2 });
        });

        it('charges nothing for personas and signals', async () => {
          const request = { persons, include_personas: true, allow_signals: {} };
          expect(await costOf(personPath, request)).toEqual({ data_access: 0, contact_data: 0 });
        });

        it('charges the data of the employer only if the person has an employer', async () => {
          const [result] = await resultsOf(personPath, { persons: [persons[0]], enrich_company: ['name'] });
          const expected = result?.data.company === null ? 0 : 1;
          expect(await costOf(personPath, { persons, enrich_company: ['name'] })).toMatchObject({
            data_access: expected,
          });
        });

        itWith(
          known.hasContactCredits ? person : null,
          needs.contact,
          'charges contact data in the credits of the feature contact_data',
          async () => {
            const [result] = await resultsOf(personPath, { persons: [persons[0]], include_contact_data: true });
            const hasAny = result?.data.email !== null || result.data.phone !== null;
            const cost = await costOf(personPath, { persons, fields: ['full_name'], include_contact_data: true });
            expect(cost).toEqual({ data_access: 1, contact_data: hasAny ? 1 : 0 });
          },
        );
      },
    );
  });
});
describe('GET /v1/usage', () => {
  describe('succeeds', () => {
    it('returns each feature at most once for each day, with counts that are not negative', async () => {
      const usage = await usageOf();
      const keys = usage.map(({ date, feature }) => `${date} ${feature}`);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { charged, released, reserved, requests } of usage) {
        for (const count of [charged, released, reserved, requests]) expect(count).toBeGreaterThanOrEqual(0);
      }
    });

    it.each([
      ['a last day before the first', '?from=2026-03-02&to=2026-03-01', '2026-03-02', '2026-03-01'],
      ['a last day thousands of years before the first', '?from=9999-12-31&to=0001-01-01', '9999-12-31', '0001-01-01'],
      ['the first days of the calendar', '?to=0001-01-05', '0001-01-01', '0001-01-05'],
      ['the last day of the calendar', '?from=9999-12-31&to=9999-12-31', '9999-12-31', '9999-12-31'],
      ['a leap year long ago', '?from=1024-01-01&to=1024-12-31', '1024-01-01', '1024-12-31'],
    ])('returns no usage for a period of %s', async (_what, query, from, to) => {
      expect(await ask(`/v1/usage${query}`)).toMatchObject({ status: 200, body: { from, to, usage: [] } });
    });
  });

  describe('rejects', () => {
    const [short, noSuchDay] = ['input is too short', 'day value is outside expected range'];
    const twoDays = ['2026-01-01', '2026-01-02'];
    const bad = (member: string, input: string, error: string): object => ({
      ...{ type: 'date_from_datetime_parsing', loc: ['query', member], input, ctx: { error } },
    });
    const tooMany = (input: object): object => ({
      ...{ type: 'value_error', loc: ['query'], input },
      msg: 'Value error, at most 366 days can be asked for at once',
    });

    it.each([
      ['a text that is no day', '?from=soon', [bad('from', 'soon', short)]],
      ['an empty day', '?to=', [bad('to', '', short)]],
      ['a day that does not exist', '?from=2026-02-29', [bad('from', '2026-02-29', noSuchDay)]],
      ['two invalid days', '?to=2026-06-31&from=x', [bad('from', 'x', short), bad('to', '2026-06-31', noSuchDay)]],
      ['a year 0', '?from=0000-01-01', [bad('from', '0000-01-01', 'year 0 is out of range')]],
      [
        'a day that is given twice',
        `?from=${twoDays.join('&from=')}`,
        [{ type: 'date_type', loc: ['query', 'from'], input: twoDays }],
      ],
      ['367 days', '?from=2025-01-01&to=2026-01-02', [tooMany({ from: '2025-01-01', to: '2026-01-02' })]],
      ['a first day years ago without a last day', '?from=2001-01-01', [tooMany({ from: '2001-01-01' })]],
    ])('refuses %s with 422', async (_what, query, expected) => {
      const faults = await faultsOf(`/v1/usage${query}`, {});
      expect(faults).toMatchObject(expected);
      expect(faults).toHaveLength(expected.length);
    });

    it('answers 404 for the id of a request that reserved nothing', async () => {
      expect(await ask(`/v1/usage/requests/${unique}`)).toMatchObject({
        status: 404,
        body: { detail: expect.any(String) },
      });
    });
  });

  describe('protects', () => {
    it('answers 404 for the id of a request of another tenant', async () => {
      const id = `${unique}-ours`;
      await ask(companyPath, { body: miss, headers: { 'X-Request-Id': id } });
      expect((await ask(`/v1/usage/requests/${id}`)).status).toBe(known.isCounting ? 200 : 404);
      expect((await ask(`/v1/usage/requests/${id}`, { apiKey: theirKey })).status).toBe(404);
    });

    it('answers 401 to requests without a valid key before it checks the days', async () => {
      for (const path of ['/v1/usage?from=soon', `/v1/usage/requests/${unique}`]) {
        const { status, body } = await ask(path, { apiKey: unique });
        expect([status, body]).toEqual([401, { detail: 'Invalid API key' }]);
      }
    });
  });
});
