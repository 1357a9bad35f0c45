import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Network address and prefix length. */
export type Network = readonly [address: Address, prefixLength: number];

/** Whose word about the client's address is taken: nobody's, that of the nearest proxies, or that of certain networks. */
export type TrustProxy =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly count: number }
  | { readonly kind: 'networks'; readonly networks: readonly Network[] };

/** Key of a request whose socket has no address any more. Such requests share one quota. */
export const UNKNOWN_CLIENT = 'unknown';

/** No real chain of proxies is longer, and a forged header may not cost more than this. */
const MAX_PROXIES = 32;

/** The longest address, with zone, brackets and port, is shorter. */
const MAX_ENTRY_LENGTH = 80;

/**
 * The rate-limit key of a request: its IPv4 address, or the /64 network of its IPv6 address, since one subscriber holds
 * a whole /64 and could otherwise change address with every request.
 *
 * `X-Forwarded-For` is written by whoever speaks to us, so it is read from the right, where the nearest proxy added its
 * entry, and only as far as the writers are trusted. An entry that is no address ends the walk.
 */
export function clientIp(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trust: TrustProxy,
): string {
  let client: Address | undefined = parseAddress(socketAddress ?? '');
  if (client === undefined) return UNKNOWN_CLIENT;
  if (trust.kind === 'none' || forwardedFor === undefined) return keyOf(client);

  const header = typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',');
  let hop = 0;
  for (const entry of entriesFromTheRight(header)) {
    if (!isTrusted(client, hop, trust)) break;
    const claimed = parseAddress(entry);
    if (claimed === undefined) break;
    client = claimed;
    hop += 1;
  }
  return keyOf(client);
}

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

function isTrusted(address: Address, hop: number, trust: TrustProxy): boolean {
  if (trust.kind === 'none') return false;
  if (trust.kind === 'hops') return hop < trust.count;
  return trust.networks.some(
    ([network, prefixLength]) => network.kind() === address.kind() && address.match(network, prefixLength),
  );
}

/** Splits from the right and lazily: the left part of a long header is never looked at. */
function* entriesFromTheRight(header: string): Generator<string> {
  let end = header.length;
  for (let count = 0; count < MAX_PROXIES && end >= 0; count += 1) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1);
    yield header.slice(comma + 1, end);
    end = comma;
  }
}

/** An address as sockets and proxies write it, with or without port, brackets and zone; undefined for anything else. */
function parseAddress(text: string): Address | undefined {
  if (text.length > MAX_ENTRY_LENGTH) return undefined;
  const bare = withoutPort(text.trim());
  // Node's check is strict; the library alone would also take "1", "0x7f.1" and octal numbers.
  if (isIP(bare) === 0) return undefined;
  return ipaddr.process(bare.split('%', 1)[0] ?? bare);
}

function withoutPort(text: string): string {
  const match = /^\[([^[\]]+)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text);
  return match?.[1] ?? text;
}

function keyOf(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
