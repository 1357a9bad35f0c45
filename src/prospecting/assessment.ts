import type {
  Candidate,
  ClientEmployee,
  CompanyFacts,
  EmployerTechnologies,
  ProspectFeatures,
  ProspectScores,
} from './candidate.js';
import { FeatureReader } from './features.js';
import type { Ranked } from './ranking.js';
import { scoresOf } from './scores.js';
import type { Team } from './team.js';
import { ClientNetwork } from './warm-intro.js';

/** A candidate who is a prospect, before anything is said about them in words. */
export interface AssessedProspect extends Ranked {
  readonly candidate: Candidate;
  readonly features: ProspectFeatures;
  readonly scores: ProspectScores;
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

  constructor({ company, team, clientEmployees, today }: RunScope) {
    this.team = team;
    // Whoever prospects their own company needs nobody's introduction.
    const strangers = company.networkUrl === team.clientCompanyNetworkUrl ? [] : clientEmployees;
    this.features = new FeatureReader({ company, team, network: new ClientNetwork(strangers, today), today });
  }

  /**
   * The prospect that a candidate is, or null when the team does not look for such people.
   * @param employers what the candidate's former employers on record use; others in it do no harm
   */
  assess(candidate: Candidate, employers: EmployerTechnologies): AssessedProspect | null {
    const features = this.features.read(candidate, employers);
    if (features === null) return null;
    const scores = scoresOf(features, this.team.weights);
    return { networkUrl: candidate.networkUrl, candidate, features, scores };
  }
}
