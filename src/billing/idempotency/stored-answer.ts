import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { DomainError } from '../../platform/errors/domain-error.js';
import { invalidValue, type ValidationException } from '../../platform/http/validation/validation-exception.js';
import type { CreditFeature } from '../credits/credit-amounts.js';
import type { PackedText } from './answer-packing.js';

const keyPattern = /^[\x20-\x7e]{1,255}$/;

/**
 * The idempotency key of a request; null without one.
 * @throws ValidationException for an invalid key and for several keys
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

/** SHA-256 of method, path and the bytes of the body: the same JSON in another notation is another request. */
export function digestOf({ method, path, bodyBytes }: Pick<Request, 'method' | 'path' | 'bodyBytes'>): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n`)
    .update(bodyBytes ?? Buffer.alloc(0))
    .digest();
}

/** An answer for replay. */
export interface StoredAnswer {
  /** The HTTP status; only successes are stored. */
  readonly status: number;
  /** The JSON text, byte for byte as it was sent. */
  readonly body: string;
  /** The features in its credit headers, also those that cost 0. */
  readonly features: readonly CreditFeature[];
  /** The value of its header `X-Unmatched-Reasons`; null without one. */
  readonly unmatchedReasons?: string | null;
}

/** A stored answer with its text in stored form. */
export interface ReplayableAnswer extends Omit<StoredAnswer, 'body'> {
  readonly text: PackedText;
}

/** An answer together with its compressed text. */
export interface PackedAnswer {
  readonly answer: StoredAnswer;
  readonly text: PackedText;
}

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly tenantId: string;
  readonly key: string;
  /** See {@link digestOf}. */
  readonly digest: Buffer;
  /** Its X-Request-Id. */
  readonly requestId: string;
}

/** One attempt at a request, with its unique token. */
export interface Attempt {
  readonly tenantId: string;
  readonly key: string;
  readonly token: string;
}

/** The result of a claim. */
export type ClaimOutcome =
  | { readonly state: 'claimed'; readonly attempt: Attempt }
  | { readonly state: 'in-flight' }
  | { readonly state: 'other-request' }
  | { readonly state: 'full' }
  | { readonly state: 'stored'; readonly answer: ReplayableAnswer; readonly requestId: string };

/** Most requests take less time, so most clients retry once. */
const retryAfterSeconds = 1;

/** The 409 error of a request whose key is claimed by another attempt. */
export function keyInUse(): DomainError {
  return new DomainError('IDEMPOTENCY_KEY_IN_USE', undefined, { 'Retry-After': String(retryAfterSeconds) });
}

/** The 422 error of a request whose answer cannot be stored, because of its length or the tenant's limit. */
export function answerNotStorable(key: string, reason: 'too-long' | 'full'): ValidationException {
  const text = {
    'too-long': 'the answer is too long to be kept for a retry: ask for less at a time, or without an idempotency key',
    full: 'the answers kept for retries of this tenant take all of their room: send no idempotency key until older ones are 24 hours old',
  };
  return invalidKey(key, text[reason]);
}
