import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byRank, TopProspects, type Ranked } from './ranking.js';

function ranked(slug: string, composite: number, buyer: number): Ranked {
  const networkUrl = `https://www.network.com/in/${slug}`;
  return { networkUrl, scores: { technical: 0, buyer, receptive: 0, warmIntro: 0, composite } };
}

function top<T extends Ranked>(prospects: readonly T[], most: number): T[] {
  const best = new TopProspects<T>(most);
  for (const prospect of prospects) best.add(prospect);
  return best.ranked();
}

// The scores have few different values, so that ties are common. Each profile page occurs once.
const prospects = fc
  .uniqueArray(fc.tuple(fc.nat(500), fc.nat(3), fc.nat(2)), { selector: ([page]) => page, maxLength: 200 })
  .map((list) => list.map(([page, composite, buyer]) => ranked(String(page), composite, buyer)));

describe('TopProspects', () => {
  it('ranks prospects by the composite score, then the buyer score, then the profile page', () => {
    const list = [ranked('b', 5, 2), ranked('c', 5, 3), ranked('a', 5, 2), ranked('d', 6, 0), ranked('e', 4.99, 100)];
    expect(
      top(list, 9)
        .map(({ networkUrl }) => networkUrl.slice(-1))
        .join(''),
    ).toBe('dcabe');
  });

  it('returns the same prospects as a sort of all of them', () => {
    fc.assert(
      fc.property(prospects, fc.integer({ min: 1, max: 60 }), (list, most) => {
        expect(top(list, most)).toEqual(list.toSorted(byRank).slice(0, most));
      }),
    );
  });

  it('does not depend on the order in which prospects are added', () => {
    const shuffled = prospects.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, fc.integer({ min: 1, max: 20 }), ([list, other], most) => {
        expect(top(other, most)).toEqual(top(list, most));
      }),
    );
  });

  it('returns an empty list before prospects are added, and can be read several times while prospects are added', () => {
    const best = new TopProspects(3);
    expect(best.ranked()).toEqual([]);
    best.add(ranked('a', 1, 1));
    best.add(ranked('b', 2, 1));
    expect(best.ranked()).toEqual(best.ranked());
    best.add(ranked('c', 3, 1));
    expect(best.ranked()).toHaveLength(3);
  });
});
