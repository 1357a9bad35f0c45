import { memberOf, type Random, randomFor } from '../../random.js';
import type { Company } from './data.js';
import type { MatchCase } from './scores.js';
import { withTypo } from './text.js';

const subDomains = ['shop', 'blog', 'careers', 'm', 'support.emea'];
const countries = ['de', 'uk', 'fr', 'br', 'jp'];

/** A company that has a website, a profile page and an id. */
type Asked = Company & { readonly network_id: string };

/** Writes an identifier of a company in another way. Returns null if that is not possible for the company. */
type Write<T> = (random: Random, company: Asked, companies: readonly Asked[]) => T | null;

interface Identifier {
  readonly website?: string;
  readonly network_url?: string;
  readonly network_id?: string;
}

/** Ways to write the website of a company. With enhanced matching all of them lead to the company. */
const websites: Readonly<Record<string, Write<string>>> = {
  clean: (_, { website }) => website,
  'whole URL': (_, { website }) => `https://www.${website}/en/about?ref=crm#team`,
  'letter case and space': (_, { website }) => ` HTTP://${website.toUpperCase()}/ `,
  'alias domain': (random, company) => aliasOf(random, company),
  'sub-domain': (random, { website }) => `${random.pick(subDomains)}.${website}`,
  'e-mail address': (_, { website }) => `contact@${website}`,
  'misspelt scheme': (random, { website }) =>
    `${random.pick(['https//', 'http:/', 'https;//', 'http://https://'])}${website}/`,
  'several websites': (random, { website }) =>
    `${website}${random.pick([', ', ';', ' ', ' | '])}www.${random.whole(100, 999)}.example`,
};

/** Ways to write the profile page of a company. All of them lead to the company. */
const pages: Readonly<Record<string, Write<string>>> = {
  clean: (_, { network_url: page }) => page,
  'no scheme': (_, { network_url: page }) => page.replace('https://www.', ''),
  'regional host': (random, { network_url: page }) => page.replace('www', random.pick(countries)),
  'letter case': (_, { network_url: page }) => page.toUpperCase(),
  'longer path and query': (_, { network_url: page }) => `${page}/about/?viewAsMember=true`,
  'percent-encoding': (_, { network_url: page }) => page.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  'id as slug': (_, { network_url: page, network_id: id }) => page.replace(/[^/]+$/, id),
};

const ids: Readonly<Record<string, Write<string>>> = {
  clean: (_, { network_id: id }) => id,
  'leading zeros': (_, { network_id: id }) => `00${id}`,
};

/** Identifiers with several parts. All of them lead to the company, even if one part is wrong. */
const combined: Readonly<Record<string, Write<Identifier>>> = {
  clean: (_, { website, network_url, network_id }) => ({ website, network_url, network_id }),
  'alias domain': (random, company) => {
    const website = aliasOf(random, company);
    return website === null ? null : { website, network_url: company.network_url };
  },
  'unknown website': (random, { network_url }) => ({
    website: `nowhere${random.whole(100, 999)}.example`,
    network_url,
  }),
  'unknown id': (_, { website }) => ({ website, network_id: '999999999999' }),
  "another company's website": (random, company, companies) => {
    const { website } = random.pick(companies.filter((other) => other !== company));
    return { website, network_id: company.network_id };
  },
};

/**
 * Addresses of pages on a site that belong to customers of the site and not to the company that runs it, by the domain of the
 * site.
 */
const pagesOfOthers: Readonly<Record<string, readonly string[]>> = {
  'facebook.com': [
    'https://www.facebook.com/NAME',
    'de-de.facebook.com/NAME/about',
    'facebook.com/profile.php?id=NUMBER',
  ],
  'fb.com': ['fb.com/NAME'],
  'google.com': [
    'https://sites.google.com/view/NAME',
    'docs.google.com/document/d/NUMBER',
    'google.com/maps/place/NAME',
  ],
  'google.de': ['https://maps.google.de/?cid=NUMBER'],
  'amazon.com': ['amazon.com/stores/NAME', 'https://www.amazon.com/s?me=NUMBER'],
  'amazon.co.uk': ['https://www.amazon.co.uk/NAME'],
  'notion.so': ['https://www.notion.so/NAME', 'NAME.notion.so'],
  'ebay.de': ['https://www.ebay.de/str/NAME', 'ebay.de/usr/NAME'],
  'pinterest.de': ['https://www.pinterest.de/NAME'],
  'bitbucket.org': ['https://bitbucket.org/NAME/website'],
  'trello.com': ['trello.com/b/NUMBER/NAME'],
  'statuspage.io': ['NAME.statuspage.io'],
  'alibaba.com': ['https://NAME.en.alibaba.com', 'NAME.m.en.alibaba.com'],
  'aliexpress.com': ['https://www.aliexpress.com/store/NUMBER'],
  'zoom.us': ['https://NAME.zoom.us', 'zoom.us/j/NUMBER'],
  'force.com': ['NAME.force.com', 'info@NAME.force.com'],
  'okta.com': ['https://NAME.okta.com/'],
  'trustpilot.com': ['https://de.trustpilot.com/review/NAME'],
  'ubereats.com': ['https://www.ubereats.com/store/NAME/NUMBER'],
  'airbnb.de': ['airbnb.de/rooms/NUMBER'],
  'paypal.me': ['paypal.me/NAME'],
  'etsy.com': ['etsy.com/shop/NAME', 'NAME.etsy.com'],
};

/**
 * Pages and subdomains on sites with pages of many companies. They must not lead to the stored company that runs the site.
 */
const onSharedSites: Readonly<Record<string, Write<Identifier>>> = {
  'page on a shared site whose owner is on record': (random, { network_url: page }, companies) => {
    const domains = new Set(companies.flatMap(({ website, domains = [] }) => [website, ...domains]));
    const forms = Object.entries(pagesOfOthers).flatMap(([domain, written]) => (domains.has(domain) ? written : []));
    if (forms.length === 0) return null;
    const form = random.pick(forms);
    const name = slugOf(page);
    return { website: form.replace('NAME', name).replace('NUMBER', String(random.whole(10_000_000, 99_999_999))) };
  },
};

/** Identifiers that must lead to no company. */
const unmatched: Readonly<Record<string, Write<Identifier>>> = {
  'typo in the domain': (random, { website }) =>
    ifThere(withTypo(random, nameOf(website)), (slip) => ({ website: website.replace(/^[^.]+/, slip) })),
  'another suffix': (_, { website }) => ({ website: website.replace(/\.[^.]+$/, '.example') }),
  'name in a longer domain': (_, { website }) => ({ website: `${nameOf(website)}-careers-portal.com` }),
  ...onSharedSites,
  'page at a hosting platform': (_, { website }) => ({ website: `${nameOf(website)}.github.io` }),
  'typo in the profile page': (random, { network_url: page }) =>
    ifThere(withTypo(random, slugOf(page)), (slip) => ({ network_url: page.replace(/[^/]+$/, slip) })),
  'page of a person': (_, { network_url: page }) => ({ network_url: page.replace('/company/', '/in/') }),
  'unknown id': (random) => ({ network_id: String(random.whole(10_000_000_000, 99_999_999_999)) }),
};

interface CaseSettings {
  /** Whether the identifiers must lead to the company. Otherwise they must lead to no company. */
  readonly isMeant: boolean;
  readonly isEnhanced: boolean;
}

export interface CompanyCase extends MatchCase {
  /** Whether the request uses enhanced matching. */
  readonly isEnhanced: boolean;
}

/** The cases for companies: at most `size` for each combination of a strategy and a corruption. */
export function companyCases(
  companies: readonly Company[],
  { seed, size }: { readonly seed: string; readonly size: number },
): CompanyCase[] {
  const known = {
    hosts: new Set(companies.flatMap(({ website, domains = [] }) => [website, ...domains])),
    pages: new Set(companies.map((company) => company.network_url)),
  };
  const asked = companies.filter((company): company is Asked =>
    Boolean(company.website && company.network_url && company.network_id),
  );
  const cases = <T>(
    strategy: string,
    corruptions: Readonly<Record<string, Write<T>>>,
    wrap: (value: T) => Identifier,
    { isMeant, isEnhanced }: CaseSettings,
  ): CompanyCase[] =>
    Object.entries(corruptions).flatMap(([corruption, write]) => {
      const random = randomFor(`${seed} ${strategy} ${corruption}`);
      const made = random.sample(asked, asked.length).flatMap((company) => {
        const value = write(random, company, asked);
        if (value === null) return [];
        const identifier = wrap(value);
        if (!isMeant && isKnown(identifier, known)) return [];
        return [{ strategy, corruption, identifier, expected: isMeant ? company.network_url : null, isEnhanced }];
      });
      return made.slice(0, size);
    });
  const asWebsite = (website: string): Identifier => ({ website });
  const whole = (identifier: Identifier): Identifier => identifier;
  const meant = { isMeant: true, isEnhanced: true };
  const strict = { isMeant: true, isEnhanced: false };
  const strictly = (names: readonly string[]): CompanyCase[] =>
    cases(
      'website, strict',
      Object.fromEntries(Object.entries(websites).filter(([name]) => names.includes(name))),
      asWebsite,
      strict,
    );
  return [
    ...cases('website', websites, asWebsite, meant),
    ...cases('profile URL', pages, (page) => ({ network_url: page }), meant),
    ...cases('id', ids, (id) => ({ network_id: id }), meant),
    ...cases('several', combined, whole, meant),
    ...cases('no company', unmatched, whole, { isMeant: false, isEnhanced: true }),
    ...cases('no company, strict', onSharedSites, whole, { isMeant: false, isEnhanced: false }),
    ...strictly(['clean', 'whole URL']),
    // Strict matching accepts only the website itself. These corruptions are not the website itself, so they must lead to no company.
    ...strictly(['alias domain', 'sub-domain', 'e-mail address', 'misspelt scheme']).map((each) => ({
      ...each,
      expected: null,
    })),
  ];
}

interface Known {
  readonly hosts: ReadonlySet<string | undefined>;
  readonly pages: ReadonlySet<string | undefined>;
}

function isKnown({ website, network_url: page }: Identifier, known: Known): boolean {
  return known.hosts.has(website) || known.pages.has(page);
}

const nameOf = (website: string): string => memberOf(website.split('.'), 0);
const slugOf = (page: string): string => page.split('/').at(-1) ?? '';

function aliasOf(random: Random, { website, domains = [] }: Company): string | null {
  const aliases = domains.filter((domain) => domain !== website);
  return aliases.length === 0 ? null : random.pick(aliases);
}

function ifThere<T, R>(value: T | null, use: (value: T) => R): R | null {
  return value === null ? null : use(value);
}
