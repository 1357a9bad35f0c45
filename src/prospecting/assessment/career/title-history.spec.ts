import { describe, expect, it } from '@jest/globals';
import { formerly, today } from '../facts/candidate.fixture.js';
import type { Position } from '../facts/candidate.js';
import { monthsSincePromotion, recentTitles, TitleReader } from './title-history.js';

describe('recentTitles', () => {
  it('returns the titles of the last five years once each: the current title first, then the newest', () => {
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

  it('returns an empty list without titles, and the current title alone without a history', () => {
    expect(recentTitles(null, [], today)).toEqual([]);
    expect(recentTitles(' ', [], today)).toEqual([]);
    expect(recentTitles('CTO', [], today)).toEqual(['CTO']);
  });
});

describe('monthsSincePromotion', () => {
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
    ['another employer', [at('Acme', 2018, 'Engineer'), at('Bolt', 2024, 'CTO')]],
    ['another title of the same seniority', [at('Acme', 2018, 'Engineer'), at('Acme', 2024, 'Senior Engineer')]],
    ['a lower one', [at('Acme', 2018, 'CTO'), at('Acme', 2024, 'Engineer')]],
    ['a second one on the same day', [at('Acme', 2018, 'Engineer'), at('Acme', 2018, 'CTO')]],
    ['a first one that could not be classified', [at('Acme', 2018, '???'), at('Acme', 2024, 'CTO')]],
    ['one without a start', [at('Acme', 2018, 'Engineer'), formerly('Acme', null, null, 'CTO')]],
    ['self-employment', [at('Freelance', 2018, 'Engineer'), at('Freelance', 2024, 'Founder')]],
  ])('returns null if the newest title is %s', (_, career) => {
    expect(months(...career)).toBeNull();
  });
});

describe('TitleReader', () => {
  it('reads a title according to the industry of the employer', () => {
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
