import { Table } from '../../platform/tables/table.js';
import { registrableDomain } from './host.js';

const table = Table.read(new URL('data/placeholder-domains.txt', import.meta.url));
const names: ReadonlySet<string> = new Set(table.words('names'));
const domains: ReadonlySet<string> = new Set(table.words('domains'));
const neverRegistered = '.invalid';
/** Matches a host below a top-level domain that is reserved for documents and tests. Names there are invented anyway. */
const reserved = /\.(?:example|test)$/;

/**
 * Whether a domain stands for a missing one, as vendors and forms write it: `domain.com`, `none.com`, `yourcompany.de`. Nobody has a
 * website or an e-mail address there. A host below such a domain does not count, because it may be real.
 * @param host in lower-case ASCII, without `www.`
 */
export function isPlaceholderDomain(host: string): boolean {
  if (domains.has(host) || host.endsWith(neverRegistered)) return true;
  return names.has(host.slice(0, host.indexOf('.'))) && !reserved.test(host) && registrableDomain(host) === host;
}
