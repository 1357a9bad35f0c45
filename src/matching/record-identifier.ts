import { parseEmail } from './emails/email.js';
import { normaliseNetworkId, parseProfileUrl } from './urls/profile-url.js';
import { normaliseExactWebsite } from './urls/website.js';

/** A key under which a company is stored. */
export type CompanyKey =
  | { readonly kind: 'domain'; readonly value: string }
  | { readonly kind: 'network_url' | 'network_id'; readonly value: string };

/** A key under which persons are stored. */
export interface PersonKey {
  readonly kind: 'network_url' | 'address';
  readonly value: string;
}

/**
 * Reads by which keys an operator's text names a company: a website or another domain, a profile page or a numeric id.
 * @param hosts the accepted hosts of profile pages; null for any host
 * @returns the keys in the order in which they are tried; empty for a text of another kind
 */
export function companyKeysIn(text: string, hosts: readonly string[] | null): CompanyKey[] {
  const networkId = normaliseNetworkId(text);
  if (networkId !== null) return [{ kind: 'network_id', value: networkId }];
  const page = pageIn(text, hosts);
  if (page !== null && page.kind !== 'in') {
    const byId = page.numericId === null ? [] : [{ kind: 'network_id', value: page.numericId } as const];
    return [{ kind: 'network_url', value: page.canonical }, ...byId];
  }
  const domain = normaliseExactWebsite(text);
  return domain === null ? [] : [{ kind: 'domain', value: domain }];
}

/**
 * Reads by which key an operator's text names a person: a profile page or an e-mail address.
 * @param hosts the accepted hosts of profile pages; null for any host
 * @returns null for a text of another kind
 */
export function personKeyIn(text: string, hosts: readonly string[] | null): PersonKey | null {
  const page = pageIn(text, hosts);
  if (page?.kind === 'in') return { kind: 'network_url', value: page.canonical };
  const email = page === null ? parseEmail(text) : null;
  return email === null ? null : { kind: 'address', value: email.address };
}

function pageIn(text: string, hosts: readonly string[] | null): ReturnType<typeof parseProfileUrl> {
  return parseProfileUrl(text, hosts === null ? {} : { hosts });
}
