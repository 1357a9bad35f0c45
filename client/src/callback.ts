import type { ProspectingJob } from './generated/wire.js';

/** The announcement that a run has ended. */
export interface Callback {
  /** The same for every delivery of one announcement, so that a repeated one can be passed over. */
  readonly id: string;
  /** The run, with its end; prospects are not part of it. */
  readonly job: ProspectingJob;
}

/** A request that is not an announcement of the service, or too old. Answer it with 400. */
export class InvalidCallback extends Error {
  override readonly name = 'InvalidCallback';
}

/** Headers as `fetch`, Node and most frameworks have them; names in lower case. */
export type CallbackHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface CallbackOptions {
  /** How far its time may be from now, in seconds (300). */
  readonly tolerance?: number;
}

/**
 * Checks the signature of a callback (Standard Webhooks, HMAC-SHA256, compared in constant time).
 * @param body as it was received, before it is parsed
 * @param secret `callback_secret` of the tenant, `whsec_…`
 * @throws InvalidCallback
 */
export async function verifyCallback(
  body: string | Uint8Array,
  headers: CallbackHeaders,
  secret: string,
  { tolerance = 300 }: CallbackOptions = {},
): Promise<Callback> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !time || !signatures) throw new InvalidCallback('The callback has no signature');
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) <= tolerance)) throw new InvalidCallback('The callback is too old');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  const signed = encoder.encode(`${id}.${time}.${text}`);
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',');
    if (version !== 'v1' || !/^[A-Za-z\d+/]{43}=$/.test(encoded)) continue;
    if (await crypto.subtle.verify('HMAC', key, bytesOf(encoded), signed)) {
      return { id, job: JSON.parse(text) as ProspectingJob };
    }
  }
  throw new InvalidCallback('The signature of the callback is wrong');
}

function headerOf(headers: CallbackHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
