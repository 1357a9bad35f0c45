import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Assessment } from './assessment.js';
import { candidate, clientEmployee, company, employeeOf, position, today } from './facts/candidate.fixture.js';
import type { EmployerTechnologies, Position } from './facts/candidate.js';
import { byRank } from './ranking.js';
import { Team } from './team/team.js';

const parts = ['technical', 'buyer', 'receptive', 'warmIntro', 'composite'] as const;
const skills = ['Fluxline', 'Jenkins', 'Go'];
const technologies: EmployerTechnologies = new Map(
  ['2', '3', '4'].map((id) => [id, [{ name: 'Fluxline', firstSeen: null }]]),
);

/** A day. Some days are in the future, and some positions end before they begin. */
const day = fc.option(
  fc
    .record({ year: fc.integer({ min: 2005, max: 2027 }), month: fc.integer({ min: 1, max: 12 }) })
    .map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}-01`),
);
const posts: fc.Arbitrary<Position> = fc
  .record({
    title: fc.constantFrom('Engineer', 'Engineering Manager', 'Head of Engineering', 'Accountant', null),
    companyId: fc.constantFrom('1', '1', '2', '3', '4', null),
    start: day,
    end: day,
  })
  .map((post) => position({ ...post, companyName: `Employer ${String(post.companyId)}` }));
const people = fc
  .record({
    seniority: fc.constantFrom('seniority_executive', 'seniority_teamlead', 'seniority_ic', null),
    skills: fc.subarray(skills),
    experience: fc.array(posts, { maxLength: 6 }),
  })
  .map(candidate);
const teams = fc
  .record({
    client: fc.subarray(['Fluxline']),
    weights: fc.constantFrom(undefined, { receptive: 1 }, { technical: 1 }),
  })
  .map(
    ({ client, weights }) => new Team({ client_technologies: client, competitor_technologies: ['Jenkins'], weights }),
  );

describe('The upper bound of the scores, which is computed before the career is read,', () => {
  it('is null for a person who does not pass the filter of the team, and otherwise is at least as high as the final score', () => {
    const colleague = clientEmployee('carla', { experience: [position({ companyId: '2', start: '2005-01-01' })] });
    fc.assert(
      fc.property(people, teams, (person, team) => {
        const assessment = new Assessment({ company: company(), team, clientEmployees: [colleague], today });
        const bound = assessment.shortlist(employeeOf(person));
        const prospect = assessment.assess(person, technologies)?.introduced();
        if (bound === null || prospect === undefined) {
          expect([bound, prospect]).toEqual([null, undefined]);
          return;
        }
        expect(parts.filter((part) => prospect.scores[part] > bound.scores[part])).toEqual([]);
        expect(byRank(bound, prospect)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 3_000 },
    );
  });
});
