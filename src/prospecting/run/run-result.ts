/** What a run is to do. */
export interface RunOrder {
  readonly tenantId: string;
  /** As the client wrote it. */
  readonly companyNetworkUrl: string;
  /** As the client wrote it; null, and a name that the tenant has not given, mean the defaults. */
  readonly team: string | null;
}

/** A prospect in its place. */
export interface RankedProspect {
  /** `person.id`. */
  readonly personId: string;
  /** The prospect as it is served. */
  readonly document: object;
}

/** How a run ended. A failure's reason is a short sentence for the client. */
export type RunResult =
  | { readonly outcome: 'success'; readonly prospects: readonly RankedProspect[]; readonly metadata: object }
  | { readonly outcome: 'failed'; readonly reason: string };
