import { divided, Table, wordsIn } from '../../platform/tables/table.js';

/** A host of a shared site. */
interface SharedHost {
  /** The sub-domain of a tenant; null for a host of the site's owner. */
  readonly tenant: string | null;
  /** Whether the rest of a URL (path, query and fragment) is a page of a customer. */
  isPage(rest: string): boolean;
}

interface Rule {
  hasPages: boolean;
  hasTenants: boolean;
  readonly folders: Set<string>;
}

/** Sub-domains that belong to the owners of platforms. */
const ownerLabels = new Set(
  (
    'about academy account accounts admin api app apps assets auth blog brand business careers cdn cloud community ' +
    'corp corporate dashboard dev developer developers docs download downloads education email engineering enterprise ' +
    'events forum forums go group help info investor investors ir jobs learn legal login mail marketing media my news ' +
    'newsroom partner partners press pricing privacy resources secure security shop signin signup sso start static ' +
    'stats status store support training trust university web emea apac amer latam eu'
  ).split(' '),
);

/** Sub-domains that are editions for a language, a country or a device; `ir` is for investors. */
const edition = /^(?!ir$)(?:[a-z]{2}|[a-z]{2,3}-[a-z]{2,4}|m|mobile|touch|mbasic|web|old|new|amp)$/;

/** Editions of sites with tenants as sub-domains: only labels that are unlikely names of tenants. */
const editionAmongTenants =
  /^(?:(?:ar|bg|cs|da|de|el|en|es|et|fi|fr|he|hr|hu|id|it|ja|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|us|vi|zh)(?:-(?:[a-z]{2}|hans|hant))?|at|br|ca|ch|cn|in|jp|kr|mx|tw|m|mobile)$/;

/** The suffix after a brand: `de`, `co.uk`, `com.br`. */
const countrySuffix = /^(?:com|[a-z]{2}|com?\.[a-z]{2})$/;

/** Paths of a start page. */
const startPage = /^(?:index|default|home)\.[a-z]{3,5}$/i;
const aroundPath = '/\\#!';
/** A query or a fragment; some sites have paths in the fragment: `/#!/acme`, `/#/acme`. */
const queryOrFragment = /\?|#(?![!/@])/;
const sigil = /^[@$]/;
const locale = /^(?:[a-z]{2}(?:[-_][a-z]{2,4})?|-)$/;

/** The maximum number of labels of a rule's host below its registrable domain. */
const maxRuleDepth = 3;

const rules = new Map<string, Rule>();
/** All labels of hosts with rules, for a fast negative check. */
const labels = new Set<string>();
/** First labels of domains with rules for all countries. */
const brands = new Set<string>();

readRules();

/**
 * The shared site of a normalised host; null for other hosts and for those of the site's owner (`about.facebook.com`).
 * @param domain the registrable domain of the host
 */
export function sharedHost(host: string, domain: string): SharedHost | null {
  const found = findRule(host, domain);
  if (found === null) return null;
  const { rule, start } = found;
  const below = start === 0 ? [] : host.slice(0, start - 1).split('.');
  if (rule.hasTenants) {
    const nearest = below.findLastIndex((label) => !editionAmongTenants.test(label));
    const label = below[nearest];
    if (label !== undefined && !ownerLabels.has(label)) {
      return { tenant: `${below.slice(nearest).join('.')}.${host.slice(start)}`, isPage: never };
    }
  }
  if (!below.every((label) => edition.test(label))) return null;
  return { tenant: null, isPage: (rest) => isPageOf(rule, rest) };
}

/** The rule of the host or of its nearest parent with one, and the index of that parent in the host. */
function findRule(host: string, domain: string): { rule: Rule; start: number } | null {
  if (!labels.has(domain.slice(0, domain.indexOf('.')))) return null;
  const site = siteName(domain);
  const end = host.length - domain.length;
  let found = null;
  for (let start = end, depth = 0; depth <= maxRuleDepth; depth += 1) {
    const rule = rules.get(site === domain ? host.slice(start) : host.slice(start, end) + site);
    if (rule !== undefined) found = { rule, start };
    if (start === 0) break;
    start = host.lastIndexOf('.', start - 2) + 1;
  }
  return found;
}

/** The name of the domain in the tables. */
function siteName(domain: string): string {
  const dot = domain.indexOf('.');
  const brand = domain.slice(0, dot);
  return brands.has(brand) && countrySuffix.test(domain.slice(dot + 1)) ? `${brand}.*` : domain;
}

function isPageOf({ hasPages, folders }: Rule, rest: string): boolean {
  const [written = ''] = rest.split(queryOrFragment, 1);
  const path = trimPath(written);
  if (path === '') return folders.size > 0 && hasMember(rest, folders);
  if (startPage.test(path)) return false;
  return hasPages || isInFolder(path, folders);
}

/** Scans from both ends: a regular expression needs quadratic time for a run of slashes. */
function trimPath(written: string): string {
  let start = 0;
  let end = written.length;
  while (start < end && aroundPath.includes(written.charAt(start))) start += 1;
  while (end > start && aroundPath.includes(written.charAt(end - 1))) end -= 1;
  return written.slice(start, end);
}

/** Whether the query has a parameter of a folder, with a value. */
function hasMember(rest: string, folders: ReadonlySet<string>): boolean {
  return rest.split(/[?&#]/).some((member) => {
    const equals = member.indexOf('=');
    return equals !== -1 && equals < member.length - 1 && folders.has(`?${member.slice(0, equals)}`);
  });
}

/** Only language codes may precede the folder. */
function isInFolder(path: string, folders: ReadonlySet<string>): boolean {
  for (const segment of path.toLowerCase().split(/[/\\]+/, 3)) {
    if (folders.has(segment) || (sigil.test(segment) && folders.has(segment.charAt(0)))) return true;
    if (!locale.test(segment)) return false;
  }
  return false;
}

function never(): boolean {
  return false;
}

function ruleOf(host: string): Rule {
  const existing = rules.get(host);
  if (existing !== undefined) return existing;
  const rule = { hasPages: false, hasTenants: false, folders: new Set<string>() };
  rules.set(host, rule);
  for (const label of host.split('.')) labels.add(label);
  if (host.endsWith('.*')) brands.add(host.split('.').at(-2) ?? '');
  return rule;
}

/** Each heading of the table names the sites and how their customers' pages are told: `social networks: pages`. */
function readRules(): void {
  const table = Table.read(new URL('data/shared-sites.txt', import.meta.url));
  for (const { heading, place, rows } of table.sections) {
    const { value: kind } = divided({ text: heading, place });
    for (const name of rows.flatMap(({ text }) => wordsIn(text))) {
      const slash = name.indexOf('/');
      if (kind === 'pages') ruleOf(name).hasPages = true;
      else if (kind === 'tenants') ruleOf(name).hasTenants = true;
      else if (kind === 'folders' && slash > 0) ruleOf(name.slice(0, slash)).folders.add(name.slice(slash + 1));
      else throw new Error(`${place}: "${name}" below [${heading}] is no page, tenant or folder of a shared site`);
    }
  }
}
