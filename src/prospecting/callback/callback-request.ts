import { createHmac, randomBytes } from 'node:crypto';
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether callbacks may go to private networks. */
type TargetPolicy = 'public only' | 'any';

/** The policy forbids a target; the message is a short line without the address. */
export class ForbiddenTarget extends Error {}

/**
 * Reads the address of a callback.
 * @throws ForbiddenTarget when it is no URL, or the policy forbids it without a look-up
 */
export function parseTarget(text: string, policy: TargetPolicy): URL {
  if (!URL.canParse(text)) throw new ForbiddenTarget('The callback must be a URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw new ForbiddenTarget('The callback must not hold a password');
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && policy === 'any');
  if (!isSecure) throw new ForbiddenTarget('The callback must begin with https://');
  const host = hostOf(url);
  if (isIP(host) !== 0) assertAllowed(host, policy);
  return url;
}

/** The host in the form for DNS and sockets: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * Looks a host up. The next look-up of the name may differ, so the connection must use these very addresses.
 * @throws ForbiddenTarget when one of the addresses is not allowed, and Error when the name is not known
 */
export function allowedAddresses(
  host: string,
  policy: TargetPolicy,
  options: LookupOptions = {},
): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      try {
        if (error !== null) throw error;
        for (const { address } of addresses) assertAllowed(address, policy);
        resolve(addresses);
      } catch (refusal) {
        reject(refusal instanceof Error ? refusal : new Error(String(refusal)));
      }
    });
  });
}

/** @throws ForbiddenTarget for an address of a private, local or otherwise special network */
export function assertAllowed(address: string, policy: TargetPolicy): void {
  if (policy === 'any' || isPublic(address)) return;
  throw new ForbiddenTarget('The callback leads into a private network');
}

/** All assigned global addresses of IPv6; others may embed an IPv4 address. */
const assigned = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An IPv4 address mapped into IPv6 is checked as the IPv4 address.
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && !address.match(assigned)) return false;
  return address.range() === 'unicast';
}

/** A receiver that takes longer gets another attempt later. */
export const defaultTimeoutMs = 10_000;

/** A request to send. */
export interface Posting {
  readonly url: URL;
  /** JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: TargetPolicy;
  readonly timeoutMs: number;
}

/**
 * Posts JSON. Redirects are not followed, and the address of a name is checked before the connection, which uses
 * this address and not a second look-up.
 * @returns the status of the answer, whose body is not read
 * @throws Error when the receiver does not answer in time; ForbiddenTarget
 */
export function postJson({ url, body, headers, policy, timeoutMs }: Posting, signal: AbortSignal): Promise<number> {
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
        lookup: judged(policy),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        // A new connection, so that none to an address that was allowed before is reused.
        agent: false,
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    request.on('error', reject);
    // An answer that changes the protocol closes the connection without a response or an error.
    request.on('close', () => reject(new Error('the connection was closed without an answer')));
    request.end(body);
  });
}

function judged(policy: TargetPolicy): LookupFunction {
  return (hostname, options, callback) => {
    allowedAddresses(hostname, policy, options).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true || first === undefined) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}

const prefix = 'whsec_';

/** The secret by which a receiver verifies announcements; it is shown once. */
export function newCallbackSecret(): string {
  return `${prefix}${randomBytes(24).toString('base64')}`;
}

/**
 * The headers of an announcement, after the Standard Webhooks convention, for which receivers find libraries: HMAC-SHA256
 * over id, time and body, joined by full stops.
 * @param id the same for every attempt at one announcement, so that a receiver can detect repetitions
 * @param secondsNow whole seconds since 1970
 * @see https://www.standardwebhooks.com
 */
export function signatureHeaders(secret: string, id: string, secondsNow: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${secondsNow}.${body}`).digest('base64');
  return {
    'Webhook-Id': id,
    'Webhook-Timestamp': String(secondsNow),
    'Webhook-Signature': `v1,${signature}`,
  };
}

/** Delays between the attempts, in seconds: short at first, for a brief failure; then long, for an outage of most of a day. */
const waits = [10, 60, 300, 900, 3_600, 7_200, 14_400, 28_800];

/**
 * The delay after a failed attempt.
 * @param attempts the number of attempts so far, at least 1
 * @returns seconds, or null for no further attempt
 */
export function waitAfter(attempts: number): number | null {
  return waits[attempts - 1] ?? null;
}
