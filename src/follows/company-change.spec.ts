import { describe, expect, it } from '@jest/globals';
import { changesOfCompany, type FollowedCompany } from './company-change.js';

const unknown: FollowedCompany = {
  ...{
    id: '7',
    name: 'Acme',
    website: 'acme.com',
    employeeCount: null,
    size: null,
    fundingDate: null,
    fundingType: null,
  },
};

/** The texts of the signals about a company that first has the values `before` and then gets the values `after`. */
function told(before: Partial<FollowedCompany>, after: Partial<FollowedCompany>): string[] {
  const changes = changesOfCompany({ ...unknown, ...before }, { ...unknown, ...before, ...after }, '2026-06-15');
  return changes.map(({ signalType, messageText }) => `${signalType}: ${messageText}`);
}

describe('A change of the headcount', () => {
  it.each([
    [
      { employeeCount: 200 },
      { employeeCount: 201 },
      ['Hiring Growth: Acme has grown from 51-200 to 201-500 employees'],
    ],
    [{ employeeCount: 201 }, { employeeCount: 200 }, ['Key Changes: Acme has shrunk from 201-500 to 51-200 employees']],
    [{ size: '5001-10000' }, { size: '10001+' }, ['Hiring Growth: Acme has grown from 5001-10000 to 10001+ employees']],
    [
      { size: '1,001-5,000 employees' },
      { size: '10K+' },
      ['Hiring Growth: Acme has grown from 1001-5000 to 5001-10000 employees'],
    ],
    [
      { employeeCount: 60, size: '51-200' },
      { size: '201-500' },
      ['Hiring Growth: Acme has grown from 51-200 to 201-500 employees'],
    ],
    [{ employeeCount: 51 }, { employeeCount: 200 }, []],
    [{ employeeCount: 60, size: '201-500' }, { employeeCount: 210 }, []],
    [{}, { employeeCount: 210 }, []],
    [{ size: 'many' }, { size: '11-50' }, []],
    [{ employeeCount: 0 }, { employeeCount: 10 }, []],
    [{ employeeCount: 60 }, { employeeCount: 0 }, []],
    [{ employeeCount: 0 }, { employeeCount: 60 }, []],
    [{ size: '0-1' }, { size: '11-50' }, ['Hiring Growth: Acme has grown from 1-10 to 11-50 employees']],
  ])('in a company with %j that gets the values %j becomes these signals: %j', (before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });
});

describe('A funding round', () => {
  const seed = { fundingType: 'Seed', fundingDate: '2024-01-10' };

  it.each([
    [seed, { fundingType: 'Series A', fundingDate: '2026-01-15' }, true],
    [seed, { fundingDate: '2026-01-15' }, true],
    [{ fundingType: 'Seed' }, { fundingType: 'Series A' }, true],
    [{ fundingType: 'Seed' }, { fundingType: 'Series A', fundingDate: '2026-01-15' }, true],
    [seed, { fundingType: 'Angel', fundingDate: '2020-01-15' }, false],
    [seed, { fundingType: 'Pre-seed' }, false],
    [{ fundingType: 'Seed' }, { fundingType: 'SEED' }, false],
    [{ fundingType: 'Seed' }, { fundingDate: '2024-01-10' }, false],
    [{}, seed, false],
  ])('in a company with %j that gets the values %j becomes a signal: %j', (before, after, isTold) => {
    expect(told(before, after)).toHaveLength(isTold ? 1 : 0);
  });
});
