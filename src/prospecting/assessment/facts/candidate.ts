/** The location of a person or a company, as it was imported. */
export interface Place {
  readonly locality: string | null;
  readonly region: string | null;
  readonly country: string | null;
}

/** A technology that a company uses, on record. */
export interface UsedTechnology {
  readonly name: string;
  /** `YYYY-MM-DD`; null when unknown. */
  readonly firstSeen: string | null;
}

/** How many people a company had in a month. */
export interface MonthlyHeadcount {
  /** `YYYY-MM-DD`; the day does not matter. */
  readonly month: string;
  readonly total: number;
  /** Those in technical work; null when unknown. */
  readonly tech: number | null;
}

/** The company that is prospected. */
export interface CompanyFacts {
  /** `company.id`. */
  readonly id: string;
  readonly name: string | null;
  readonly networkUrl: string;
  readonly website: string | null;
  readonly industry: string | null;
  readonly place: Place;
  readonly technologies: readonly UsedTechnology[];
  /** In any order. */
  readonly headcounts: readonly MonthlyHeadcount[];
}

/** A position in the experience of a person. */
export interface Position {
  readonly title: string | null;
  /** `company.id` where the employer is on record. */
  readonly companyId: string | null;
  /** The name on record, where the employer is on record. */
  readonly companyName: string | null;
  readonly companyNetworkUrl: string | null;
  /** `YYYY-MM-DD`; null when unknown. */
  readonly start: string | null;
  /** `YYYY-MM-DD`; its whole month counts. Null while the position is held. */
  readonly end: string | null;
}

export interface Study {
  readonly school: string;
  readonly startYear: number | null;
  readonly endYear: number | null;
}

/** An employee with career. */
export interface Candidate {
  /** `person.id`. */
  readonly id: string;
  readonly networkUrl: string;
  readonly fullName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The current job title. */
  readonly title: string | null;
  readonly place: Place;
  /** Tags of the current title, strongest first. */
  readonly personas: readonly string[];
  /** `seniority_executive` and so on, of the current title. */
  readonly seniority: string | null;
  readonly skills: readonly string[];
  readonly education: readonly Study[];
  /** In any order. */
  readonly experience: readonly Position[];
}

/**
 * What is read of every employee of the company that is prospected: whether the team looks for them and how good a prospect
 * they can be follow from it.
 */
export interface Employee extends Pick<Candidate, 'id' | 'networkUrl' | 'title' | 'personas' | 'seniority' | 'skills'> {
  readonly place: Pick<Place, 'country'>;
  /** When the first and the latest of the positions have begun, `YYYY-MM-DD`, later ones aside; null without any such date. */
  readonly firstStart: string | null;
  readonly latestStart: string | null;
}

/** An employee of the client as a possible source of an introduction. */
export interface ClientEmployee {
  /** `person.id`. */
  readonly id: string;
  readonly networkUrl: string;
  readonly fullName: string | null;
  readonly title: string | null;
  readonly seniority: string | null;
  readonly place: Place;
  readonly education: readonly Study[];
  readonly experience: readonly Position[];
}

/** The technologies that companies use, by `company.id`. */
export type EmployerTechnologies = ReadonlyMap<string, readonly UsedTechnology[]>;

/** The time of a person in a persona, in years with one decimal. */
export interface PersonaYears {
  readonly persona: string;
  readonly years: number;
}

/** A former employer that used the client's technology while the person was there. */
export interface TechnologyEmployer {
  readonly employer: string;
  /** The client's technologies, as the team writes them; at least one. */
  readonly technologies: readonly string[];
}

/** Technologies from the lists of the team, as the team writes them. */
export interface TeamTechnologies {
  readonly client: readonly string[];
  readonly complementary: readonly string[];
  readonly competitor: readonly string[];
}

/** Points for what two people have in common; their sum is the warm-introduction score. */
export interface ConnectionFactors {
  readonly sharedEmployer: number;
  readonly sharedSchool: number;
  readonly samePlace: number;
}

/** The best introduction to a prospect: the employee of the client with the most points. */
export interface WarmPath {
  readonly employee: Pick<ClientEmployee, 'id' | 'networkUrl' | 'fullName' | 'title'>;
  readonly factors: ConnectionFactors;
  /** The employer at which both were longest at the same time, and for how many months. */
  readonly sharedEmployer: { readonly name: string; readonly months: number } | null;
  /** `together` when the years of both are known and meet. */
  readonly sharedSchool: { readonly name: string; readonly together: boolean } | null;
  /** The town. */
  readonly samePlace: string | null;
}

/** The features that follow from the career and the company alone. */
export interface OwnFeatures {
  /** The team's name of the sales region. */
  readonly region: string;
  /** Years in the current position, by persona that it belongs to; best fit first. */
  readonly currentPersonas: readonly PersonaYears[];
  /** Years in all positions, overlapping ones once; longest first. Has every current persona. */
  readonly lifetimePersonas: readonly PersonaYears[];
  /** The weight of the best of the personas, as a share (0 to 1) of the highest that the team has given. */
  readonly personaFit: number;
  readonly seniority: string | null;
  /** Years in positions of the current position's field. */
  readonly fieldYears: number;
  /** Years in positions that lead people. */
  readonly leadingYears: number;
  /** Whole months in the current position; null when unknown. */
  readonly monthsInRole: number | null;
  /** Whole months since the last rise to a higher seniority at one employer; null when there is none. */
  readonly monthsSincePromotion: number | null;
  /** Titles of the last five years, newest first, each once. */
  readonly recentTitles: readonly string[];
  /** Growth of the company's technical headcount over twelve months, in per cent; null when unknown. */
  readonly techGrowthPercent: number | null;
  readonly technologyEmployers: readonly TechnologyEmployer[];
  /** The team's technologies among the person's skills. */
  readonly skills: TeamTechnologies;
  /** The team's technologies that the current employer uses. */
  readonly employerUses: TeamTechnologies;
}

/** All features of a prospect. */
export interface ProspectFeatures extends OwnFeatures {
  readonly warmPath: WarmPath | null;
}

/** Each from 0 to 100 with two decimals. */
export interface ProspectScores {
  readonly technical: number;
  readonly buyer: number;
  readonly receptive: number;
  readonly warmIntro: number;
  readonly composite: number;
}

/** The facts for the reasoning about a prospect. */
export interface ReasoningFacts {
  readonly person: {
    readonly fullName: string;
    readonly firstName: string;
    readonly title: string;
    /** `Toronto, Ontario, Canada`, as far as known. */
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
    /** Text by the persona or technology that it is about; only what fits the prospect. */
    readonly talkingPoints: Readonly<Record<string, string>>;
  };
  readonly features: ProspectFeatures;
  readonly scores: ProspectScores;
}
