import { describe, expect, it } from '@jest/globals';
import type { Candidate } from '../facts/candidate.js';
import { KnownEmployers } from './employer.js';

function workedAt(...companyIds: (string | null)[]): Pick<Candidate, 'experience'> {
  const position = { title: null, companyName: null, companyNetworkUrl: null, start: null, end: null };
  return { experience: companyIds.map((companyId) => ({ ...position, companyId })) };
}

/** A reader for which every company uses Kafka and SQL. It adds the ids of the companies that it reads to `asked`. */
function readerOf(asked: string[][]) {
  return (ids: readonly string[]) => {
    asked.push([...ids]);
    const used = ['Kafka', 'SQL'].map((name) => ({ name, firstSeen: null }));
    return Promise.resolve(new Map(ids.map((id) => [id, used])));
  };
}

describe('The cache of employers', () => {
  it('reads each employer once, and keeps only the wanted technologies', async () => {
    const asked: string[][] = [];
    const employers = new KnownEmployers(readerOf(asked), ['kafka']);
    await employers.of([workedAt('1', '2', null), workedAt('2')]);
    const known = await employers.of([workedAt('2', '3')]);
    expect(asked).toEqual([['1', '2'], ['3']]);
    expect(known.get('3')).toEqual([{ name: 'Kafka', firstSeen: null }]);
  });

  it('reads the technologies of no employer if no technologies are wanted', async () => {
    const asked: string[][] = [];
    expect((await new KnownEmployers(readerOf(asked), []).of([workedAt('1')])).size).toBe(0);
    expect(asked).toEqual([]);
  });

  it('empties the cache when it is too large, and then reads the employers of the given people again', async () => {
    const asked: string[][] = [];
    const employers = new KnownEmployers(readerOf(asked), ['Kafka']);
    await employers.of([workedAt(...Array.from({ length: 50_001 }, (_, id) => String(id)))]);
    const known = await employers.of([workedAt('7')]);
    expect(asked[1]).toEqual(['7']);
    expect([...known.keys()]).toEqual(['7']);
  });
});
