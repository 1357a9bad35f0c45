import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignalService } from '../../src/signals/signal.service.js';
import { AnswerGate } from '../../src/platform/http/admission-gate.js';
import type { Caller } from '../../src/platform/auth/caller.js';
import { storeSignals } from '../support/records/signals.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const jane = 'https://www.network.com/in/jane';
const juan = 'https://www.network.com/in/juan';
const unknown = 'https://www.network.com/in/nobody';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.issueKey('ours');
  await service.issueKey('theirs');
  await storeSignals(service.database, 'ours', [
    { intent_holder_network_url: jane, date: '2026-02-01', message_text: 'Jane, February', account_website: null },
    { intent_holder_network_url: jane, date: '2026-01-01', message_text: 'Jane, January', signal_type: 'Promotion' },
    { intent_holder_network_url: juan, message_text: 'Juan' },
    { message_text: 'no person' },
  ]);
  await storeSignals(service.database, 'theirs', [{ intent_holder_network_url: jane, message_text: 'not yours' }]);
});

afterAll(() => service.close());

async function textsOf(
  pages: readonly string[],
  allowed: Parameters<SignalService['ofPersons']>[1] = {},
  tenantId = 'ours',
): Promise<[page: string, texts: (string | null)[]][]> {
  const caller: Caller = {
    tenantId,
    keyId: '',
    ratePolicy: null,
    mayPreview: false,
    maySearch: false,
    followsEnriched: false,
  };
  const admission = service.app.get(AnswerGate, { strict: false }).newAdmission(tenantId);
  try {
    const found = await service.app.get(SignalService, { strict: false }).ofPersons(pages, allowed, caller, admission);
    return [...found].map(([page, records]) => [page, records.map((record) => record.message_text)]);
  } finally {
    admission.release();
  }
}

describe('SignalService.ofPersons succeeds', () => {
  it('returns the signals of profile pages by date, with and without an account website', async () => {
    expect(new Map(await textsOf([jane, unknown, juan]))).toEqual(
      new Map([
        [jane, ['Jane, January', 'Jane, February']],
        [juan, ['Juan']],
      ]),
    );
  });

  it('returns only the signals of the requested days and type', async () => {
    expect(await textsOf([jane], { start_time: '2026-02-01' })).toEqual([[jane, ['Jane, February']]]);
    expect(await textsOf([jane], { type: 'Promotion' })).toEqual([[jane, ['Jane, January']]]);
  });

  it('returns a large number of signals in the order of their dates', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => ({
      intent_holder_network_url: `${juan}-many`,
      date: index % 2 === 0 ? '2026-02-01' : '2026-01-01',
      message_text: `number ${index}`,
    }));
    await storeSignals(service.database, 'ours', many);
    const [found] = await textsOf([`${juan}-many`]);
    expect(found?.[1].slice(0, 2)).toEqual(['number 1', 'number 3']);
    expect(new Set(found?.[1])).toEqual(new Set(many.map(({ message_text: text }) => text)));
  });
});

describe('SignalService.ofPersons rejects', () => {
  it('refuses too many signals of one person, and advises a shorter range of days', async () => {
    await service.database.pool.query(
      `insert into signal (tenant_id, date, signal_type, intent_holder_network_url, fingerprint)
       select 'ours', date '2026-03-01', 'Article', $1, int8send(-n) from generate_series(1, 100001) n`,
      [`${juan}-busy`],
    );
    const msg = expect.stringMatching(/more than 100000 signals.*: ask for a shorter range of days/);
    const items = [expect.objectContaining({ loc: ['body', 'allow_signals'], msg, input: {} })];
    await expect(textsOf([`${juan}-busy`])).rejects.toMatchObject({ items });
    expect(await textsOf([`${juan}-busy`], { end_time: '2026-02-28' })).toEqual([]);
  });
});

describe('SignalService.ofPersons protects tenants from each other', () => {
  it('returns only signals of the tenant', async () => {
    expect(await textsOf([jane, juan], {}, 'theirs')).toEqual([[jane, ['not yours']]]);
  });
});
