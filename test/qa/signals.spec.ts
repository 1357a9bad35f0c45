import { describe, expect, it } from '@jest/globals';
import { describeWith, known, needs } from './known.js';
import { ask, companyPath, nowhere, resultOf, signalsPath, theirKey, type Ask } from './target.js';
import { describeValidation, type Case } from './validation.js';

type Signal = Readonly<Record<'date' | 'signal_type', string> & Record<string, string | null>>;
type BySite = Readonly<Record<string, readonly Signal[]>>;

const days = { start_time: '2026-01-01', end_time: '2026-12-31' };
/** A day on which no tenant has signals. */
const emptyDay = { start_time: '1000-02-28', end_time: '1000-02-28' };
const types = [
  ...['ALL', 'new_hire', 'Key Changes', 'Account Visitor', 'Prospect Visitor', 'Event Attendee', 'Network Job Post'],
  ...['Member in a community of interest', 'trcontact_website_visitor', 'Hiring Growth', 'Company Change', 'Promotion'],
  ...['Join Community', 'hiring_manager', 'role_change', 'account_website_visitor', 'Topic Engagement', 'Article'],
  ...['High Intent', 'Role Change', 'Change in position', 'Event Appearance', 'New Hire', 'change_company'],
  'Job Posting',
];
const members = ['date', 'signal_type', 'message_text', 'intent_holder_network_url', 'source_type'];

async function signalsOf(body: unknown, options: Ask = {}): Promise<BySite> {
  const answer = await ask(signalsPath, { body, ...options });
  expect(answer.status).toBe(200);
  return (answer.body as { signals: BySite }).signals;
}

describe('POST /v1/signals/get-signals', () => {
  describe('succeeds', () => {
    it.each([
      ['a day without signals', emptyDay],
      ['a last day before the first day', { start_time: '1000-03-02', end_time: '1000-03-01' }],
      ['a leap day', { start_time: '1004-02-29', end_time: '1004-02-29' }],
      ['a type on a day without signals', { ...emptyDay, type: 'Member in a community of interest' }],
      ['null as type', { ...emptyDay, type: null }],
      ['a request with an unknown member', { ...emptyDay, limit: 'x' }],
    ])('returns no signals for %s', async (_what, body) => {
      expect(await signalsOf(body)).toEqual({});
    });

    it('accepts every signal type in the spelling of the contract', async () => {
      for (const type of types) expect(await signalsOf({ ...emptyDay, type })).toEqual({});
    });
  });

  describeWith(known.signals, needs.signals, 'succeeds with a company that has signals', (some) => {
    const period = { start_time: some.first, end_time: some.last };
    const enriched = async (allow_signals: object): Promise<readonly Signal[]> => {
      const { data } = await resultOf(companyPath, { companies: [{ website: some.website }], allow_signals });
      return data.signals as readonly Signal[];
    };

    it('groups signals by website in alphabetical order, orders the signals of a website by date, and returns five members of each', async () => {
      const bySite = await signalsOf(period);
      expect(Object.keys(bySite)).toContain(some.website);
      expect(Object.keys(bySite)).toEqual(Object.keys(bySite).toSorted());
      for (const signals of Object.values(bySite)) {
        expect(signals.length).toBeGreaterThan(0);
        const dates = signals.map(({ date }) => date);
        expect(dates).toEqual(dates.toSorted());
        for (const signal of signals) expect(Object.keys(signal)).toEqual(members);
      }
      const dates = Object.values(bySite).flatMap((signals) => signals.map(({ date }) => date));
      expect(dates.every((date) => some.first <= date && date <= some.last)).toBe(true);
    });

    it('returns for the website of a company only signals that the enrichment of the company returns, too', async () => {
      const all = await enriched({});
      const ofSite = (await signalsOf(period))[some.website];
      expect(all).toEqual(expect.arrayContaining([...(ofSite ?? [])]));
      expect(await enriched(period)).toEqual(all);
      expect(await enriched({ start_time: some.first })).toEqual(all);
      expect(await enriched({ end_time: some.last })).toEqual(all);
      expect(await enriched({ start_time: dayAfter(some.last) })).toEqual([]);
    });

    it('returns for a period of one day all signals of this day, and those of no other day', async () => {
      const all = await enriched({});
      for (const day of new Set([some.first, some.last])) {
        const expected = all.filter(({ date }) => date === day);
        expect(await enriched({ start_time: day, end_time: day })).toEqual(expected);
        const [ofDay = []] = [(await signalsOf({ start_time: day, end_time: day }))[some.website]];
        expect(expected).toEqual(expect.arrayContaining([...ofDay]));
        expect(ofDay.every(({ date }) => date === day)).toBe(true);
      }
    });

    it('returns only the signals of the requested type, and those of all types for ALL', async () => {
      const all = await enriched({});
      expect(await enriched({ type: 'ALL' })).toEqual(all);
      for (const type of ['ALL', null]) expect(await signalsOf({ ...period, type })).toEqual(await signalsOf(period));
      const types = new Set(all.map(({ signal_type: type }) => type));
      for (const type of types) {
        expect(await enriched({ type })).toEqual(all.filter((signal) => signal.signal_type === type));
        const bySite = await signalsOf({ ...period, type });
        const found = new Set(Object.values(bySite).flatMap((signals) => signals.map((signal) => signal.signal_type)));
        expect(found).toEqual(new Set([type]));
      }
    });

    it('returns an empty answer for a period that ends before it starts', async () => {
      expect(await signalsOf({ start_time: dayAfter(some.last), end_time: some.first })).toEqual({});
    });

    it('returns the same signals in a compressed answer', async () => {
      const plain = await ask(signalsPath, { body: period, headers: { 'Accept-Encoding': 'identity' } });
      const packed = await ask(signalsPath, { body: period, headers: { 'Accept-Encoding': 'br, gzip' } });
      expect(packed.body).toEqual(plain.body);
    });
  });

  describe('protects', () => {
    it('returns no signals to another tenant for a day on which no tenant has any, and answers 401 without a valid key', async () => {
      expect(await signalsOf(emptyDay, { apiKey: theirKey })).toEqual({});
      for (const apiKey of [undefined, nowhere]) {
        const { status, body } = await ask(signalsPath, { apiKey, body: days });
        expect([status, body]).toEqual([401, { detail: 'Invalid API key' }]);
      }
    });
  });
});

const signalCases: readonly Case[] = [
  [
    'an empty body',
    {},
    [
      ['missing', 'start_time'],
      ['missing', 'end_time'],
    ],
  ],
  ['no start', { end_time: days.end_time }, [['missing', 'start_time']]],
  ['no end', { start_time: days.start_time }, [['missing', 'end_time']]],
  [
    'null for a day',
    { start_time: null, end_time: null },
    [
      ['date_type', 'start_time'],
      ['date_type', 'end_time'],
    ],
  ],
  ['a number for a day', { ...days, start_time: 20_260_101 }, [['date_type', 'start_time']]],
  ['a day that does not exist', { ...days, end_time: '2026-02-29' }, [['date_from_datetime_parsing', 'end_time']]],
  ['a month that does not exist', { ...days, end_time: '2026-13-01' }, [['date_from_datetime_parsing', 'end_time']]],
  ['a day with a time', { ...days, end_time: '2026-02-28T00:00:00' }, [['date_from_datetime_parsing', 'end_time']]],
  ['a type in another case', { ...days, type: 'promotion' }, [['enum', 'type']]],
  ['all for ALL', { ...days, type: 'all' }, [['enum', 'type']]],
  ['an empty type', { ...days, type: '' }, [['enum', 'type']]],
  ['a type with a space behind it', { ...days, type: 'Promotion ' }, [['enum', 'type']]],
  ['several types', { ...days, type: ['Promotion', 'Article'] }, [['enum', 'type']]],
  [
    'everything at once, in the order of declaration',
    { type: 1, end_time: 'x', start_time: {} },
    [
      ['date_type', 'start_time'],
      ['date_from_datetime_parsing', 'end_time'],
      ['enum', 'type'],
    ],
  ],
  ['a list as body', [days], [['model_attributes_type']]],
];

describeValidation(signalsPath, signalCases);

/** `YYYY-MM-DD` of the next day. */
function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
