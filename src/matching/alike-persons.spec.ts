import { describe, expect, it } from '@jest/globals';
import { alikePersons } from './names/alike-persons.fixture.js';
import { compareNames } from './names/name-comparison.js';
import { parsePersonName } from './names/person-name.js';
import { matchScore, minMatchScore } from './persons/person-match.js';

function compare(searched: string, stored: string): number {
  const [mine, other] = [parsePersonName(searched), parsePersonName(stored)];
  if (mine === null || other === null) throw new Error(`no name: ${searched}, ${stored}`);
  return compareNames(mine, other);
}

describe('compareNames for persons with similar names', () => {
  it('is tested with at least 100 pairs', () => {
    expect(alikePersons.length).toBeGreaterThanOrEqual(100);
  });

  it.each(alikePersons)(
    'returns a similarity that is too low for a match at the same employer: $searched and $stored ($why)',
    ({ searched, stored }) => {
      expect(compare(searched, stored) * matchScore.sameCompany).toBeLessThan(minMatchScore);
      expect(compare(stored, searched) * matchScore.sameCompany).toBeLessThan(minMatchScore);
    },
  );
});
