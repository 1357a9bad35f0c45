import { randomFor } from '../../random.mjs';
import { withTypo } from './text.mjs';

const SUB_DOMAINS = ['shop', 'blog', 'careers', 'm', 'support.emea'];
const COUNTRIES = ['de', 'uk', 'fr', 'br', 'jp'];

/** Websites that mean the company with enhanced matching; null where one does not apply. */
const WEBSITES = {
  clean: (_, { website }) => website,
  'whole URL': (_, { website }) => `https://www.${website}/en/about?ref=crm#team`,
  'letter case and space': (_, { website }) => ` HTTP://${website.toUpperCase()}/ `,
  'alias domain': (random, company) => aliasOf(random, company),
  'sub-domain': (random, { website }) => `${random.pick(SUB_DOMAINS)}.${website}`,
  'e-mail address': (_, { website }) => `contact@${website}`,
  'misspelt scheme': (random, { website }) =>
    `${random.pick(['https//', 'http:/', 'https;//', 'http://https://'])}${website}/`,
  'several websites': (random, { website }) =>
    `${website}${random.pick([', ', ';', ' ', ' | '])}www.${random.whole(100, 999)}.example`,
};

/** Profile pages that mean the company. */
const PAGES = {
  clean: (_, { network_url: page }) => page,
  'no scheme': (_, { network_url: page }) => page.replace('https://www.', ''),
  'regional host': (random, { network_url: page }) => page.replace('www', random.pick(COUNTRIES)),
  'letter case': (_, { network_url: page }) => page.toUpperCase(),
  'longer path and query': (_, { network_url: page }) => `${page}/about/?viewAsMember=true`,
  'percent-encoding': (_, { network_url: page }) => page.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  'id as slug': (_, { network_url: page, network_id: id }) => (id === undefined ? null : page.replace(/[^/]+$/, id)),
};

/** Identifiers with more than one member. */
const COMBINED = {
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

/** Where others than the owner have pages, by a domain of the owner. */
const PAGES_OF_OTHERS = {
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

/** Pages and sub-domains of others on sites whose owner is among the companies. */
const ON_SHARED_SITES = {
  'page on a shared site whose owner is on record': (random, { network_url: page }, companies) => {
    const domains = new Set(companies.flatMap(({ website, domains = [] }) => [website, ...domains]));
    const forms = Object.entries(PAGES_OF_OTHERS).flatMap(([domain, written]) => (domains.has(domain) ? written : []));
    if (forms.length === 0) return null;
    const form = random.pick(forms);
    const name = page.split('/').at(-1);
    return { website: form.replace('NAME', name).replace('NUMBER', String(random.whole(10_000_000, 99_999_999))) };
  },
};

/** What looks like a company's identifier and means nobody. */
const NOBODY = {
  'typo in the domain': (random, { website }) =>
    ifThere(withTypo(random, website.split('.')[0]), (slip) => ({ website: website.replace(/^[^.]+/, slip) })),
  'another suffix': (_, { website }) => ({ website: website.replace(/\.[^.]+$/, '.example') }),
  'name in a longer domain': (_, { website }) => ({ website: `${website.split('.')[0]}-careers-portal.com` }),
  ...ON_SHARED_SITES,
  'page at a hosting platform': (_, { website }) => ({ website: `${website.split('.')[0]}.github.io` }),
  'typo in the profile page': (random, { network_url: page }) =>
    ifThere(withTypo(random, page.split('/').at(-1)), (slip) => ({ network_url: page.replace(/[^/]+$/, slip) })),
  'page of a person': (_, { network_url: page }) => ({ network_url: page.replace('/company/', '/in/') }),
  'unknown id': (random) => ({ network_id: String(random.whole(10_000_000_000, 99_999_999_999)) }),
};

/**
 * The labelled set for companies: for each strategy and corruption at most `size` cases. `isEnhanced` says with which kind
 * of matching a case is asked.
 */
export function companyCases(companies, { seed, size }) {
  const known = {
    hosts: new Set(companies.flatMap(({ website, domains = [] }) => [website, ...domains])),
    pages: new Set(companies.map((company) => company.network_url)),
  };
  const asked = companies.filter((company) => company.website && company.network_url && company.network_id);
  const cases = (strategy, corruptions, settings) =>
    Object.entries(corruptions).flatMap(([corruption, write]) => {
      const random = randomFor(`${seed} ${strategy} ${corruption}`);
      const made = random.sample(asked, asked.length).flatMap((company) => {
        const identifier = settings.wrap(write(random, company, asked));
        if (identifier === null || (!settings.isMeant && isKnown(identifier, known))) return [];
        return [
          {
            strategy,
            corruption,
            identifier,
            expected: settings.isMeant ? company.network_url : null,
            isEnhanced: settings.isEnhanced,
          },
        ];
      });
      return made.slice(0, size);
    });
  const as = (member) => (value) => (value === null ? null : { [member]: value });
  const whole = (identifier) => identifier;
  const { clean, 'whole URL': url, ...looser } = WEBSITES;
  const { 'alias domain': alias, 'sub-domain': sub, 'e-mail address': email, 'misspelt scheme': slip } = looser;
  return [
    ...cases('website', WEBSITES, { wrap: as('website'), isMeant: true, isEnhanced: true }),
    ...cases('profile URL', PAGES, { wrap: as('network_url'), isMeant: true, isEnhanced: true }),
    ...cases(
      'id',
      { clean: (_, { network_id: id }) => id, 'leading zeros': (_, { network_id: id }) => `00${id}` },
      { wrap: as('network_id'), isMeant: true, isEnhanced: true },
    ),
    ...cases('several', COMBINED, { wrap: whole, isMeant: true, isEnhanced: true }),
    ...cases('nobody meant', NOBODY, { wrap: whole, isMeant: false, isEnhanced: true }),
    ...cases('nobody meant, strict', ON_SHARED_SITES, { wrap: whole, isMeant: false, isEnhanced: false }),
    ...cases('website, strict', { clean, 'whole URL': url }, { wrap: as('website'), isMeant: true, isEnhanced: false }),
    ...strictRefusals(
      cases,
      { 'alias domain': alias, 'sub-domain': sub, 'e-mail address': email, 'misspelt scheme': slip },
      as('website'),
    ),
  ];
}

/** Strict matching takes the website itself only. */
function strictRefusals(cases, corruptions, wrap) {
  return cases('website, strict', corruptions, { wrap, isMeant: true, isEnhanced: false }).map((each) => ({
    ...each,
    expected: null,
  }));
}

function isKnown({ website, network_url: page }, { hosts, pages }) {
  return hosts.has(website) || pages.has(page);
}

function aliasOf(random, { website, domains = [] }) {
  const aliases = domains.filter((domain) => domain !== website);
  return aliases.length === 0 ? null : random.pick(aliases);
}

function ifThere(value, use) {
  return value === null ? null : use(value);
}
