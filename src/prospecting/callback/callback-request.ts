import { lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { assertAllowed, type TargetPolicy } from './callback-target.js';

/** A receiver that takes longer is asked again later. */
const patienceMs = 10_000;

/**
 * Posts JSON. Redirects are not followed, and the address that a name leads to is judged before it is connected to, so
 * that a name cannot lead elsewhere at the second look.
 * @returns the status of the answer, whose body is not read
 * @throws Error when nobody answers in time; ForbiddenTarget
 */
export function postJson(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  policy: TargetPolicy,
  signal: AbortSignal,
): Promise<number> {
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
        lookup: judged(policy),
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
        // A connection of its own, so that no earlier one to a then allowed address is used again.
        agent: false,
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function judged(policy: TargetPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      try {
        for (const { address } of addresses) assertAllowed(address, policy);
      } catch (refusal) {
        callback(refusal instanceof Error ? refusal : new Error(String(refusal)), []);
        return;
      }
      const [first] = addresses;
      if (options.all === true || first === undefined) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
