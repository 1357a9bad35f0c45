import { describe, expect, it } from '@jest/globals';
import { formerly, today } from '../facts/candidate.fixture.js';
import type { Position } from '../facts/candidate.js';
import { monthsSincePromotion, recentTitles, TitleReader } from './title-history.js';

describe('The search for recent titles', () => {
  it('returns each title of the last five years once: the current title first, then the others, the newest first', () => {
    const career = [
      formerly('Acme', '2010-01-01', '2021-10-31', 'Too old'),
      formerly('Acme', '2010-01-01', '2021-11-01', 'Engineer'),
      formerly('Acme', '2021-11-01', '2023-01-01', 'Senior | Lead Engineer'),
      formerly('Bolt', '2023-01-01', '2024-01-01', 'ENGINEER'),
      formerly('Bolt', '2024-01-01', '2024-06-01', null),
      formerly('Core', '2022-01-01', null, 'Mentor'),
      formerly('Core', '2024-06-01', null, 'CTO'),
    ];
    expect(recentTitles('Cto', career, today)).toEqual(['Cto', 'ENGINEER', 'Mentor', 'Senior / Lead Engineer']);
  });

  it('returns an empty list if no title is known, and only the current title if no positions are known', () => {
    expect(recentTitles(null, [], today)).toEqual([]);
    expect(recentTitles(' ', [], today)).toEqual([]);
    expect(recentTitles('CTO', [], today)).toEqual(['CTO']);
  });
});

describe('The count of months since the last promotion', () => {
  const reader = new TitleReader();
  const months = (...career: Position[]) =>
    monthsSincePromotion(career, today, ({ title }) => reader.read(title, null).seniority);
  const at = (employer: string, year: number, title: string) =>
    formerly(employer, `${String(year)}-11-01`, null, title);

  it('counts the months since the last rise in seniority at one employer', () => {
    expect(
      months(at('Acme', 2018, 'Engineer'), at('Acme', 2024, 'Head of Engineering'), at('Acme', 2020, 'Team Lead')),
    ).toBe(24);
  });

  it('counts the months since a rise at a former employer, too', () => {
    expect(months(at('Acme', 2018, 'Engineer'), at('Acme', 2022, 'Team Lead'), at('Bolt', 2024, 'Team Lead'))).toBe(48);
  });

  it.each([
    ['at another employer', [at('Acme', 2018, 'Engineer'), at('Bolt', 2024, 'CTO')]],
    ['of the same seniority as the one before', [at('Acme', 2018, 'Engineer'), at('Acme', 2024, 'Senior Engineer')]],
    ['of a lower seniority than the one before', [at('Acme', 2018, 'CTO'), at('Acme', 2024, 'Engineer')]],
    ['one of two that began on the same day', [at('Acme', 2018, 'Engineer'), at('Acme', 2018, 'CTO')]],
    ['later than one whose title cannot be classified', [at('Acme', 2018, '???'), at('Acme', 2024, 'CTO')]],
    ['one without a known start', [at('Acme', 2018, 'Engineer'), formerly('Acme', null, null, 'CTO')]],
    ['self-employment, like the one before', [at('Freelance', 2018, 'Engineer'), at('Freelance', 2024, 'Founder')]],
  ])('returns null if the newest position is %s', (_, career) => {
    expect(months(...career)).toBeNull();
  });
});

describe('The reader of titles', () => {
  it('classifies a title according to the industry of the employer', () => {
    const reader = new TitleReader();
    const title = 'Vice President';
    expect([null, 'Banking', null].map((industry) => reader.read(title, industry).seniority)).toEqual([
      'seniority_executive',
      'seniority_teamlead',
      'seniority_executive',
    ]);
    expect(reader.read(null, 'Banking')).toEqual({ title: null, tags: [], seniority: null });
  });
});
