import type {
  Candidate,
  ClientEmployee,
  CompanyFacts,
  Employee,
  EmployerTechnologies,
  OwnFeatures,
  ProspectFeatures,
  ProspectScores,
} from './facts/candidate.js';
import { FeatureReader } from './features.js';
import { introductionOf, type OwnScores, ownScoresOf, withIntroduction } from './scores.js';
import type { Ranked } from './ranking.js';
import type { Team } from './team/team.js';
import { ClientNetwork } from './introduction/warm-intro.js';

/** A prospect without its reasoning. */
export interface AssessedProspect extends Ranked {
  readonly candidate: Candidate;
  readonly features: ProspectFeatures;
  readonly scores: ProspectScores;
}

/** An employee whom the team looks for, with an upper bound of the scores: those with the best possible career and introduction. */
export interface ShortlistedEmployee extends Ranked {
  readonly employee: Employee;
}

/** A candidate whom the team looks for, with an upper bound of the scores: those with the best possible introduction. */
export interface Contender extends Ranked {
  /** Searches the introduction, which costs most of the assessment. */
  readonly introduced: () => AssessedProspect;
}

/** The company, team and date of a run. */
export interface RunScope {
  readonly company: CompanyFacts;
  readonly team: Team;
  readonly clientEmployees: readonly ClientEmployee[];
  /** `YYYY-MM-DD`; the whole run has one. */
  readonly today: string;
}

/** Decides which employees of one company are prospects, and scores them. */
export class Assessment {
  private readonly team: Team;
  private readonly features: FeatureReader;
  private readonly network: ClientNetwork;

  constructor({ company, team, clientEmployees, today }: RunScope) {
    this.team = team;
    // A client that prospects its own company needs no introduction.
    const strangers = company.networkUrl === team.clientCompanyNetworkUrl ? [] : clientEmployees;
    this.network = new ClientNetwork(strangers, today);
    this.features = new FeatureReader({ company, team, today });
  }

  /** The bound for an employee, or null when the team does not look for such people. */
  shortlist(employee: Employee): ShortlistedEmployee | null {
    const best = this.features.bestOf(employee);
    if (best === null) return null;
    const scores = withIntroduction(ownScoresOf(best), this.network.maxPoints, this.team.weights);
    return { networkUrl: employee.networkUrl, scores, employee };
  }

  /**
   * The bound for a candidate, or null when the team does not look for such people.
   * @param employers what the candidate's former employers on record use; it may have others, too
   */
  assess(candidate: Candidate, employers: EmployerTechnologies): Contender | null {
    const own = this.features.read(candidate, employers);
    if (own === null) return null;
    const { networkUrl } = candidate;
    const ownScores = ownScoresOf(own);
    const scores = withIntroduction(ownScores, this.network.maxPoints, this.team.weights);
    return { networkUrl, scores, introduced: () => this.introduce(candidate, own, ownScores) };
  }

  private introduce(candidate: Candidate, own: OwnFeatures, ownScores: OwnScores): AssessedProspect {
    const warmPath = this.network.strongestPath(candidate);
    const scores = withIntroduction(ownScores, introductionOf(warmPath), this.team.weights);
    return { networkUrl: candidate.networkUrl, candidate, features: { ...own, warmPath }, scores };
  }
}
