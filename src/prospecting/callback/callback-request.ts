import { createHmac, randomBytes } from 'node:crypto';
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** To which addresses callbacks may be sent: only to public ones, or to any address, also in private networks. */
type TargetPolicy = 'public only' | 'any';

/** The policy forbids callbacks to the given URL. The message does not contain the URL, so it may be logged and shown. */
export class ForbiddenTarget extends Error {}

/**
 * Parses and checks the URL for callbacks, without a DNS lookup.
 * @throws ForbiddenTarget when the text is not a URL, has a user name or password, does not begin with `https://` (or, if the
 *   policy is `any`, `http://`), or has an IP address that the policy forbids
 */
export function parseTarget(text: string, policy: TargetPolicy): URL {
  if (!URL.canParse(text)) throw new ForbiddenTarget('The callback must be a URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new ForbiddenTarget('The callback URL must not contain a user name or a password');
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && policy === 'any');
  if (!isSecure) throw new ForbiddenTarget('The callback URL must begin with https://');
  const host = hostOf(url);
  if (isIP(host) !== 0) assertAllowed(host, policy);
  return url;
}

/**
 * The host in the form that DNS and sockets need. The URL of an IPv6 address has brackets around its host, so `[::1]` becomes
 * `::1`.
 */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * Looks up the addresses of a host and checks them. The caller must connect to one of these addresses. If it looked up the name
 * again, it could get other addresses, which were not checked.
 * @throws ForbiddenTarget when the policy forbids one of the addresses, and Error when the name is unknown
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

/**
 * Checks that callbacks may be sent to an IP address.
 * @throws ForbiddenTarget when the policy is `public only` and the IP address belongs to a private, local or otherwise special
 *   network
 */
export function assertAllowed(address: string, policy: TargetPolicy): void {
  if (policy === 'any' || isPublic(address)) return;
  throw new ForbiddenTarget(
    'The callback URL leads into a private network, which CALLBACK_PRIVATE_TARGETS=on would allow',
  );
}

/**
 * The range of all public IPv6 addresses. An address outside of this range is refused, because it may contain the IPv4 address of a
 * private network.
 */
const assigned = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // `ipaddr.process` converts an IPv4 address in IPv6 notation, such as `::ffff:10.0.0.1`, to the IPv4 address.
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && !address.match(assigned)) return false;
  return address.range() === 'unicast';
}

/** The timeout of an attempt, in milliseconds. An attempt without an answer after this time has failed. */
export const defaultTimeoutMs = 10_000;

export interface Posting {
  readonly url: URL;
  /** The body, which is JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: TargetPolicy;
  readonly timeoutMs: number;
}

/**
 * Sends a POST request with a JSON body, and does not follow redirects. The host is looked up once, all its addresses are checked,
 * and the connection goes to one of these.
 * @returns the status of the answer; its body is not read
 * @throws ForbiddenTarget when the policy forbids an address of the host, and Error when the receiver cannot be reached or does not
 *   answer in time
 */
export function postJson({ url, body, headers, policy, timeoutMs }: Posting, signal: AbortSignal): Promise<number> {
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
        lookup: checkedLookup(policy),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        // Each request gets a new connection, because the address of the host is only checked when a connection is opened.
        agent: false,
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    request.on('error', reject);
    // If the receiver answers 101 (Switching Protocols), the connection closes without a response or an error.
    request.on('close', () => reject(new Error('the connection was closed without an answer')));
    request.end(body);
  });
}

/** A function with which Node looks up a host. It fails if the policy forbids one of the addresses. */
function checkedLookup(policy: TargetPolicy): LookupFunction {
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

/** A new random secret, with which a receiver verifies the signatures of callbacks. The operator sees it only once. */
export function newCallbackSecret(): string {
  return `${prefix}${randomBytes(24).toString('base64')}`;
}

/**
 * The headers that sign a callback. They follow the Standard Webhooks convention, so that receivers can use existing libraries.
 * The signature is the HMAC-SHA256 of id, time and body, joined by full stops, such as `run_27.1771320604.{"job_id":27}`.
 * @param id the id of the callback, which is the same in every attempt, so that a receiver can recognise repetitions
 * @param secondsNow the time of the attempt, in whole seconds since 1970
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

/**
 * The delays between the attempts, in seconds. The first ones are short, for a receiver that fails briefly. The later ones are
 * long: together they take 15 hours, for a receiver that fails for most of a day.
 */
const retryDelays = [10, 60, 300, 900, 3_600, 7_200, 14_400, 28_800];

/**
 * The delay between a failed attempt and the next one.
 * @param attempts the number of attempts so far, at least 1
 * @returns the delay in seconds, or null when there is to be no further attempt
 */
export function retryDelayAfter(attempts: number): number | null {
  return retryDelays[attempts - 1] ?? null;
}

/**
 * The `Webhook-Id` of a callback, which is the same in every attempt: `run_27` or `changes_52`. @param jobId the run that has
 * ended; null for a callback about changes
 */
export function webhookId({ id, jobId }: { readonly id: bigint; readonly jobId: bigint | null }): string {
  return jobId === null ? `changes_${id}` : `run_${jobId}`;
}
