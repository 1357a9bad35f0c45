/** The task of a run: at which company it looks for prospects, for which tenant, and by the schema of which team. */
export interface RunOrder {
  readonly tenantId: string;
  /** The profile page of the company as the client wrote it, not normalised. */
  readonly companyNetworkUrl: string;
  /** The team's name as the client wrote it. The default schema is used if it is null or names no team of the tenant. */
  readonly team: string | null;
}

/** A prospect that a run has found. In a list of prospects, the best one comes first. */
export interface RankedProspect {
  /** The `id` of the person's row in the table `person`. */
  readonly personId: string;
  /** The prospect in the form that answers have, with the keys of the contract. */
  readonly document: object;
  /** The four scores of the prospect, which answers list in `metadata.scores`. */
  readonly scores: object;
}

/** All values of `failure_reason`; `docs/operations.md` explains each of them. */
export const failureReasons = {
  companyNotFound: 'Company not found',
  noEmployees: 'No employees on record',
  unusableSchema: "The team's schema cannot be used; store it again",
  workerLost: 'Worker lost',
  notStarted: (days: number) => `Not started within ${days} days`,
  notFinished: (days: number) => `Not finished within ${days} days`,
  timedOut: (limitSeconds: number) => `Timed out after ${durationText(limitSeconds)}`,
  cancelled: 'Cancelled by the operator',
  cancelledByClient: 'Cancelled by the client',
  /** The reason for every internal failure. The details are in the log and not in the answer. */
  internal: 'Internal failure',
} as const;

function durationText(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The outcome of the work on a run. The reason for a failure is one of {@link failureReasons}; the client can read it. */
export type RunResult =
  | { readonly outcome: 'success'; readonly prospects: readonly RankedProspect[]; readonly metadata: object }
  | { readonly outcome: 'failed'; readonly reason: string };
