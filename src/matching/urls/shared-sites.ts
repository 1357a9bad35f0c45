import { divided, Table, wordsIn } from '../../platform/tables/table.js';

/** A host of a shared site, on which customers of the site have pages or subdomains. */
interface SharedHost {
  /**
   * The subdomain that belongs to a customer of the site: `acme.zendesk.com`. Null for a host of the company that runs the
   * site.
   */
  readonly tenant: string | null;
  /** Whether a URL is a page of a customer. @param rest its path, query and fragment */
  isPage(rest: string): boolean;
}

/** How customers' pages are recognised on a host. A host can be in several sections of the table, one for each kind of page. */
interface Rule {
  /** Whether every path of the host, except its start page, is a customer's page. */
  hasPages: boolean;
  /** Whether subdomains of the host belong to customers. */
  hasTenants: boolean;
  /**
   * The first segments of paths that are customers' pages: `company` for network.com/company/acme. `@` stands for all segments that begin
   * with it, and `?q` for the start page with the parameter `q`.
   */
  readonly folders: Set<string>;
}

/** Subdomains that belong to the company that runs a site, and not to one of its customers: `support.zendesk.com`. */
const ownerLabels = new Set(
  (
    'about academy account accounts admin api app apps assets auth blog brand business careers cdn cloud community ' +
    'corp corporate dashboard dev developer developers docs download downloads education email engineering enterprise ' +
    'events forum forums go group help info investor investors ir jobs learn legal login mail marketing media my news ' +
    'newsroom partner partners press pricing privacy resources secure security shop signin signup sso start static ' +
    'stats status store support training trust university web emea apac amer latam eu'
  ).split(' '),
);

/**
 * Subdomains for a language, a country or a device: `de-de`, `m`. The subdomain `ir` is not among them, because it is for
 * investors.
 */
const edition = /^(?!ir$)(?:[a-z]{2}|[a-z]{2,3}-[a-z]{2,4}|m|mobile|touch|mbasic|web|old|new|amp)$/;

/**
 * Subdomains for a language, a country or a device, on a site that gives subdomains to its customers. The list has only labels
 * that no customer uses.
 */
const editionAmongTenants =
  /^(?:(?:ar|bg|cs|da|de|el|en|es|et|fi|fr|he|hr|hu|id|it|ja|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|us|vi|zh)(?:-(?:[a-z]{2}|hans|hant))?|at|br|ca|ch|cn|in|jp|kr|mx|tw|m|mobile)$/;

/** The suffix that may follow a brand in a domain: `de`, `co.uk`, `com.br`. */
const countrySuffix = /^(?:com|[a-z]{2}|com?\.[a-z]{2})$/;

/** The path of a site's start page: `index.html`. */
const startPage = /^(?:index|default|home)\.[a-z]{3,5}$/i;
const aroundPath = '/\\#!';
/**
 * Matches the start of a query or a fragment. `#!/acme` and `#/acme` do not count as fragments, because some sites write their
 * paths in this way.
 */
const queryOrFragment = /\?|#(?![!/@])/;
const sigil = /^[@$]/;
const locale = /^(?:[a-z]{2}(?:[-_][a-z]{2,4})?|-)$/;

/** The maximum number of labels that a host in the table has in front of its registrable domain. */
const maxRuleDepth = 3;

const rules = new Map<string, Rule>();
/**
 * All labels of hosts that have a rule. If the first label of a domain is not among them, the domain has no rule, and the
 * search for one ends at once.
 */
const labels = new Set<string>();
/** The first labels of domains that have one rule for all countries: `amazon` for `amazon.*`. */
const brands = new Set<string>();

readRules();

/**
 * Finds out whether a host belongs to a shared site. Null for all other hosts, and for hosts of the owner on which customers have
 * no pages (`about.facebook.com`).
 * @param host in lower-case ASCII
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

/**
 * The rule of a host, or if it has none, the rule of its nearest parent that has one. `start` is the index in the host at which the
 * name with the rule begins: 5 for `acme.zendesk.com`, because `zendesk.com` has a rule.
 */
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

/** The name that a domain has in the table: `amazon.de` is `amazon.*`. */
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

/**
 * Removes the slashes and similar characters around a path. It scans from both ends, because a regular expression would take
 * quadratic time for a long run of slashes.
 */
function trimPath(written: string): string {
  let start = 0;
  let end = written.length;
  while (start < end && aroundPath.includes(written.charAt(start))) start += 1;
  while (end > start && aroundPath.includes(written.charAt(end - 1))) end -= 1;
  return written.slice(start, end);
}

/** Whether the query has a parameter that makes the start page a customer's page: `?q=acme` is one if `folders` contains `?q`. */
function hasMember(rest: string, folders: ReadonlySet<string>): boolean {
  return rest.split(/[?&#]/).some((member) => {
    const equals = member.indexOf('=');
    return equals !== -1 && equals < member.length - 1 && folders.has(`?${member.slice(0, equals)}`);
  });
}

/** Whether a path is in one of the folders. Only codes of languages may stand before the folder: `de/shop/acme`. */
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

/**
 * Reads the table. Each heading says what the sites are, and after the colon how pages of customers are recognised:
 * `social networks: pages`. The comment in the table explains the kinds.
 */
function readRules(): void {
  const table = Table.read(new URL('data/shared-sites.txt', import.meta.url));
  for (const { heading, place, rows } of table.sections) {
    const { value: kind } = divided({ text: heading, place });
    for (const name of rows.flatMap(({ text }) => wordsIn(text))) {
      const slash = name.indexOf('/');
      if (kind === 'pages') ruleOf(name).hasPages = true;
      else if (kind === 'tenants') ruleOf(name).hasTenants = true;
      else if (kind === 'folders' && slash > 0) ruleOf(name.slice(0, slash)).folders.add(name.slice(slash + 1));
      else
        throw new Error(
          `${place}: "${name}" below [${heading}] is no page, tenant or folder of a shared site. ` +
            'End the heading with ": pages", ": tenants" or ": folders", and write a folder as acme.com/shop',
        );
    }
  }
}
