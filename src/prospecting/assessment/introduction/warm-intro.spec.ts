import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { connectionFactors, tieBetween, totalOf, whereaboutsOf } from './acquaintance.js';
import { candidate, clientEmployee, formerly, nowhere, position, study, today } from '../facts/candidate.fixture.js';
import type { Candidate, ClientEmployee, WarmPath } from '../facts/candidate.js';
import { ascending } from '../facts/text.js';
import { ClientNetwork } from './warm-intro.js';

const lisbon = { locality: 'Lisbon', region: 'Lisboa', country: 'Portugal' };

function pathTo(person: Partial<Candidate>, ...employees: ClientEmployee[]): WarmPath | null {
  return new ClientNetwork(employees, today).strongestPath(candidate(person));
}

describe('ClientNetwork', () => {
  it('finds no employee of the client who could introduce a person with whom none of them has anything in common', () => {
    expect(pathTo({ place: lisbon }, clientEmployee('x'))).toBeNull();
    expect(pathTo({})).toBeNull();
  });

  it('counts the months in which the prospect and an employee of the client worked for one employer', () => {
    const path = pathTo(
      { experience: [formerly('Acme GmbH', '2018-01-01', '2020-12-01'), position()] },
      clientEmployee('x', { experience: [formerly('ACME', '2020-01-01', '2022-05-01')] }),
    );
    expect(path).toMatchObject({
      employee: { networkUrl: 'https://www.network.com/in/x', title: 'Account Executive' },
      sharedEmployer: { name: 'Acme GmbH', months: 12 },
      factors: { sharedEmployer: 55, sharedSchool: 0, samePlace: 0 },
    });
  });

  it('counts several positions at one employer as one period', () => {
    const path = pathTo(
      { experience: [formerly('Acme', '2018-01-01', '2019-06-01'), formerly('Acme', '2019-06-01', '2020-12-01')] },
      clientEmployee('x', {
        experience: [formerly('Acme', '2017-01-01', '2020-06-01'), formerly('Acme', '2019-01-01', null)],
      }),
    );
    expect(path?.sharedEmployer?.months).toBe(36);
  });

  it.each([
    ['one left before the other came', [formerly('Acme', '2015-01-01', '2017-12-01')]],
    ['the dates of one are unknown', [formerly('Acme', null, null)]],
    ['both were self-employed', [formerly('Self-employed', '2018-01-01', '2020-12-01')]],
  ])('finds no introduction when %s', (_, experience) => {
    const employers = ['Acme', 'Self-employed'].map((name) => formerly(name, '2018-01-01', '2020-12-01'));
    expect(pathTo({ experience: employers }, clientEmployee('x', { experience }))).toBeNull();
  });

  it('treats two employers on record with the same name as different employers', () => {
    const at = (companyId: string) => ({ ...formerly('Merck', '2018-01-01', '2020-12-01'), companyId });
    expect(pathTo({ experience: [at('5')] }, clientEmployee('x', { experience: [at('6')] }))).toBeNull();
    expect(pathTo({ experience: [at('5')] }, clientEmployee('x', { experience: [at('5')] }))).not.toBeNull();
  });

  it('finds employees of the client who used to work for the company at which the run looks for prospects', () => {
    const experience = [position({ start: '2024-01-01', end: '2025-12-01' })];
    expect(pathTo({}, clientEmployee('x', { experience }))?.sharedEmployer).toEqual({ name: 'Northwind', months: 14 });
  });

  it.each([
    ['at one school in the same years: 20', study('ETH Zürich', 2001, 2005), study('eth zurich', 2005, 2008), 20],
    [
      'at one school in different years: 8',
      study('The Open University', 2001, 2005),
      study('Open University', 2006, 2008),
      8,
    ],
    [
      'at one school in years that are not all known: 8',
      study('McGill University'),
      study('McGill University', 2006, 2008),
      8,
    ],
    [
      'at two schools with similar names: none',
      study('McGill University', 2006, 2008),
      study('Gill University', 2006, 2008),
      null,
    ],
    [
      'at schools whose name is only a kind of school: none',
      study('High School', 2006, 2008),
      study('High School', 2006, 2008),
      null,
    ],
  ])('gives points for studies %s', (_, own, other, points) => {
    const path = pathTo({ education: [own] }, clientEmployee('x', { education: [other] }));
    expect(path?.factors.sharedSchool ?? null).toBe(points);
  });

  it('gives points for living in one town if region and country agree', () => {
    expect(pathTo({ place: lisbon }, clientEmployee('x', { place: { ...lisbon, country: 'PT' } }))).toMatchObject({
      factors: { sharedEmployer: 0, sharedSchool: 0, samePlace: 10 },
      samePlace: 'Lisbon',
    });
    expect(pathTo({ place: lisbon }, clientEmployee('x', { place: { ...lisbon, region: 'Ohio' } }))).toBeNull();
    const land = { ...nowhere, country: 'Portugal' };
    expect(pathTo({ place: land }, clientEmployee('x', { place: land }))).toBeNull();
  });

  it('prefers the employee with the most points, then the one with the most months as a colleague, then the one whose profile page comes first', () => {
    const since = (start: string) => [formerly('Acme', start, '2024-12-01')];
    const person = { place: lisbon, experience: since('2018-01-01') };
    const [a, b] = [
      clientEmployee('a', { experience: since('2021-01-01') }),
      clientEmployee('b', { experience: since('2020-01-01') }),
    ];
    const c = clientEmployee('c', { experience: since('2023-01-01'), place: lisbon });
    const d = clientEmployee('d', { experience: since('2020-01-01') });
    expect(pathTo(person, a, d, b)?.employee.id).toBe('b');
    expect(pathTo(person, a, d, b, c)?.employee.id).toBe('c');
  });

  it('does not introduce a person to themselves', () => {
    const self = { ...clientEmployee('ada-berg'), place: lisbon, education: [study('ETH', 1, 2)] };
    expect(pathTo({ place: lisbon }, self)).toBeNull();
    expect(pathTo({ place: lisbon }, self, { ...self, networkUrl: 'https://z' })?.employee.networkUrl).toBe(
      'https://z',
    );
  });

  // There are few schools and years, so that many employees attended one school in the same years and differ only in their town.
  const years = fc.constantFrom(2010, 2013);
  const day = fc.integer({ min: 2018, max: 2025 }).map((year) => `${String(year)}-03-01`);
  const life = fc.record({
    place: fc.constantFrom(nowhere, lisbon, { ...lisbon, locality: 'Porto' }),
    education: fc.array(
      fc.record({ school: fc.constantFrom('ETH', 'MIT'), startYear: years, endYear: fc.constantFrom(null, 2014) }),
      {
        maxLength: 3,
      },
    ),
    experience: fc.array(
      fc
        .record({
          employer: fc.constantFrom('Acme', 'Bolt', 'Core', 'Dune', 'Echo'),
          start: fc.option(day),
          end: fc.option(day),
        })
        .map(({ employer, start, end }) => formerly(employer, start, end)),
      { maxLength: 2 },
    ),
  });
  const pages = fc.constantFrom(...['ada-berg', ...'abcdefghijkl'.split('')]);

  it('finds the same employee for an introduction as a slow search that compares the candidate with every employee', () => {
    const employees = fc
      .uniqueArray(fc.tuple(pages, life), { selector: ([page]) => page, maxLength: 13 })
      .map((list) => list.map(([page, theirs]) => clientEmployee(page, theirs)));
    fc.assert(
      fc.property(life, employees, (own, all) => {
        const person = candidate(own);
        expect(new ClientNetwork(all, today).strongestPath(person)?.employee.id).toBe(strongestOfAll(person, all));
      }),
      { numRuns: 1_000 },
    );
  });
});

function strongestOfAll(person: Candidate, employees: readonly ClientEmployee[]): string | undefined {
  const ways = employees
    .filter(({ networkUrl }) => networkUrl !== person.networkUrl)
    .map(({ id, networkUrl, ...life }) => {
      const tie = tieBetween(whereaboutsOf(person, today), whereaboutsOf(life, today));
      return { id, networkUrl, total: totalOf(connectionFactors(tie)), months: tie.sharedEmployer?.months ?? 0 };
    })
    .filter(({ total }) => total > 0);
  return ways.sort((a, b) => b.total - a.total || b.months - a.months || ascending(a.networkUrl, b.networkUrl))[0]?.id;
}
