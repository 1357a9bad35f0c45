import { describe, expect, it } from '@jest/globals';
import { afterCharges, lapsesOf, type LapsingGrant } from './lapsing-grants.js';

const grant = (id: number, amount: number, lastDay: string, used = 0): LapsingGrant => ({
  ...{ id: BigInt(id), amount, used, lastDay },
});
const may = grant(1, 100, '2026-05-31');
const june = grant(2, 50, '2026-06-30');
const limited = { granted: 1_000, posted: 0, pending: 0, attributed: 0, isUnlimited: false };

describe('Charges and grants that lapse', () => {
  it.each([
    [0, [0, 0]],
    [60, [60, 0]],
    [120, [100, 20]],
    [500, [100, 50]],
  ])('%i charged credits use the grant that lapses first', (charged, used) => {
    expect(afterCharges([june, may], charged).map((each) => each.used)).toEqual(used);
  });

  it('a charge adds to what a grant has used before', () => {
    expect(afterCharges([grant(1, 100, '2026-05-31', 90), june], 15).map((each) => each.used)).toEqual([100, 5]);
  });

  it('grants that lapse on one day are used in the order in which they were made', () => {
    expect(afterCharges([grant(9, 10, '2026-05-31'), grant(8, 10, '2026-05-31')], 4)).toMatchObject([
      { id: 8n, used: 4 },
      { id: 9n, used: 0 },
    ]);
  });
});

describe('The lapse of a grant', () => {
  it('takes back what is left on the day after the last one, and nothing on the last day', () => {
    const grants = [grant(1, 100, '2026-05-31', 30), june];
    expect(lapsesOf(grants, limited, '2026-05-31')).toEqual([]);
    expect(lapsesOf(grants, limited, '2026-06-01')).toEqual([{ id: 1n, amount: 70, reserved: 0 }]);
  });

  it('takes back nothing of a grant that is used up, and ends it', () => {
    expect(lapsesOf([grant(1, 100, '2026-05-31', 100)], limited, '2026-06-01')).toEqual([
      { id: 1n, amount: 0, reserved: 0 },
    ]);
  });

  it('leaves reserved credits, of the grant that lapses first', () => {
    expect(lapsesOf([may, june], { ...limited, pending: 120 }, '2026-07-01')).toEqual([
      { id: 1n, amount: 0, reserved: 100 },
      { id: 2n, amount: 30, reserved: 20 },
    ]);
  });

  it('counts reserved credits only once, for the grant whose lapse has left them', () => {
    expect(lapsesOf([june], { ...limited, pending: 120, attributed: 100 }, '2026-07-01')).toEqual([
      { id: 2n, amount: 30, reserved: 20 },
    ]);
  });

  it('takes back no more than an account with a limit has left after a revocation', () => {
    expect(lapsesOf([may, june], { ...limited, granted: 110 }, '2026-07-01')).toEqual([
      { id: 1n, amount: 100, reserved: 0 },
      { id: 2n, amount: 10, reserved: 0 },
    ]);
  });

  it('takes back the whole rest in an account without a limit, although more was charged than granted', () => {
    const unlimited = { granted: 100, posted: 900, pending: 0, attributed: 900, isUnlimited: true };
    expect(lapsesOf([may], unlimited, '2026-06-01')).toEqual([{ id: 1n, amount: 100, reserved: 0 }]);
  });
});
