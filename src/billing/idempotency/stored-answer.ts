import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { DomainError } from '../../platform/errors/domain-error.js';
import { ValidationException } from '../../platform/http/validation/validation-exception.js';
import type { CreditFeature } from '../credits/credit-amounts.js';
import type { PackedText } from './answer-packing.js';

const acceptable = /^[\x20-\x7e]{1,255}$/;

/**
 * The idempotency key of a request; null for one that has none.
 * @throws ValidationException for a key that is none, and for several
 */
export function idempotencyKeyOf({ headersDistinct }: Pick<Request, 'headersDistinct'>): string | null {
  const sent = headersDistinct['idempotency-key'];
  if (sent === undefined) return null;
  const [key = ''] = sent;
  if (sent.length > 1) throw refusedKey(sent, 'send one idempotency key');
  if (!acceptable.test(key)) throw refusedKey(key, 'an idempotency key has 1 to 255 printable ASCII characters');
  return key;
}

/** The failure of a request because of its key. */
export function refusedKey(input: unknown, text: string): ValidationException {
  const loc = ['header', 'idempotency-key'];
  return new ValidationException([
    { type: 'value_error', loc, msg: `Value error, ${text}`, input, ctx: { error: {} } },
  ]);
}

/** SHA-256 of method, path and body, byte by byte: the same JSON written otherwise is another request. */
export function digestOf({ method, path, bodyBytes }: Pick<Request, 'method' | 'path' | 'bodyBytes'>): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n`)
    .update(bodyBytes ?? Buffer.alloc(0))
    .digest();
}

/** An answer as a retry gets it again. */
export interface StoredAnswer {
  /** The status that is sent; only successes are stored. */
  readonly status: number;
  /** The JSON text that is sent, to the byte. */
  readonly body: string;
  /** What it is billed under, whether or not it cost anything. */
  readonly features: readonly CreditFeature[];
}

/** The same as it is stored. */
export interface KeptAnswer extends Omit<StoredAnswer, 'body'> {
  readonly text: PackedText;
}

/** An answer, ready to be stored. */
export interface PackedAnswer {
  readonly answer: StoredAnswer;
  readonly text: PackedText;
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
  | { readonly state: 'full' }
  | { readonly state: 'stored'; readonly answer: KeptAnswer; readonly requestId: string };

/** Most requests take less; who is told to come again then rarely has to be told a second time. */
const retryAfterSeconds = 1;

/** The failure of a request whose key another attempt has. */
export function keyInUse(): DomainError {
  return new DomainError('IDEMPOTENCY_KEY_IN_USE', undefined, { 'Retry-After': String(retryAfterSeconds) });
}

/** The failure of a request whose answer cannot be kept, because it is too long or too many are kept already. */
export function unstorable(key: string, reason: 'too-long' | 'full'): ValidationException {
  const text = {
    'too-long': 'the answer is too long to be kept for a retry: ask for less at a time, or without an idempotency key',
    full: 'the answers kept for retries of this tenant take all of their room: send no idempotency key until older ones are 24 hours old',
  };
  return refusedKey(key, text[reason]);
}
