import type {
  Candidate,
  ClientEmployee,
  CompanyFacts,
  EmployerTechnologies,
  OwnFeatures,
  ProspectFeatures,
  ProspectScores,
} from './candidate.js';
import { FeatureReader, introductionOf, type OwnScores, ownScoresOf, withIntroduction } from './features.js';
import type { Ranked } from './ranking.js';
import type { Team } from './team.js';
import { ClientNetwork } from './warm-intro.js';

/** A candidate who is a prospect, before anything is said about them in words. */
export interface AssessedProspect extends Ranked {
  readonly candidate: Candidate;
  readonly features: ProspectFeatures;
  readonly scores: ProspectScores;
}

/** A candidate whom the team looks for, with the scores that the best introduction there could be would give. */
export interface Contender extends Ranked {
  /** Looks for the introduction, which is what costs most. */
  readonly introduced: () => AssessedProspect;
}

/** What a run looks for, and where. */
export interface RunScope {
  readonly company: CompanyFacts;
  readonly team: Team;
  readonly clientEmployees: readonly ClientEmployee[];
  /** `YYYY-MM-DD`; the whole run has one. */
  readonly today: string;
}

/** Decides which employees of one company are prospects, and how good ones. */
export class Assessment {
  private readonly team: Team;
  private readonly features: FeatureReader;
  private readonly network: ClientNetwork;

  constructor({ company, team, clientEmployees, today }: RunScope) {
    this.team = team;
    // Whoever prospects their own company needs nobody's introduction.
    const strangers = company.networkUrl === team.clientCompanyNetworkUrl ? [] : clientEmployees;
    this.network = new ClientNetwork(strangers, today);
    this.features = new FeatureReader({ company, team, today });
  }

  /**
   * What a candidate may come to, or null when the team does not look for such people.
   * @param employers what the candidate's former employers on record use; others in it do no harm
   */
  assess(candidate: Candidate, employers: EmployerTechnologies): Contender | null {
    const own = this.features.read(candidate, employers);
    if (own === null) return null;
    const { networkUrl } = candidate;
    const ownScores = ownScoresOf(own);
    const scores = withIntroduction(ownScores, this.network.mostPoints, this.team.weights);
    return { networkUrl, scores, introduced: () => this.introduce(candidate, own, ownScores) };
  }

  private introduce(candidate: Candidate, own: OwnFeatures, ownScores: OwnScores): AssessedProspect {
    const warmPath = this.network.strongestPath(candidate);
    const scores = withIntroduction(ownScores, introductionOf(warmPath), this.team.weights);
    return { networkUrl: candidate.networkUrl, candidate, features: { ...own, warmPath }, scores };
  }
}
