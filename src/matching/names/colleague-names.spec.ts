import { describe, expect, it } from '@jest/globals';
import { compareWithColleagues, minOfMatch } from './colleague-names.js';
import { parsePersonName } from './person-name.js';

function levels(asked: string, ...stored: string[]): number[] {
  const namesOf = (full: string) => [parsePersonName(full)].filter((name) => name !== null);
  return compareWithColleagues(namesOf(asked), stored.map(namesOf));
}

describe('compareWithColleagues', () => {
  it('matches two names that have only some rare words in common, if no colleague has these words', () => {
    expect(levels('Patali Ranawaka', 'Patali Ranawaka Senanayake Perera', 'Jane Doe')[0]).toBeGreaterThanOrEqual(
      minOfMatch,
    );
  });

  it.each([
    [
      'a colleague has it, too',
      'Patali Ranawaka',
      ['Patali Ranawaka Senanayake Perera', 'Patali Ranawaka Weerasinghe Gunawardena'],
    ],
    ['the part is common', 'Peter Müller', ['Hans Peter Müller']],
    ['so many other names are left out', 'Fazeel Peshawari', ['Fazeel Shaykh Abu Mohammed Ameen Peshawari']],
    ['a further given name stands in front', 'Peter Ziegenhagen', ['Hans Peter Ziegenhagen']],
  ])('does not match a name of which the search has only a part, if %s', (_, asked, stored) => {
    for (const level of levels(asked, ...stored)) expect(level).toBeLessThan(minOfMatch);
  });

  it('does not prefer one of two colleagues who both have a middle name that the search lacks', () => {
    const [one, other] = levels('Georgi Markov', 'Georgi Nikolov Marcov', 'Georgi Tsvetanov Markov');
    expect(one).toBe(other);
  });

  it('prefers the colleague who has exactly the searched name', () => {
    const [exact, similar] = levels('Jane Oppenheimer', 'Jane Oppenheimer', 'Jane Oppenhiemer');
    expect(exact).toBe(1);
    expect(similar).toBeLessThan(1);
  });
});
