import { describe, expect, it } from '@jest/globals';
import { PgBouncer } from '../support/outages/pgbouncer.js';
import { ChaosRun, countIn } from '../support/service/chaos-run.js';

const describeInstalled = PgBouncer.isInstalled() ? describe : describe.skip;

describeInstalled.each(['session', 'transaction'])(
  'The ledger behind a PgBouncer in the mode %s, under load, while processes are killed,',
  (mode) => {
    const run = new ChaosRun('credits', '--seconds', '5', '--least', '1', '--pooler', mode);

    it('has a request for every charge and a charge for every answer', () => {
      const agreed = 'Every charge has its request and every answer its charge; nothing is reserved.';
      const outcome = { report: run.errors + run.report, code: run.code };
      expect(outcome).toEqual({ report: expect.stringContaining(agreed), code: 0 });
      expect(countIn(run.report, 'PgBouncer: killed')).toBeGreaterThan(0);
    });
  },
);
