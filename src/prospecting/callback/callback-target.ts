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
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) assertAllowed(host, policy);
  return url;
}

/**
 * The name of a target is looked up only when it is connected to, so the address is judged there again.
 * @throws ForbiddenTarget for an address of a private, local or otherwise special network
 */
export function assertAllowed(address: string, policy: TargetPolicy): void {
  if (policy === 'any' || isPublic(address)) return;
  throw new ForbiddenTarget('The callback leads into a private network');
}

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in the clothes of an IPv6 one is judged as what it is.
  return ipaddr.process(address).range() === 'unicast';
}
