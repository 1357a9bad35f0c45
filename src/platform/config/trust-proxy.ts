import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Which proxies are trusted to say in `X-Forwarded-For` where a request comes from, as a value of Express' setting `trust proxy`.
 * A number is the number of proxies in front of the service. A list contains the addresses and networks of the proxies.
 */
export type TrustProxy = number | string[];

/**
 * Maximum number of trusted proxies. No real chain of proxies is longer. The maximum also limits the work that a forged header
 * with many addresses can cause.
 */
export const maxProxies = 32;

/**
 * Reads the `TRUST_PROXY` setting: the number of proxies in front of the service, or a comma-separated list of networks
 * (`10.0.0.0/8, 2001:db8::/32`) and addresses. If the setting is absent, empty or 0, no proxy is trusted.
 *
 * A network that contains every address, such as `0.0.0.0/0`, is refused: with it, clients could pretend to have any address.
 *
 * @throws {Error} with a message of one line that tells the operator what is wrong with the setting
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
  // An IPv4-mapped address such as `::ffff:10.0.0.0` has 96 bits in front of the IPv4 address. So a network of such addresses
  // with a prefix of 96 bits or less contains every IPv4 address.
  const leading = bits === 128 && ipaddr.process(address).kind() === 'ipv4' ? 96 : 0;
  if (prefixLength <= leading) throw new Error(`TRUST_PROXY must not trust every address, as "${entry}" does`);
  return entry;
}
