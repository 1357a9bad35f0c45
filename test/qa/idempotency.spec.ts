import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http/http.js';
import { describeWith, itWith, known, needs } from './known.js';
import { ask, companyPath, credits, nowhere, personPath, startPath, theirKey, unique, type Ask } from './target.js';

const [company = null] = known.companies;

function withKey(key: string, { headers = {}, ...options }: Ask): Ask {
  return { ...options, headers: { 'Idempotency-Key': key, ...headers } };
}

function isReplayed({ headers }: Answer): boolean {
  return headers.get('Idempotent-Replayed') === 'true';
}

const conflict = {
  detail: [expect.objectContaining({ type: 'value_error', loc: ['header', 'idempotency-key'] })],
};

// An answer that cost nothing is not stored. A service that counts no credits therefore stores no answer, and these tests are skipped.
const charged = known.isCounting ? company : null;
const neededForCharge = known.isCounting ? needs.company : needs.counting;

describe('The header Idempotency-Key', () => {
  describeWith(charged, neededForCharge, 'with a request that costs credits', ({ website }) => {
    const request = { companies: [{ website, external_id: unique }], fields: ['name', 'website'] };

    describe('succeeds', () => {
      it('repeats the answer without a second charge, and names the request that was charged', async () => {
        const key = randomUUID();
        const first = await ask(
          companyPath,
          withKey(key, { body: request, headers: { 'X-Request-Id': `${unique}-1` } }),
        );
        const second = await ask(
          companyPath,
          withKey(key, { body: request, headers: { 'X-Request-Id': `${unique}-2` } }),
        );
        expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
        expect([isReplayed(first), isReplayed(second)]).toEqual([false, true]);
        expect(second.headers.get('X-Request-Id')).toBe(`${unique}-2`);
        expect(second.headers.get('Original-Request-Id')).toBe(`${unique}-1`);
        expect(credits(first, 'Data-Access', 'Charged')).toBe(1);
        expect(credits(second, 'Data-Access', 'Charged')).toBe(0);
        expect((await ask(`/v1/usage/requests/${unique}-2`)).status).toBe(404);
      });

      it('charges at most one of three requests that are sent together with one key, and answers each of them with 200 or 409', async () => {
        const key = randomUUID();
        const answers = await Promise.all([1, 2, 3].map(() => ask(companyPath, withKey(key, { body: request }))));
        for (const { status, headers } of answers) {
          expect([200, 409]).toContain(status);
          if (status === 409) expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
        }
        const chargedAnswers = answers.filter((answer) => credits(answer, 'Data-Access', 'Charged') > 0);
        expect(chargedAnswers.length).toBeLessThanOrEqual(1);
        const last = await ask(companyPath, withKey(key, { body: request }));
        expect([last.status, isReplayed(last)]).toEqual([200, true]);
      });

      it('repeats the answer if the second request has the same body in gzip', async () => {
        const key = randomUUID();
        const first = await ask(companyPath, withKey(key, { body: request }));
        const packed = gzipSync(JSON.stringify(request));
        const second = await ask(companyPath, withKey(key, { raw: packed, headers: { 'Content-Encoding': 'gzip' } }));
        expect([isReplayed(second), second.body]).toEqual([true, first.body]);
      });

      it.each([' ~!"#{}|', 'x'.repeat(255)])('accepts the key %j', async (key) => {
        const one = `${key.slice(unique.length)}${unique}`;
        await ask(companyPath, withKey(one, { body: request }));
        expect(isReplayed(await ask(companyPath, withKey(one, { body: request })))).toBe(true);
      });
    });

    describe('rejects', () => {
      it('refuses a used key with 422 for another body, for an equal body that is written differently, and for another endpoint', async () => {
        const key = randomUUID();
        const first = await ask(companyPath, withKey(key, { body: request }));
        const others: readonly (readonly [string, Ask])[] = [
          [companyPath, { body: { ...request, fields: ['name'] } }],
          [companyPath, { raw: ` ${JSON.stringify(request)}` }],
          [companyPath, { raw: '{}' }],
          [personPath, { body: request }],
        ];
        for (const [path, options] of others) {
          const { status, body } = await ask(path, withKey(key, options));
          expect([status, body]).toEqual([422, conflict]);
        }
        expect((await ask(companyPath, withKey(key, { body: request }))).body).toEqual(first.body);
      });
    });

    describe('protects', () => {
      const other = known.hasOtherCredits ? theirKey : null;
      itWith(
        other,
        needs.otherCredits,
        'does not give the stored answer of a tenant to another tenant',
        async (apiKey) => {
          const key = randomUUID();
          const ours = await ask(companyPath, withKey(key, { body: request }));
          const theirs = await ask(companyPath, withKey(key, { body: { ...request, fields: ['website'] }, apiKey }));
          expect([ours.status, theirs.status, isReplayed(theirs)]).toEqual([200, 200, false]);
          expect(theirs.body).toMatchObject({ results: [{ data: { website } }] });
          const again = await ask(companyPath, withKey(key, { body: request }));
          expect([isReplayed(again), again.body]).toEqual([true, ours.body]);
        },
      );
    });
  });

  describe('succeeds', () => {
    it('stores no answer that cost nothing', async () => {
      const key = randomUUID();
      const body = { companies: [{ website: nowhere }], fields: ['name'] };
      for (const request of [body, { ...body, fields: ['website'] }]) {
        const answer = await ask(companyPath, withKey(key, { body: request }));
        expect([answer.status, isReplayed(answer)]).toEqual([200, false]);
      }
    });

    it('starts no second run for a repeated request, and returns the same answer', async () => {
      const key = randomUUID();
      const body = { network_url: `https://www.network.com/company/${unique}-once` };
      const first = await ask(startPath, withKey(key, { body }));
      // Without credits both requests are refused with 402.
      const second = await ask(startPath, withKey(key, { body }));
      expect([second.status, second.body]).toEqual([first.status, first.body]);
      expect([202, 402]).toContain(first.status);
      if (first.status === 202)
        expect([isReplayed(second), credits(second, 'Prospecting', 'Charged')]).toEqual([true, 0]);
    });
  });

  describe('rejects', () => {
    it.each([
      ['an empty key', ''],
      ['a key that is too long', 'x'.repeat(256)],
      ['a key with a tab', 'a\tb'],
      ['a key that is not ASCII', 'schl\u00fcssel'],
    ])('refuses %s with 422', async (_what, key) => {
      const { status, body } = await ask(
        companyPath,
        withKey(key, { body: { companies: [{ website: nowhere }], fields: ['name'] } }),
      );
      expect([status, body]).toEqual([422, conflict]);
    });

    it('is checked after the API key and the JSON of the body', async () => {
      expect((await ask(companyPath, withKey('', { raw: '{}', apiKey: unique }))).status).toBe(401);
      const { body } = await ask(companyPath, withKey('', { raw: '{' }));
      expect(body).toMatchObject({ detail: [{ type: 'json_invalid' }] });
    });
  });
});
