import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a callback may lead into the network that the service itself stands in. */
export type TargetPolicy = 'public only' | 'any';

/** Why a callback must not be sent there; the message is a short line without the address. */
export class ForbiddenTarget extends Error {}

/**
 * Reads the address of a callback.
 * @throws ForbiddenTarget when it is none, or leads where the policy forbids as far as its letters tell
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

/** The host as DNS and sockets want it: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * Looks a host up. Its name may lead elsewhere the next time, so whoever connects must use these very addresses.
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

/** All of IPv6 that anybody was ever given; what lies outside may stand for an IPv4 address, or for nothing. */
const assigned = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An IPv4 address in the clothes of an IPv6 one is judged as what it is.
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && !address.match(assigned)) return false;
  return address.range() === 'unicast';
}
