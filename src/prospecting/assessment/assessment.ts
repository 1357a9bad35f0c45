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

/** A candidate with features and scores: everything about a prospect except the reasoning. */
export interface AssessedProspect extends Ranked {
  readonly candidate: Candidate;
  readonly features: ProspectFeatures;
  readonly scores: ProspectScores;
}

/**
 * An employee who passes the filter of the team. `scores` is an upper bound: the scores that the employee would have with the
 * best possible career, and if an employee of the client could give the best possible introduction.
 */
export interface ShortlistedEmployee extends Ranked {
  readonly employee: Employee;
}

/**
 * A candidate who passes the filter of the team. `scores` is an upper bound: the scores that the candidate would have if an
 * employee of the client could give the best possible introduction.
 */
export interface Contender extends Ranked {
  /**
   * Finds the employee of the client who can best introduce the candidate, and returns the final scores. This search takes
   * most of the time of an assessment.
   */
  readonly introduced: () => AssessedProspect;
}

/** The facts that are the same for all candidates of a run: the company, the team, the client's employees and the date. */
export interface RunScope {
  readonly company: CompanyFacts;
  readonly team: Team;
  readonly clientEmployees: readonly ClientEmployee[];
  /** The date on which the run began, `YYYY-MM-DD`. It stays the same even if the run lasts past midnight. */
  readonly today: string;
}

/** Decides which employees of one company are prospects, and scores them. */
export class Assessment {
  private readonly team: Team;
  private readonly features: FeatureReader;
  private readonly network: ClientNetwork;

  constructor({ company, team, clientEmployees, today }: RunScope) {
    this.team = team;
    // If the company is the client itself, no employee of the client has to introduce its employees.
    const strangers = company.networkUrl === team.clientCompanyNetworkUrl ? [] : clientEmployees;
    this.network = new ClientNetwork(strangers, today);
    this.features = new FeatureReader({ company, team, today });
  }

  /** Computes the upper bound for an employee; null when the employee does not pass the filter of the team. */
  shortlist(employee: Employee): ShortlistedEmployee | null {
    const best = this.features.bestOf(employee);
    if (best === null) return null;
    const scores = withIntroduction(ownScoresOf(best), this.network.maxPoints, this.team.weights);
    return { networkUrl: employee.networkUrl, scores, employee };
  }

  /**
   * Computes the upper bound for a candidate; null when the candidate does not pass the filter of the team.
   * @param employers the technologies of the candidate's employers on record; entries of other companies do no harm
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
