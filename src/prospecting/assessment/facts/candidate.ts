/** The location of a person or a company, as it was imported. */
export interface Place {
  readonly locality: string | null;
  readonly region: string | null;
  readonly country: string | null;
}

/** A technology that a company uses, according to the company's record. */
export interface UsedTechnology {
  readonly name: string;
  /** The date when the technology was first seen at the company, `YYYY-MM-DD`; null when it is unknown. */
  readonly firstSeen: string | null;
}

/** The number of people who worked at a company in a month. */
export interface MonthlyHeadcount {
  /** Any day of the month, `YYYY-MM-DD`. */
  readonly month: string;
  readonly total: number;
  /** The number of employees in technical work; null if it is unknown. */
  readonly tech: number | null;
}

/** The company at which a run looks for prospects. */
export interface CompanyFacts {
  /** The `id` of the company's row. */
  readonly id: string;
  readonly name: string | null;
  readonly networkUrl: string;
  readonly website: string | null;
  readonly industry: string | null;
  readonly place: Place;
  readonly technologies: readonly UsedTechnology[];
  /** The headcounts, in any order. */
  readonly headcounts: readonly MonthlyHeadcount[];
}

/** A position in the experience of a person. */
export interface Position {
  readonly title: string | null;
  /** The `id` of the employer's row; null when the employer is not on record as a company. */
  readonly companyId: string | null;
  /** The employer's name as the position states it; if the position states none, the name in the employer's record. */
  readonly companyName: string | null;
  readonly companyNetworkUrl: string | null;
  /** The first day, `YYYY-MM-DD`; null when it is unknown. */
  readonly start: string | null;
  /** The last day, `YYYY-MM-DD`; null if the person still holds the position. The month of the last day counts as a full month. */
  readonly end: string | null;
}

export interface Study {
  readonly school: string;
  readonly startYear: number | null;
  readonly endYear: number | null;
}

/** An employee of the company, including the career, who may become a prospect. */
export interface Candidate {
  /** The `id` of the person's row. */
  readonly id: string;
  readonly networkUrl: string;
  readonly fullName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly title: string | null;
  readonly place: Place;
  /** The classifier's tags for the current title, the strongest first. */
  readonly personas: readonly string[];
  /** The classifier's seniority for the current title, such as `seniority_executive`. */
  readonly seniority: string | null;
  readonly skills: readonly string[];
  readonly education: readonly Study[];
  /** The positions, in any order. */
  readonly experience: readonly Position[];
}

/**
 * The part of a person that a run reads for every employee of the company. It is enough to decide whether the employee passes the
 * filter of the team, and to compute the highest scores that the employee could have.
 */
export interface Employee extends Pick<Candidate, 'id' | 'networkUrl' | 'title' | 'personas' | 'seniority' | 'skills'> {
  readonly place: Pick<Place, 'country'>;
  /**
   * The day on which the person's first position began, `YYYY-MM-DD`. Positions with an unknown or a future start do not count. It
   * is null if no position counts.
   */
  readonly firstStart: string | null;
  /**
   * The day on which the person's latest position began, `YYYY-MM-DD`. Positions that begin in the future do not count. It is null
   * if `firstStart` is null.
   */
  readonly latestStart: string | null;
}

/** An employee of the client, who may be able to introduce a prospect. */
export interface ClientEmployee {
  /** The `id` of the person's row. */
  readonly id: string;
  readonly networkUrl: string;
  readonly fullName: string | null;
  readonly title: string | null;
  readonly seniority: string | null;
  readonly place: Place;
  readonly education: readonly Study[];
  readonly experience: readonly Position[];
}

/** The technologies that companies use, by the `id` of the company's row. */
export type EmployerTechnologies = ReadonlyMap<string, readonly UsedTechnology[]>;

/** The time that a person spent in a persona, in years with one decimal. */
export interface PersonaYears {
  readonly persona: string;
  readonly years: number;
}

/** A former employer that used the client's technology while the person was there. */
export interface TechnologyEmployer {
  readonly employer: string;
  /** The client's technologies that the employer used, in the spelling of the team's schema; at least one. */
  readonly technologies: readonly string[];
}

/** Technologies from the three lists of a team's schema, in the spelling of the schema. */
export interface TeamTechnologies {
  readonly client: readonly string[];
  readonly complementary: readonly string[];
  readonly competitor: readonly string[];
}

/** The points for what two people have in common. Their sum is the warm-introduction score. */
export interface ConnectionFactors {
  readonly sharedEmployer: number;
  readonly sharedSchool: number;
  readonly samePlace: number;
}

/**
 * The best introduction to a prospect: the employee of the client with the most points, and what this employee and the prospect
 * have in common.
 */
export interface WarmPath {
  readonly employee: Pick<ClientEmployee, 'id' | 'networkUrl' | 'fullName' | 'title'>;
  readonly factors: ConnectionFactors;
  /**
   * The employer for which both worked at the same time, and for how many months. If there are several, it is the one with the most
   * months. It is null if there is none.
   */
  readonly sharedEmployer: { readonly name: string; readonly months: number } | null;
  /**
   * A school that both attended; null if there is none. `together` is true if the first and the last year of both studies are known,
   * and the two studies overlap.
   */
  readonly sharedSchool: { readonly name: string; readonly together: boolean } | null;
  /** The name of the town in which both live; null if they do not live in the same town. */
  readonly samePlace: string | null;
}

/** The features of a prospect that do not depend on the employees of the client. */
export interface OwnFeatures {
  /** The name of the team's sales region to which the prospect belongs. */
  readonly region: string;
  /** The personas of the current position, the best fit first. The years of each are the years since the position began. */
  readonly currentPersonas: readonly PersonaYears[];
  /**
   * The personas of all positions, including the current one, with the years in each, the longest first. A month in two positions
   * of one persona counts once.
   */
  readonly lifetimePersonas: readonly PersonaYears[];
  /**
   * How well the person's best persona fits: its weight divided by the highest weight of a persona in the team's schema, from 0 to
   * 1.
   */
  readonly personaFit: number;
  readonly seniority: string | null;
  /** The years in positions in the same field of work as the current position. */
  readonly fieldYears: number;
  /** The years in positions that lead people. */
  readonly leadingYears: number;
  /** The whole months in the current position; null when its start is unknown. */
  readonly monthsInRole: number | null;
  /**
   * The whole months since the last promotion, which is a rise to a higher seniority at the same employer; null when there was
   * none.
   */
  readonly monthsSincePromotion: number | null;
  /** The titles of the last five years, the newest first. Each title occurs once. */
  readonly recentTitles: readonly string[];
  /** The growth of the company's technical headcount over twelve months, in per cent; null when it is unknown. */
  readonly techGrowthPercent: number | null;
  readonly technologyEmployers: readonly TechnologyEmployer[];
  /** The team's technologies among the person's skills. */
  readonly skills: TeamTechnologies;
  /** The team's technologies that the current employer uses. */
  readonly employerUses: TeamTechnologies;
}

export interface ProspectFeatures extends OwnFeatures {
  readonly warmPath: WarmPath | null;
}

/** The four scores of a prospect, and `composite`, which is their weighted mean. Each is a number from 0 to 100 with two decimals. */
export interface ProspectScores {
  readonly technical: number;
  readonly buyer: number;
  readonly receptive: number;
  readonly warmIntro: number;
  readonly composite: number;
}

/** The facts from which the reasoning about a prospect is written. */
export interface ReasoningFacts {
  readonly person: {
    readonly fullName: string;
    readonly firstName: string;
    readonly title: string;
    /** The location, such as `Toronto, Ontario, Canada`, without the parts that are unknown. */
    readonly location: string;
    readonly skills: readonly string[];
    readonly schools: readonly string[];
  };
  readonly company: {
    readonly name: string;
    readonly industry: string | null;
    readonly technologies: readonly string[];
  };
  readonly team: {
    readonly technologies: TeamTechnologies;
    /** The talking points that fit the prospect, by the persona or technology that they are about. */
    readonly talkingPoints: Readonly<Record<string, string>>;
  };
  readonly features: ProspectFeatures;
  readonly scores: ProspectScores;
}
