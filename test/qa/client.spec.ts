import { describe, expect, it } from '@jest/globals';
import { DataAccessClient, Unauthorised, type Retry } from 'data-access-client';
import { describeWith, known, needs } from './known.js';
import { ask, baseUrl, nowhere, ourKey, patienceMs, sayWait, signalsPath, unique } from './target.js';

/** The client itself waits for the rate limit, for as long as the other tests do. */
const patience = { maxWait: patienceMs, onRetry: ({ delay }: Retry) => sayWait(delay / 1_000) };
const client = new DataAccessClient({ baseUrl, apiKey: ourKey, ...patience });
const [company = null] = known.companies;

describe('The client', () => {
  describe('succeeds', () => {
    describeWith(company, needs.company, 'with a company on record', ({ website, name }) => {
      const list = [{ website }, { website: nowhere }, {}, { website, external_id: 'again' }];
      const options = { fields: ['name'], chunkSize: 2, idempotencyKey: `${unique} list` } as const;

      it('returns results in the order of the list, also for an identifier that is refused, and charges two calls with one idempotency key once', async () => {
        const { data, charged } = await client.enrichCompanies(list, options).withResponse();
        expect(data.map((result) => [result.data.name, result.matched])).toEqual([
          [name, true],
          [null, false],
          [null, false],
          [name, true],
        ]);
        expect(data.map(({ faults }) => faults?.length)).toEqual([undefined, undefined, 1, undefined]);
        const again = await client.enrichCompanies(list, options).withResponse();
        expect([again.data, again.charged.data_access]).toEqual([data, 0]);
        const ids = again.responses.map(({ originalRequestId }) => originalRequestId);
        const isCharged = known.isCounting;
        expect(charged.data_access).toBe(isCharged ? 2 : 0);
        expect(ids).toEqual(isCharged ? [expect.any(String), expect.any(String)] : [null, null]);
      });
    });

    describeWith(known.signals, needs.signals, 'with signals on record', ({ first, last }) => {
      it('yields one after the other all signals that the route returns in one answer', async () => {
        const days = { start_time: first, end_time: last };
        const { body } = await ask(signalsPath, { body: days });
        const { signals } = body as { signals: Readonly<Record<string, object[]>> };
        const found: object[] = [];
        for await (const signal of client.signals(days)) found.push(signal);
        const expected = Object.entries(signals).flatMap(([website, records]) =>
          records.map((record) => ({ website, ...record })),
        );
        expect(found).toEqual(expected);
      });
    });

    it('reads the limits, the credits and the newest request of the tenant', async () => {
      const { limits } = await client.me();
      expect(limits.identifiers_per_request).toBeGreaterThan(0);
      const { credits } = await client.credits();
      expect(credits.map(({ feature }) => feature)).toContain('data_access');
      for await (const { request_id: id } of client.requests()) {
        expect((await client.requestUsage(id)).entries.length).toBeGreaterThan(0);
        break;
      }
    });
  });

  describe('rejects', () => {
    it('throws Unauthorised for an unknown API key', async () => {
      const stranger = new DataAccessClient({ baseUrl, apiKey: `${unique}-key`, ...patience });
      await expect(stranger.me().then()).rejects.toThrow(Unauthorised);
    });
  });
});
