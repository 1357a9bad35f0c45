import type { CreditFeature } from './charges.js';

/** An answer as a retry gets it again. */
export interface StoredAnswer {
  /** The status that is sent; only successes are stored. */
  readonly status: number;
  /** The JSON text that is sent, to the byte. */
  readonly body: string;
  /** What it is billed under, whether or not it cost anything. */
  readonly features: readonly CreditFeature[];
}

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly tenantId: string;
  readonly key: string;
  /** SHA-256 of everything that makes it this request and no other. */
  readonly digest: Buffer;
  /** Its X-Request-Id. */
  readonly requestId: string;
}

/** One attempt at a request; nobody else has its token. */
export interface Attempt {
  readonly tenantId: string;
  readonly key: string;
  readonly token: string;
}

/** What a request with an idempotency key meets with. */
export type ClaimOutcome =
  | { readonly state: 'claimed'; readonly attempt: Attempt }
  | { readonly state: 'in-flight' }
  | { readonly state: 'other-request' }
  | { readonly state: 'stored'; readonly answer: StoredAnswer; readonly requestId: string };
