import type {
  Candidate,
  CompanyFacts,
  Employee,
  EmployerTechnologies,
  OwnFeatures,
  PersonaYears,
  Position,
} from './facts/candidate.js';
import { techGrowthPercent as growthOf } from './career/employer.js';
import { bestMonthsInRole, type ScoredFeatures } from './scores.js';
import type { PersonaMatch, Team, TitleReading } from './team/team.js';
import { teamTechnologiesAmong, technologyEmployers } from './career/technology.js';
import {
  asOf,
  currentPosition,
  inYears,
  isAt,
  monthOf,
  monthsInRole,
  wholeMonthsBetween,
  yearsByPersona,
  yearsIn,
} from './career/tenure.js';
import { isLeading, monthsSincePromotion, recentTitles, TitleReader } from './career/title-history.js';

interface RunFacts {
  readonly company: CompanyFacts;
  readonly team: Team;
  /** The date of the run, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Derives the features of the candidates of one run. Features that depend only on the company are derived only once. */
export class FeatureReader {
  private readonly titles = new TitleReader();
  private readonly ofCompany: Pick<OwnFeatures, 'techGrowthPercent' | 'employerUses'>;

  constructor(private readonly run: RunFacts) {
    const { company, team, today } = run;
    const used = company.technologies.map(({ name }) => name);
    this.ofCompany = {
      techGrowthPercent: growthOf(company.headcounts, today),
      employerUses: teamTechnologiesAmong(team.technologies, used),
    };
  }

  /**
   * The features of a candidate, except the introduction. They are null when the candidate does not pass the filter of the team:
   * the title is excluded, the country is in none of the team's regions, or the title belongs to none of the personas.
   * @param employers the technologies of the candidate's employers on record
   */
  read(candidate: Candidate, employers: EmployerTechnologies): OwnFeatures | null {
    const sought = this.soughtAs(candidate);
    return sought === null ? null : this.derive(candidate, sought, employers);
  }

  /**
   * The best features that an employee could have, computed before the career is read. Only the starts of the first and the latest
   * position are known. So, for example, all years since the first start count as years in the field. The features are null when
   * the employee does not pass the filter of the team.
   */
  bestOf(employee: Employee): ScoredFeatures | null {
    const sought = this.soughtAs(employee);
    if (sought === null) return null;
    const { team, today } = this.run;
    const { firstStart, latestStart } = employee;
    const years = firstStart === null ? 0 : inYears(monthOf(today) - monthOf(firstStart));
    const months = latestStart === null ? null : wholeMonthsBetween(latestStart, today);
    const { techGrowthPercent, employerUses } = this.ofCompany;
    // The members are listed one by one. The spread syntax would be some microseconds slower for each employee.
    return {
      techGrowthPercent,
      employerUses,
      personaFit: sought.personas[0]?.fit ?? 0,
      seniority: employee.seniority,
      fieldYears: years,
      leadingYears: years,
      monthsInRole: months === null ? null : bestMonthsInRole(months),
      // If only one start is on record, there was no promotion, because a promotion needs an earlier position.
      monthsSincePromotion: latestStart === firstStart ? null : months,
      technologyEmployers: { length: team.technologies.client.length === 0 ? 0 : Infinity },
      skills: teamTechnologiesAmong(team.technologies, employee.skills),
    };
  }

  private soughtAs({
    title,
    personas: tags,
    seniority,
    place,
  }: Pick<Employee, 'title' | 'personas' | 'seniority' | 'place'>): Sought | null {
    const { company, team } = this.run;
    const current = { title, tags, seniority };
    const region = team.regionOf(place.country ?? company.place.country);
    if (region === null || team.excludes(current)) return null;
    const personas = team.personasOf(current);
    return personas.length === 0 ? null : { region, personas, current };
  }

  private derive(
    candidate: Candidate,
    { region, personas, current }: Sought,
    employers: EmployerTechnologies,
  ): OwnFeatures {
    const { company, team, today } = this.run;
    const career = asOf(today, candidate.experience);
    const held = currentPosition(candidate, career, company);
    const readingOf = (position: Position): TitleReading =>
      position === held ? current : this.titles.read(position.title, isAt(company, position) ? company.industry : null);
    const isOfField = (position: Position): boolean =>
      position === held || isOfFieldOf(readingOf(position), current.tags, personas);
    const inRole = monthsInRole(held, today);
    const currentPersonas = this.personasOf(current);
    const { techGrowthPercent, employerUses } = this.ofCompany;
    return {
      techGrowthPercent,
      employerUses,
      region,
      personaFit: personas[0]?.fit ?? 0,
      seniority: candidate.seniority,
      currentPersonas: withYears(currentPersonas, inRole),
      lifetimePersonas: yearsByPersona(
        career,
        today,
        (position) => this.personasOf(readingOf(position)),
        currentPersonas,
      ),
      fieldYears: yearsIn(career, today, isOfField),
      leadingYears: yearsIn(career, today, (position) => isLeading(readingOf(position).seniority)),
      monthsInRole: inRole,
      monthsSincePromotion: monthsSincePromotion(career, today, (position) => readingOf(position).seniority),
      recentTitles: recentTitles(candidate.title, career, today),
      technologyEmployers: technologyEmployers(career, team.technologies.client, employers, company.id),
      skills: teamTechnologiesAmong(team.technologies, candidate.skills),
    };
  }

  /**
   * The names of the personas that a title belongs to. If the team defines no personas, the classifier's tags for the title are
   * returned instead.
   */
  private personasOf(reading: TitleReading): readonly string[] {
    const { team } = this.run;
    return team.hasPersonas ? team.personasOf(reading).map(({ name }) => name) : reading.tags;
  }
}

/** Why a person passes the filter of the team: the sales region, and the personas that the current title belongs to. */
interface Sought {
  readonly region: string;
  /** The personas that the current title belongs to, the best fit first. There is at least one. */
  readonly personas: readonly PersonaMatch[];
  readonly current: TitleReading;
}

function withYears(personas: readonly string[], months: number | null): PersonaYears[] {
  return personas.map((persona) => ({ persona, years: inYears(months ?? 0) }));
}

/**
 * Whether a title is in the same field of work as the current title. This is so if the classifier gives both titles the same tag,
 * or if the title is in the field of a persona that the current title belongs to.
 */
function isOfFieldOf(reading: TitleReading, tags: readonly string[], personas: readonly PersonaMatch[]): boolean {
  return reading.tags.some((tag) => tags.includes(tag)) || personas.some(({ isOfField }) => isOfField(reading));
}
