/** What a run is to do. */
export interface RunOrder {
  readonly tenantId: string;
  /** As the client wrote it. */
  readonly companyNetworkUrl: string;
  /** As the client wrote it; null and unknown names mean the defaults. */
  readonly team: string | null;
}

/** A prospect and its rank. */
export interface RankedProspect {
  /** `person.id`. */
  readonly personId: string;
  /** The prospect as it is served. */
  readonly document: object;
  /** The four scores, which the metadata of the results have. */
  readonly scores: object;
}

/** Every reason of a failed run; `docs/operations.md` explains them. */
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
  /** Clients get no details of internal failures; the log has them. */
  internal: 'Internal failure',
} as const;

function durationText(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** How a run ended. A failure's reason is a short sentence for the client. */
export type RunResult =
  | { readonly outcome: 'success'; readonly prospects: readonly RankedProspect[]; readonly metadata: object }
  | { readonly outcome: 'failed'; readonly reason: string };
