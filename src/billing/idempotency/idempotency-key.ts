import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { ValidationException } from '../../platform/http/validation/validation-exception.js';

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
