import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { enrich, resultsOf } from '../support/records/company-api.js';
import { demoCompany } from '../support/records/demo-companies.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';

type Identifier = Readonly<Record<string, string | null>>;
type Case = readonly [what: string, identifier: Identifier];

/** The company to which all identifiers below lead: 1password.com, with the alias agilebits.com. */
const company = demoCompany('1password.com');
const other = demoCompany('siemens.com');
const third = demoCompany('sap.com');
const id = company.network_id;

const exact: readonly Case[] = [
  ['the domain', { website: '1password.com' }],
  ['upper case', { website: '1PassWord.COM' }],
  ['a URL', { website: 'https://1password.com' }],
  ['a URL with everything', { website: 'HTTPS://user:pass@WWW.1password.com:8443/a/b;c?d=e&f#g' }],
  ['another scheme', { website: 'ftp://1password.com/pub' }],
  ['no scheme but slashes', { website: '//1password.com/' }],
  ['www', { website: 'www.1password.com' }],
  ['a numbered www', { website: 'www2.1password.com' }],
  ['a trailing dot', { website: '1password.com.' }],
  ['a query without path', { website: '1password.com?utm_source=x' }],
  ['full-width letters', { website: '１ｐａｓｓｗｏｒｄ.com' }],
  ['an ideographic full stop', { website: '1password。com' }],
  ['the profile page', { network_url: company.network_url }],
  ['the profile page without scheme and www', { network_url: 'network.com/company/1password' }],
  ['the profile page with a slash at the end', { network_url: 'http://www.network.com/company/1password/' }],
  ['the profile page in upper case', { network_url: 'HTTPS://WWW.NETWORK.COM/COMPANY/1PASSWORD' }],
  ['the profile page on any host', { network_url: 'https://example.com/company/1password' }],
  ['the id', { network_id: id }],
  ['all of them', { website: '1password.com', network_url: company.network_url, network_id: id }],
  ['all but empty and null ones', { website: '', network_url: null, network_id: id }],
];

const tolerated: readonly Case[] = [
  ['an id with leading zeros', { network_id: `0${id}` }],
  ['an id that a program has turned into a fraction', { network_id: `${id}.0` }],
  ['a misspelt scheme', { website: 'https//1password.com' }],
  ['a scheme with one slash', { website: 'http:/1password.com/about' }],
  ['the first of several sites', { website: '1password.com, siemens.com' }],
  ['the first of several sites behind a misspelt scheme', { website: 'http//www.1password.com; siemens.com' }],
  ['a page on a shared site beside the id', { website: 'facebook.com/1password', network_id: id }],
  ['the id with leading zeros and space', { network_id: ` 000${id} ` }],
  ['a mail link', { website: 'mailto:info@1password.com' }],
  ['an e-mail address', { website: 'info@1password.com' }],
  ['space around', { website: '\t 1password.com \n' }],
  ['an alias', { website: 'agilebits.com' }],
  ['a URL on an alias', { website: 'https://www.agilebits.com/about' }],
  ['a subdomain', { website: 'support.1password.com' }],
  ['a deep subdomain', { website: 'https://a.b.c.d.e.f.g.h.i.j.k.1password.com/' }],
  ['a subdomain of an alias', { website: 'blog.agilebits.com' }],
  ['a subdomain for DNS records, which cannot have a website', { website: '_dmarc.1password.com' }],
  ['a regional profile host', { network_url: 'https://de.network.com/company/1password' }],
  ['a mobile profile host', { network_url: 'm.network.com/company/1password' }],
  ['a page below the profile', { network_url: 'https://www.network.com/company/1password/people/?a=b' }],
  ['a profile page with a query', { network_url: 'https://www.network.com/company/1password?trk=public' }],
  ['a profile page with a fragment', { network_url: 'https://www.network.com/company/1password#jobs' }],
  ['a percent-encoded slug', { network_url: 'network.com/company/1%70assw%6Frd' }],
  ['a profile page with a port', { network_url: 'https://www.network.com:443/company/1password' }],
  ['a profile page by number', { network_url: `https://www.network.com/company/${id}` }],
  ['a profile page given as website', { website: 'https://www.network.com/company/1password/' }],
  ['a numbered profile page given as website', { website: `de.network.com/company/${id}?x` }],
  ['an unknown id beside the website', { network_id: '1', website: '1password.com' }],
  ['an impossible id beside the website', { network_id: 'none', website: '1password.com' }],
  ['an unknown profile page beside the website', { network_url: 'network.com/company/1-x', website: '1password.com' }],
  ['an unknown website beside the profile page', { network_url: company.network_url, website: 'unknown.example' }],
  ['an alias beside the id', { network_id: id, website: 'agilebits.com' }],
  ['an id against a website', { network_id: id, website: 'siemens.com' }],
  ['an id against a profile page', { network_id: id, network_url: other.network_url }],
  ['a profile page against a website', { network_url: company.network_url, website: 'siemens.com' }],
  [
    'a profile page and a website against an id',
    { network_id: other.network_id, network_url: company.network_url, website: '1password.com' },
  ],
  [
    'a profile page and an alias against an id',
    { network_id: other.network_id, network_url: company.network_url, website: 'agilebits.com' },
  ],
  [
    'an id and a website against a profile page',
    { network_id: id, network_url: other.network_url, website: '1password.com' },
  ],
  [
    'an id and a profile page against a website',
    { network_id: id, network_url: company.network_url, website: 'sap.com' },
  ],
  ['an id against two others', { network_id: id, network_url: other.network_url, website: third.website }],
];

const foreign: readonly Case[] = [
  ['a longer name', { website: 'not1password.com' }],
  ['another suffix', { website: '1password.example' }],
  ['the name as a subdomain of another company', { website: '1password.com.evil.com' }],
  ['the name as the user of a URL of another company', { website: 'https://1password.com@evil.com/' }],
  ['the name as a user behind a backslash', { website: 'https://evil.com\\@1password.com' }],
  ['the name in a path', { website: 'https://evil.com/1password.com' }],
  ['the name in a query', { website: 'evil.com?https://1password.com' }],
  ['the name in a fragment', { website: 'https://evil.com#@1password.com' }],
  ['the name at a hosting platform', { website: '1password.github.io' }],
  ['look-alike letters', { website: '1раssword.com' }],
  ['a dotless i', { website: 'sıemens.com' }],
  ['a name without suffix', { website: '1password' }],
  ['a suffix alone', { website: 'com' }],
  ['an address in digits', { website: '127.0.0.1' }],
  ['an IPv6 address', { website: 'http://[::1]/' }],
  ['an impossible port', { website: '1password.com:99999' }],
  ['two sites, the other one first', { website: 'siemens.example, 1password.com' }],
  ['space within', { website: '1password .com' }],
  ['a wildcard', { website: '%.com' }],
  ['SQL', { website: "1password.com' or '1'='1" }],
  ['the company name', { website: '1Password' }],
  ['a script', { website: 'javascript:alert(1)' }],
  ['a profile page of a person', { network_url: 'https://www.network.com/in/1password' }],
  ['a profile page of a school', { network_url: 'https://www.network.com/school/1password' }],
  ['a profile page without a name', { network_url: 'https://www.network.com/company/' }],
  ['a profile page behind dots', { network_url: 'network.com/company/x/../1password' }],
  ['a profile page encoded twice', { network_url: 'network.com/company/1%2570assword' }],
  ['a broken encoding', { network_url: 'network.com/company/1%7assword%' }],
  ['a slug alone', { network_url: '1password' }],
  ['a profile page with a user', { network_url: 'https://user@network.com/company/1password' }],
  ['a profile page in another scheme', { network_url: 'javascript://network.com/company/1password' }],
  ['the site of the profile pages', { website: 'https://www.network.com/' }],
  ['an id with a sign', { network_id: `+${id}` }],
  ['an id with a fraction', { network_id: `${id}.5` }],
  ['an id in other digits', { network_id: '٤٠٢٩٥٢٧' }],
  ['an id as hexadecimal', { network_id: `0x${Number(id).toString(16)}` }],
  ['no id', { network_id: '0' }],
];

/** Pages and subdomains of customers on shared sites. The owners of these sites are stored. */
const shared: readonly Case[] = [
  'https://facebook.com/siemens',
  'https://www.facebook.com/pages/Acme/123',
  'https://de-de.facebook.com/acme/',
  'facebook.com/profile.php?id=42',
  'fb.com/acme',
  'https://sites.google.com/view/acme',
  'https://docs.google.com/document/d/42',
  'maps.google.de/?cid=42',
  'google.com/maps/place/acme',
  'notion.so/acme',
  'amazon.com/stores/acme',
  'https://www.amazon.co.uk/dp/42',
  'https://www.ebay.de/str/acme',
  'https://www.pinterest.de/acme',
  'bitbucket.org/acme',
  'trello.com/b/42',
  'acme.statuspage.io',
  'acme.en.alibaba.com',
  'https://acme.zoom.us/my/acme',
  'https://www.trustpilot.com/review/acme.com',
  'acme.force.com',
  'info@acme.force.com',
].map((website) => [website, { website }]);

/** Websites of the owners of shared sites, each with the owner's domain. */
const owners: readonly (readonly [website: string, primary: string])[] = [
  ['facebook.com', 'meta.com'],
  ['https://www.facebook.com/', 'meta.com'],
  ['https://de-de.facebook.com/', 'meta.com'],
  ['m.facebook.com', 'meta.com'],
  ['about.facebook.com/company-info', 'meta.com'],
  ['investor.fb.com/home', 'meta.com'],
  ['jane@facebook.com', 'meta.com'],
  ['cloud.google.com/products', 'google.com'],
  ['docs.google.com', 'google.com'],
  ['aws.amazon.com/s3', 'amazon.com'],
  ['amazon.de', 'amazon.com'],
  ['https://www.notion.so', 'notion.com'],
  ['blog.notion.so/topic', 'notion.com'],
  ['siemens.com/de', 'siemens.com'],
];

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

/** Sends one request for all cases, and returns the id of the company that each case matches. */
async function matchesOf(cases: readonly Case[], enhanced_matching?: boolean): Promise<[string, unknown][]> {
  const companies = cases.map(([, identifier]) => identifier);
  const results = await resultsOf(service, { companies, fields: ['network_id'], enhanced_matching });
  return results.map(({ matched, data }, index) => [cases[index]?.[0] ?? '', matched ? data.network_id : null]);
}

function everyOne(cases: readonly Case[], found: string | null): [string, unknown][] {
  return cases.map(([what]) => [what, found]);
}

describe('POST /v1/company/enrich succeeds', () => {
  it('matches a company by exact identifiers, in strict mode and in enhanced mode', async () => {
    expect(await matchesOf(exact, false)).toEqual(everyOne(exact, id));
    expect(await matchesOf(exact, true)).toEqual(everyOne(exact, id));
  });

  it('matches other spellings in enhanced mode; if all parts of an identifier name different companies, the id decides, or without an id the profile page', async () => {
    expect(await matchesOf(tolerated, true)).toEqual(everyOne(tolerated, id));
  });

  it('matches a company in enhanced mode by default', async () => {
    expect(await matchesOf(tolerated)).toEqual(everyOne(tolerated, id));
  });
});

describe('POST /v1/company/enrich succeeds for pages on shared sites', () => {
  it('matches no company, in either mode, by a page or subdomain that a shared site gives to its customers', async () => {
    expect(await matchesOf(shared, true)).toEqual(everyOne(shared, null));
    expect(await matchesOf(shared, false)).toEqual(everyOne(shared, null));
  });

  it('matches the owner of a shared site by the site itself, and by subdomains that the owner uses itself', async () => {
    const companies = owners.map(([website]) => ({ website }));
    const results = await resultsOf(service, { companies, fields: ['website'] });
    expect(results.map(({ data }, index) => [companies[index]?.website, data.website])).toEqual(owners);
  });

  it('charges nothing for an identifier with a page or subdomain that a shared site gives to its customers', async () => {
    const companies = [{ website: 'facebook.com/siemens' }, { website: 'acme.statuspage.io' }];
    const { headers } = await enrich(service, { companies, fields: ['name'] });
    expect(headers.get('x-credits-data-access-charged')).toBe('0');
  });
});

describe('POST /v1/company/enrich protects from false matches', () => {
  it('matches nothing in strict mode by an alias, a subdomain, a variant of a URL or contradicting identifiers', async () => {
    expect(await matchesOf(tolerated, false)).toEqual(everyOne(tolerated, null));
  });

  it('matches nothing by identifiers that only resemble those of the company', async () => {
    expect(await matchesOf(foreign, true)).toEqual(everyOne(foreign, null));
    expect(await matchesOf(foreign, false)).toEqual(everyOne(foreign, null));
  });
});
