import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { DomainError } from '../../platform/errors/domain-error.js';
import { invalidValue, type ValidationException } from '../../platform/http/validation/validation-exception.js';
import type { CreditFeature } from '../credits/credit-amounts.js';
import type { PackedText } from './answer-packing.js';

const keyPattern = /^[\x20-\x7e]{1,255}$/;

/**
 * Reads the idempotency key of a request; null if the request has no such header.
 * @throws ValidationException when the key is invalid, or the request has more than one key
 */
export function idempotencyKeyOf({ headersDistinct }: Pick<Request, 'headersDistinct'>): string | null {
  const sent = headersDistinct['idempotency-key'];
  if (sent === undefined) return null;
  const [key = ''] = sent;
  if (sent.length > 1) throw invalidKey(sent, 'send one idempotency key');
  if (!keyPattern.test(key)) throw invalidKey(key, 'an idempotency key has 1 to 255 printable ASCII characters');
  return key;
}

/** The 422 error for an idempotency key. */
export function invalidKey(input: unknown, text: string): ValidationException {
  return invalidValue(['header', 'idempotency-key'], text, input);
}

/**
 * The SHA-256 digest of the method, the path and the bytes of the body. `{"a":1}` and `{"a": 1}` have different digests, and so count
 * as different requests.
 */
export function digestOf({ method, path, bodyBytes }: Pick<Request, 'method' | 'path' | 'bodyBytes'>): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n`)
    .update(bodyBytes ?? Buffer.alloc(0))
    .digest();
}

/** An answer that is stored, so that a retry gets the same answer again. */
export interface StoredAnswer {
  /** The HTTP status. Only successful answers are stored. */
  readonly status: number;
  /** The JSON text, byte for byte as it was sent. */
  readonly body: string;
  /** The features for which the answer has credit headers, including features that cost 0 credits. */
  readonly features: readonly CreditFeature[];
  /** The value of the header `X-Unmatched-Reasons` of the answer; null if the answer has no such header. */
  readonly unmatchedReasons?: string | null;
}

/** A stored answer as it is read from the database: its text may be compressed. */
export interface ReplayableAnswer extends Omit<StoredAnswer, 'body'> {
  readonly text: PackedText;
}

export interface PackedAnswer {
  readonly answer: StoredAnswer;
  readonly text: PackedText;
}

export interface KeyedRequest {
  readonly tenantId: string;
  readonly key: string;
  /** See {@link digestOf}. */
  readonly digest: Buffer;
  readonly requestId: string;
}

/** One attempt to answer a request. Its token is unique, so that a later attempt cannot be mistaken for it. */
export interface Attempt {
  readonly tenantId: string;
  readonly key: string;
  readonly token: string;
}

/**
 * The result of trying to claim an idempotency key.
 * - `claimed`: this attempt may answer the request.
 * - `in-flight`: another attempt is answering the request.
 * - `other-request`: the key belongs to a request with another digest.
 * - `full`: the stored answers of the tenant exceed their limit.
 * - `stored`: the request was answered before, with this answer.
 */
export type ClaimOutcome =
  | { readonly state: 'claimed'; readonly attempt: Attempt }
  | { readonly state: 'in-flight' }
  | { readonly state: 'other-request' }
  | { readonly state: 'full' }
  | { readonly state: 'stored'; readonly answer: ReplayableAnswer; readonly requestId: string };

/** The value of `Retry-After`, in seconds. Most requests are answered within this time, so most clients have to retry only once. */
const retryAfterSeconds = 1;

/** The 409 error for a request whose idempotency key another attempt has claimed. */
export function keyInUse(): DomainError {
  return new DomainError('IDEMPOTENCY_KEY_IN_USE', undefined, { 'Retry-After': String(retryAfterSeconds) });
}

/** The 422 error for a request whose answer cannot be stored, because it is too long or the tenant's limit is reached. */
export function answerNotStorable(key: string, reason: 'too-long' | 'full'): ValidationException {
  const text = {
    'too-long': 'the answer is too long to be stored for a retry: request less at a time, or send no idempotency key',
    full: 'the stored answers of this tenant have reached their limit: send no idempotency key until older answers expire, 24 hours after their request',
  };
  return invalidKey(key, text[reason]);
}
