import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Network address and prefix length. */
export type Network = readonly [address: Address, prefixLength: number];

/** Whose word about the client's address is taken: nobody's, that of the nearest proxies, or that of certain networks. */
export type TrustProxy =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly count: number }
  | { readonly kind: 'networks'; readonly networks: readonly Network[] };

/** No real chain of proxies is longer, and a forged header may not cost more than this. */
export const MAX_PROXIES = 32;

/**
 * Reads the `TRUST_PROXY` setting: the number of proxies in front of the service, or a comma-separated list of networks
 * (`10.0.0.0/8, 2001:db8::/32`) and addresses. Absent, empty or 0 trusts nobody.
 *
 * @throws {Error} with one line for an operator. Trusting everybody cannot be expressed: the client could name itself.
 */
export function parseTrustProxy(raw: string | undefined): TrustProxy {
  const setting = raw?.trim() ?? '';
  if (setting === '') return { kind: 'none' };
  if (/^\d+$/.test(setting)) return parseHops(setting);
  return { kind: 'networks', networks: setting.split(',').map((entry) => parseNetwork(entry.trim())) };
}

function parseHops(setting: string): TrustProxy {
  const count = Number(setting);
  if (count > MAX_PROXIES) throw new Error(`TRUST_PROXY must be at most ${MAX_PROXIES} proxies, not ${setting}`);
  return count === 0 ? { kind: 'none' } : { kind: 'hops', count };
}

function parseNetwork(entry: string): Network {
  const [text = '', prefix, ...rest] = entry.split('/');
  const version = isIP(text);
  const bits = version === 4 ? 32 : 128;
  const prefixLength = prefix === undefined ? bits : Number(prefix);
  const wellFormed = prefix === undefined || /^\d{1,3}$/.test(prefix);
  if (version === 0 || text.includes('%') || rest.length > 0 || !wellFormed || prefixLength > bits) {
    throw new Error(`TRUST_PROXY must be a number of proxies or a list of networks in CIDR form, not "${entry}"`);
  }
  const network = inComparableForm(ipaddr.parse(text), prefixLength);
  if (network[1] === 0) throw new Error(`TRUST_PROXY must not trust every address, as "${entry}" does`);
  return network;
}

/** Addresses of clients are compared in IPv4 form where they have one, so a network of mapped addresses needs it too. */
function inComparableForm(address: Address, prefixLength: number): Network {
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefixLength >= 96;
  return mapped ? [address.toIPv4Address(), prefixLength - 96] : [address, prefixLength];
}
