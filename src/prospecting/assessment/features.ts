import type {
  Candidate,
  CompanyFacts,
  EmployerTechnologies,
  OwnFeatures,
  PersonaYears,
  Position,
} from './candidate.js';
import { techGrowthPercent } from './employer.js';
import { asOf, currentPosition, inYears, isAt, monthsInRole, yearsByPersona, yearsIn } from './tenure.js';
import type { PersonaMatch, Team, TitleReading } from './team.js';
import { teamTechnologiesAmong, technologyEmployers } from './technology.js';
import { isLeading, monthsSincePromotion, recentTitles, TitleReader } from './title-history.js';

/** What a run looks for, and where. */
export interface RunFacts {
  readonly company: CompanyFacts;
  readonly team: Team;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** Derives the features of the candidates of one run; what they have in common is derived once. */
export class FeatureReader {
  private readonly titles = new TitleReader();
  private readonly ofCompany: Pick<OwnFeatures, 'techGrowthPercent' | 'employerUses'>;

  constructor(private readonly run: RunFacts) {
    const { company, team, today } = run;
    const used = company.technologies.map(({ name }) => name);
    this.ofCompany = {
      techGrowthPercent: techGrowthPercent(company.headcounts, today),
      employerUses: teamTechnologiesAmong(team.technologies, used),
    };
  }

  /**
   * The features of a candidate, introductions aside, or null when the team does not look for such people: a title is excluded, they are in
   * none of the regions, or they belong to none of the personas.
   * @param employers what former employers on record use
   */
  read(candidate: Candidate, employers: EmployerTechnologies): OwnFeatures | null {
    const { company, team } = this.run;
    const current = { title: candidate.title, tags: candidate.personas, seniority: candidate.seniority };
    const region = team.regionOf(candidate.place.country ?? company.place.country);
    if (region === null || team.excludes(current)) return null;
    const personas = team.personasOf(current);
    return personas.length === 0 ? null : this.derive(candidate, { region, personas, current, employers });
  }

  private derive(candidate: Candidate, known: KnownOfCandidate): OwnFeatures {
    const { company, team, today } = this.run;
    const { region, personas, current, employers } = known;
    const career = asOf(today, candidate.experience);
    const held = currentPosition(candidate, career, company);
    const readingOf = (position: Position): TitleReading =>
      position === held ? current : this.titles.read(position.title, isAt(company, position) ? company.industry : null);
    const isOfField = (position: Position): boolean =>
      position === held || isOfFieldOf(readingOf(position), current.tags, personas);
    const inRole = monthsInRole(held, today);
    const currentPersonas = this.personasOf(current);
    return {
      ...this.ofCompany,
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

  /** The team's personas, or the classifier's where the team has none. */
  private personasOf(reading: TitleReading): readonly string[] {
    const { team } = this.run;
    return team.hasPersonas ? team.personasOf(reading).map(({ name }) => name) : reading.tags;
  }
}

interface KnownOfCandidate {
  readonly region: string;
  /** Best fit first, at least one. */
  readonly personas: readonly PersonaMatch[];
  readonly current: TitleReading;
  readonly employers: EmployerTechnologies;
}

function withYears(personas: readonly string[], months: number | null): PersonaYears[] {
  return personas.map((persona) => ({ persona, years: inYears(months ?? 0) }));
}

/** Whether a title is of a field of the current title, or of a persona that this belongs to. */
function isOfFieldOf(reading: TitleReading, tags: readonly string[], personas: readonly PersonaMatch[]): boolean {
  return reading.tags.some((tag) => tags.includes(tag)) || personas.some(({ isOfField }) => isOfField(reading));
}
