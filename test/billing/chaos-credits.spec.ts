import { describe, expect, it } from '@jest/globals';
import { ChaosRun, countIn } from '../support/service/chaos-run.js';

describe('The ledger under load, while processes and PostgreSQL are killed', () => {
  const run = new ChaosRun('credits', '--seconds', '5', '--least', '1');

  it('has only charges that belong to a request, and a charge for every answer', () => {
    const agreed = 'Every charge has its request and every answer its charge; nothing is reserved.';
    const outcome = { report: run.errors + run.report, code: run.code };
    expect(outcome).toEqual({ report: expect.stringContaining(agreed), code: 0 });
  });

  it.each([
    'at answer-claimed',
    'at credits-reserved',
    'at data-read',
    'at credits-settled',
    'service processes killed at random',
    'PostgreSQL: server killed',
    'PostgreSQL: session killed',
  ])('is tested with at least one kill: %s', (death) => {
    expect(countIn(run.report, death)).toBeGreaterThan(0);
  });

  it.each(['answered', 'replayed', 'refused for lack of credits'])(
    'is tested with at least one request that was %s',
    (outcome) => {
      expect(countIn(run.report, outcome)).toBeGreaterThan(0);
    },
  );

  it('charges small accounts down to the last credit, and never below zero', () => {
    const accounts = [
      ...run.report.matchAll(/^ {2}(scarce|contacts) +(?:data_access|contact_data) +(100|40) +(\d+) /gm),
    ];
    expect(accounts.map(([, tenant, granted, charged]) => [tenant, granted, charged])).toEqual([
      ['contacts', '40', '40'],
      ['scarce', '100', '100'],
    ]);
  });
});
