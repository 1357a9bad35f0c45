import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { allowedAddresses, type TargetPolicy } from './callback-target.js';

/** A receiver that takes longer is asked again later. */
export const defaultTimeoutMs = 10_000;

/** What is to be sent, and how. */
export interface Posting {
  readonly url: URL;
  /** JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: TargetPolicy;
  readonly timeoutMs: number;
}

/**
 * Posts JSON. Redirects are not followed, and the address that a name leads to is judged before it is connected to, so
 * that a name cannot lead elsewhere at the second look.
 * @returns the status of the answer, whose body is not read
 * @throws Error when nobody answers in time; ForbiddenTarget
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
        // A connection of its own, so that no earlier one to a then allowed address is used again.
        agent: false,
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    request.on('error', reject);
    // Who answers by changing the protocol is hung up on, without a response and without an error.
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
