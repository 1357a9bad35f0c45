import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { MAX_PROXIES, type Address, type TrustProxy } from '../config/trust-proxy.js';

/** Key of a request whose socket has no address any more. Such requests share one quota. */
export const UNKNOWN_CLIENT = 'unknown';

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
