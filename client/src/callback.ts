import type { ProspectingJob } from './generated/wire.js';

/** A message of the service: a prospecting run has ended, or companies or persons that you follow have changed. */
export type Callback = RunCallback | ChangesCallback;

interface Message {
  /** The id of the message. The service may deliver a message more than once; ignore an id that you have already processed. */
  readonly id: string;
}

/** The message that a prospecting run has ended. */
export interface RunCallback extends Message {
  /** The run that has ended. The prospects are not part of it; read them with `prospecting.results`. */
  readonly job: ProspectingJob;
  readonly signals?: undefined;
}

/**
 * The message that companies or persons have changed. The signals in it are also returned by `signals`, so no signal is lost if a
 * message does not arrive.
 */
export interface ChangesCallback extends Message {
  readonly signals: readonly ChangeSignal[];
  readonly job?: undefined;
}

/** A change of a company or a person, as a signal. */
export interface ChangeSignal {
  /** The id of the signal. No other signal has it. */
  readonly id: number;
  /** The day on which the service learned of the change, `YYYY-MM-DD`. */
  readonly date: string;
  /** The kind of change: `Company Change`, `Promotion`, `New Hire`, `Hiring Growth` or `Key Changes`. */
  readonly signal_type: string;
  readonly message_text: string | null;
  /** The website of the company; for a person, of the present employer. */
  readonly account_website: string | null;
  /** The profile page of the person; null for a company. */
  readonly intent_holder_network_url: string | null;
  readonly source_type: string | null;
}

/** The request is not a callback of the service, or it is too old. Answer it with status 400. */
export class InvalidCallback extends Error {
  override readonly name = 'InvalidCallback';
}

/** The headers of a request: a `Headers` object as `fetch` has it, or an object with lower-case names as Node has it. */
export type CallbackHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface CallbackOptions {
  /** How many seconds the time of the callback may differ from the clock of this machine. The default is 300. */
  readonly tolerance?: number;
}

/**
 * Checks the signature of a callback and parses its body. The signature is that of Standard Webhooks: HMAC-SHA256, compared in constant
 * time.
 * @param body the body as it was received, before it is parsed
 * @param secret the `callback_secret` of the tenant, which begins with `whsec_`
 * @throws InvalidCallback if the signature is missing or wrong, or the callback is too old
 */
export async function verifyCallback(
  body: string | Uint8Array,
  headers: CallbackHeaders,
  secret: string,
  { tolerance = 300 }: CallbackOptions = {},
): Promise<Callback> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !time || !signatures)
    throw new InvalidCallback(
      'A header of the callback is missing: webhook-id, webhook-timestamp or webhook-signature',
    );
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) <= tolerance))
    throw new InvalidCallback(
      `The time of the callback differs by more than ${tolerance} s from the clock of this machine. It is an old callback, or the clock is wrong`,
    );
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
      const content = JSON.parse(text) as ProspectingJob | Pick<ChangesCallback, 'signals'>;
      return 'signals' in content ? { id, signals: content.signals } : { id, job: content };
    }
  }
  throw new InvalidCallback(
    'The signature of the callback was not made with this secret for this body. Check the secret, and pass the body as it was received',
  );
}

function headerOf(headers: CallbackHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
