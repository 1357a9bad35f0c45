import { describe, expect, it } from '@jest/globals';
import { Assessment, type AssessedProspect } from './assessment.js';
import { employeeOf, today } from './facts/candidate.fixture.js';
import { type Ranked, TopProspects } from './ranking.js';
import { syntheticCompany, type PlantedEmployee, type SyntheticCompany } from './synthetic-employees.fixture.js';
import { Team } from './team/team.js';
import type { TeamSchema } from './team/team-schema.js';

const seeds = [1, 2, 3, 42, 2_026, 31_337];
const cut = 20;

/**
 * Ranks the employees. The career and the introduction of an employee are only read if `isLookedInto` returns true for the
 * employee's upper bound.
 */
function rank(
  synthetic: SyntheticCompany,
  schema: TeamSchema = synthetic.schema,
  isLookedInto: (bound: Ranked, top: TopProspects<AssessedProspect>) => boolean = () => true,
): PlantedEmployee[] {
  const { company, clientEmployees, employers, employees } = synthetic;
  const team = new Team(schema);
  const assessment = new Assessment({ company, team, clientEmployees, today: today });
  const top = new TopProspects<AssessedProspect>(team.maxResults);
  for (const { candidate } of employees) {
    const employee = assessment.shortlist(employeeOf(candidate));
    if (employee === null || !isLookedInto(employee, top)) continue;
    const contender = assessment.assess(candidate, employers);
    if (contender !== null && isLookedInto(contender, top)) top.add(contender.introduced());
  }
  const planted = new Map(employees.map((employee) => [employee.candidate.id, employee]));
  return top.ranked().flatMap(({ candidate }) => planted.get(candidate.id) ?? []);
}

/** Normalised discounted cumulative gain of the first places: 1 for the best possible order of all candidates. */
function ndcg(grades: readonly number[], all: readonly number[]): number {
  const gain = (list: readonly number[]): number =>
    list.slice(0, cut).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
  return gain(grades) / gain(all.toSorted((a, b) => b - a));
}

describe('the ranking', () => {
  it.each(seeds)(
    'puts the best of thousands of employees in the first places, and contains no unsuitable one (seed %i)',
    (seed) => {
      const synthetic = syntheticCompany(seed);
      const ranked = rank(synthetic);
      const quality = ndcg(
        ranked.map(({ grade }) => grade),
        synthetic.employees.map(({ grade }) => grade),
      );
      expect(quality).toBeGreaterThanOrEqual(0.95);
      expect(ranked.filter(({ grade }) => grade === 0)).toEqual([]);
    },
  );

  it('does not depend on the order in which employees are read', () => {
    const synthetic = syntheticCompany(7);
    const reversed = { ...synthetic, employees: synthetic.employees.toReversed() };
    expect(rank(reversed)).toEqual(rank(synthetic));
  });

  it.each(seeds)(
    'is the same if careers and introductions are only read for employees who can still be among the best (seed %i)',
    (seed) => {
      const synthetic = syntheticCompany(seed);
      for (const weights of [
        undefined,
        ...['technical', 'buyer', 'receptive', 'warm_intro'].map((one) => ({ [one]: 1 })),
      ]) {
        const schema = { ...synthetic.schema, weights, max_results: 20 };
        const ranked = rank(synthetic, schema, (bound, top) => top.takes(bound));
        expect(ranked).toEqual(rank(synthetic, schema));
      }
    },
  );

  it.each([
    ['technical', 'without our technology', 'without a way to them'],
    ['warm_intro', 'without a way to them', 'without our technology'],
    ['receptive', 'right person long in the role', 'right person, nothing else'],
    ['buyer', 'manager, nothing else', 'right person, nothing else'],
  ])(
    'puts, if only the %s score has a weight, employees of the kind "%s" behind those of the kind "%s"',
    (weight, worse, better) => {
      const synthetic = syntheticCompany(5);
      const ranked = rank(synthetic, { ...synthetic.schema, weights: { [weight]: 1 }, max_results: 500 });
      const places = (kind: string): number =>
        mean(ranked.flatMap((employee, at) => (employee.kind === kind ? [at] : [])));
      expect(places(worse)).toBeGreaterThan(places(better) + 5);
    },
  );

  it('contains only people who lead others, from more than four countries and with an executive first, if the schema has no personas and regions', () => {
    const ranked = rank(syntheticCompany(11), { weights: { buyer: 1 }, max_results: 500 });
    const seniorities = ranked.map(({ candidate }) => candidate.seniority);
    expect(seniorities[0]).toBe('seniority_executive');
    expect(seniorities).not.toContain('seniority_ic');
    expect(new Set(ranked.map(({ candidate }) => candidate.place.country)).size).toBeGreaterThan(4);
  });
});

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
