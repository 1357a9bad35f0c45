import { totalOf } from './introduction/acquaintance.js';
import type {
  Candidate,
  CompanyFacts,
  EmployerTechnologies,
  OwnFeatures,
  PersonaYears,
  Position,
  ProspectFeatures,
  ProspectScores,
  WarmPath,
} from './facts/candidate.js';
import { techGrowthPercent } from './career/employer.js';
import type { PersonaMatch, Team, TitleReading, Weights } from './team/team.js';
import { teamTechnologiesAmong, technologyEmployers } from './career/technology.js';
import { asOf, currentPosition, inYears, isAt, monthsInRole, yearsByPersona, yearsIn } from './career/tenure.js';
import { isLeading, monthsSincePromotion, recentTitles, TitleReader } from './career/title-history.js';

/** The company, team and date of a run. */
interface RunFacts {
  readonly company: CompanyFacts;
  readonly team: Team;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** Derives the features of the candidates of one run; those of the company are derived once. */
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
   * @param employers technologies of former employers on record
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

/** A point of a curve, which is linear between points. */
type CurvePoint = readonly [at: number, points: number];

/** Every constant of the first three scores; `docs/prospecting-scores.md` says why each is what it is, and a test compares the two. */
export const scoreConstants = {
  technical: {
    fieldYears: { points: 40, fullYears: 10 },
    technologyEmployers: { first: 20, further: 5, most: 30 },
    skills: { client: 8, other: 4, most: 20 },
    competitorInUse: { first: 5, further: 2.5, most: 10 },
  },
  buyer: {
    seniority: { seniority_executive: 50, seniority_director: 45, seniority_teamlead: 25, seniority_ic: 5 },
    personaFit: { points: 35 },
    leadingYears: { points: 15, fullYears: 10 },
  },
  receptive: {
    monthsInRole: {
      curve: [
        [0, 25],
        [3, 45],
        [18, 45],
        [36, 30],
        [60, 10],
        [120, 0],
      ],
      unknown: 15,
    },
    promotion: { points: 20, goneAfterMonths: 24 },
    techGrowth: { points: 15, fullPercent: 25 },
    complementaryInUse: { first: 12, further: 4, most: 20 },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The scores of a prospect that do not depend on the introduction. */
export type OwnScores = Pick<ProspectScores, 'technical' | 'buyer' | 'receptive'>;

/** The four scores of a prospect and their weighted mean. */
export function scoresOf(features: ProspectFeatures, weights: Weights): ProspectScores {
  return withIntroduction(ownScoresOf(features), introductionOf(features.warmPath), weights);
}

export function ownScoresOf(features: OwnFeatures): OwnScores {
  return {
    technical: rounded(technicalScore(features)),
    buyer: rounded(buyerScore(features)),
    receptive: rounded(receptiveScore(features)),
  };
}

/** The points for the introduction, 0 without one. */
export function introductionOf(path: WarmPath | null): number {
  return path === null ? 0 : totalOf(path.factors);
}

/** @param introduction points for the introduction to the prospect */
export function withIntroduction(own: OwnScores, introduction: number, weights: Weights): ProspectScores {
  const { technical, buyer, receptive } = own;
  const warmIntro = rounded(introduction);
  // From the rounded scores, so that readers of these can verify it.
  const composite = rounded(
    technical * weights.technical +
      buyer * weights.buyer +
      receptive * weights.receptive +
      warmIntro * weights.warmIntro,
  );
  return { technical, buyer, receptive, warmIntro, composite };
}

function technicalScore({ fieldYears, technologyEmployers, skills, employerUses }: OwnFeatures): number {
  const constants = scoreConstants.technical;
  const others = skills.complementary.length + skills.competitor.length;
  return (
    share(fieldYears / constants.fieldYears.fullYears) * constants.fieldYears.points +
    stepped(technologyEmployers.length, constants.technologyEmployers) +
    Math.min(constants.skills.most, skills.client.length * constants.skills.client + others * constants.skills.other) +
    stepped(employerUses.competitor.length, constants.competitorInUse)
  );
}

function buyerScore({ seniority, personaFit, leadingYears }: OwnFeatures): number {
  const constants = scoreConstants.buyer;
  const standing = new Map<string | null, number>(Object.entries(constants.seniority)).get(seniority) ?? 0;
  return (
    standing +
    share(personaFit) * constants.personaFit.points +
    share(leadingYears / constants.leadingYears.fullYears) * constants.leadingYears.points
  );
}

function receptiveScore(features: OwnFeatures): number {
  const { monthsInRole, monthsSincePromotion, techGrowthPercent, employerUses } = features;
  const constants = scoreConstants.receptive;
  const freshness =
    monthsSincePromotion === null ? 0 : share(1 - monthsSincePromotion / constants.promotion.goneAfterMonths);
  return (
    (monthsInRole === null ? constants.monthsInRole.unknown : onCurve(monthsInRole, constants.monthsInRole.curve)) +
    freshness * constants.promotion.points +
    share((techGrowthPercent ?? 0) / constants.techGrowth.fullPercent) * constants.techGrowth.points +
    stepped(employerUses.complementary.length, constants.complementaryInUse)
  );
}

function stepped(count: number, { first, further, most }: { first: number; further: number; most: number }): number {
  return count === 0 ? 0 : Math.min(most, first + (count - 1) * further);
}

/** The height of a curve, which is level before its first and behind its last point. */
function onCurve(at: number, curve: readonly CurvePoint[]): number {
  const next = curve.findIndex(([x]) => x >= at);
  const [nextAt, nextPoints] = curve[next === -1 ? curve.length - 1 : next] ?? [0, 0];
  const [lastAt, lastPoints] = curve[next - 1] ?? [nextAt, nextPoints];
  if (nextAt === lastAt) return nextPoints;
  return lastPoints + ((at - lastAt) / (nextAt - lastAt)) * (nextPoints - lastPoints);
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}
