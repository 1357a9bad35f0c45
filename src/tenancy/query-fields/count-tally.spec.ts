import { describe, expect, it } from '@jest/globals';
import { CountTally } from './query-count.service.js';
import { PersonFacts } from '../../queries/query-evaluator.js';

function person(country: string): PersonFacts {
  return new PersonFacts({ jobTitle: null, seniority: null, personas: null, country, skills: null });
}

describe('The tally of a count', () => {
  it('counts matches for each company and field, and omits zeros', () => {
    const tally = new CountTally([
      { id: 7, matches: () => true },
      { id: 8, matches: ({ stored }) => stored.country === 'Peru' },
      { id: 9, matches: () => false },
    ]);
    for (const [company, country] of [
      ['1', 'Peru'],
      ['2', 'France'],
      ['1', 'Peru'],
      ['1', 'France'],
    ] as const) {
      tally.add(company, person(country));
    }
    expect([...tally.counts()]).toEqual([
      ['1', 7, 3],
      ['1', 8, 2],
      ['2', 7, 1],
    ]);
  });

  it('returns no counts if no person matches', () => {
    const tally = new CountTally([{ id: 7, matches: () => false }]);
    tally.add('1', person('Peru'));
    expect([...tally.counts()]).toEqual([]);
  });
});
