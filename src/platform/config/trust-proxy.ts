import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Express' `trust proxy`: the number of proxies, or the networks, whose `X-Forwarded-For` is trusted. */
export type TrustProxy = number | string[];

/** No real chain of proxies is longer; it bounds the cost of a forged header. */
export const maxProxies = 32;

/**
 * Reads the `TRUST_PROXY` setting: the number of proxies in front of the service, or a comma-separated list of networks
 * (`10.0.0.0/8, 2001:db8::/32`) and addresses. Absent, empty or 0 trusts no proxy.
 *
 * @throws {Error} with one line for an operator. Trusting every address cannot be expressed: clients could choose theirs.
 */
export function parseTrustProxy(raw: string | undefined): TrustProxy {
  const setting = raw?.trim() ?? '';
  if (!/^\d*$/.test(setting)) return setting.split(',').map((entry) => checkedNetwork(entry.trim()));
  const count = Number(setting);
  if (count > maxProxies) throw new Error(`TRUST_PROXY must be at most ${maxProxies} proxies, not ${setting}`);
  return count;
}

function checkedNetwork(entry: string): string {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  const prefixLength = prefix === undefined ? bits : Number(prefix);
  const wellFormed = prefix === undefined || /^\d{1,3}$/.test(prefix);
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0 || !wellFormed || prefixLength > bits) {
    throw new Error(`TRUST_PROXY must be a number of proxies or a list of networks in CIDR form, not "${entry}"`);
  }
  // The first 96 bits of a mapped address only mark it as an IPv4 address.
  const leading = bits === 128 && ipaddr.process(address).kind() === 'ipv4' ? 96 : 0;
  if (prefixLength <= leading) throw new Error(`TRUST_PROXY must not trust every address, as "${entry}" does`);
  return entry;
}
