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

/** A candidate with features and final scores. Only the reasoning is still missing. */
export interface AssessedProspect extends Ranked {
  readonly candidate: Candidate;
  readonly features: ProspectFeatures;
  readonly scores: ProspectScores;
}

/**
 * An employee who passes the filter of the team, before the career is read. `scores` is an upper bound: the scores with the best
 * career that is possible, and with the best possible introduction by an employee of the client.
 */
export interface ShortlistedEmployee extends Ranked {
  readonly employee: Employee;
}

/**
 * A candidate who passes the filter of the team, before an introduction is searched for. `scores` is an upper bound: the scores
 * with the best possible introduction by an employee of the client.
 */
export interface Contender extends Ranked {
  /**
   * Searches for the employee of the client who can best introduce the candidate, and returns the final scores. This search takes
   * most of the time of an assessment.
   */
  readonly introduced: () => AssessedProspect;
}

/** The facts that are the same for all candidates of a run. */
export interface RunScope {
  readonly company: CompanyFacts;
  readonly team: Team;
  readonly clientEmployees: readonly ClientEmployee[];
  /** The day (UTC) on which this attempt at the run began, `YYYY-MM-DD`. It stays the same even if the attempt lasts past midnight. */
  readonly today: string;
}

/** Decides which employees of one company are prospects, and scores them. */
export class Assessment {
  private readonly team: Team;
  private readonly features: FeatureReader;
  private readonly network: ClientNetwork;

  constructor({ company, team, clientEmployees, today }: RunScope) {
    this.team = team;
    // If the company is the client itself, its employees need no introduction.
    const strangers = company.networkUrl === team.clientCompanyNetworkUrl ? [] : clientEmployees;
    this.network = new ClientNetwork(strangers, today);
    this.features = new FeatureReader({ company, team, today });
  }

  /** Computes the upper bound of an employee's scores; null when the employee does not pass the filter of the team. */
  shortlist(employee: Employee): ShortlistedEmployee | null {
    const best = this.features.bestOf(employee);
    if (best === null) return null;
    const scores = withIntroduction(ownScoresOf(best), this.network.maxPoints, this.team.weights);
    return { networkUrl: employee.networkUrl, scores, employee };
  }

  /**
   * Computes the upper bound of a candidate's scores; null when the candidate does not pass the filter of the team.
   * @param employers the technologies of the candidate's employers on record; it may also contain other companies
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
