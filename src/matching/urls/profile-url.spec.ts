import { describe, expect, it } from '@jest/globals';
import { pageWriter, parseProfileUrl, unconfiguredSite } from './profile-url.js';
import { maxTextLength } from '../text.js';

const acme = 'https://www.network.com/company/acme';

describe('parseProfileUrl', () => {
  it.each([
    ['the canonical form', acme],
    ['http', 'http://www.network.com/company/acme'],
    ['no www', 'https://network.com/company/acme'],
    ['no scheme', 'www.network.com/company/acme'],
    ['neither scheme nor www', 'network.com/company/acme'],
    ['one trailing slash', 'https://www.network.com/company/acme/'],
    ['a scheme in upper case', 'HTTPS://www.network.com/company/acme'],
    ['a host in upper case', 'https://www.Network.com/company/acme'],
    ['a kind in upper case', 'https://www.network.com/Company/acme'],
    ['a slug in upper case', 'https://www.network.com/company/ACME'],
  ])('accepts %s as exact', (_, raw) => {
    expect(parseProfileUrl(raw)).toEqual({
      kind: 'company',
      slug: 'acme',
      canonical: acme,
      numericId: null,
      isExact: true,
    });
  });

  it.each([
    ['white space around it', ` ${acme}\n`],
    ['slashes without a scheme', '//www.network.com/company/acme'],
    ['a regional host', 'https://de.network.com/company/acme'],
    ['a regional host under www', 'https://www.uk.network.com/company/acme'],
    ['a mobile host', 'm.network.com/company/acme'],
    ['a port', 'https://www.network.com:443/company/acme'],
    ['a trailing dot on the host', 'https://www.network.com./company/acme'],
    ['a trailing path', `${acme}/about/`],
    ['a longer trailing path', `${acme}/people/all/1`],
    ['two trailing slashes', `${acme}//`],
    ['a query', `${acme}?trk=a/b`],
    ['an empty query', `${acme}?`],
    ['a fragment', `${acme}/#about`],
    ['an address in the query', `${acme}?next=https://other.com/in/jane`],
    ['an encoded letter', 'https://www.network.com/company/%61cme'],
    ['broken percent-encoding behind the slug', `${acme}/%zz?%`],
  ])('finds the page despite %s, but not as exact', (_, raw) => {
    expect(parseProfileUrl(raw)).toMatchObject({ canonical: acme, slug: 'acme', isExact: false });
  });

  it.each([
    ['https://www.network.com/school/acme-academy', 'school', 'acme-academy'],
    ['https://www.network.com/showcase/acme_cloud', 'showcase', 'acme_cloud'],
    ['https://www.network.com/in/jane-doe-1a2b3c', 'in', 'jane-doe-1a2b3c'],
    ['https://www.network.com/company/one-degree-inc-', 'company', 'one-degree-inc-'],
    ['https://www.network.com/company/acme.com', 'company', 'acme.com'],
  ])('parses %s as a %s with the slug %s', (raw, kind, slug) => {
    expect(parseProfileUrl(raw)).toEqual({ kind, slug, canonical: raw, numericId: null, isExact: true });
  });

  it.each([
    'https://www.network.com/in/jane/de',
    'https://www.network.com/in/jane/pt-br/',
    'https://www.network.com/in/jane/details/experience/',
    'https://www.network.com/pub/jane',
    'https://uk.network.com/pub/Jane/',
    'https://www.network.com/pub/jane/en_US',
  ])('parses %s as the page of the person jane, but not as exact', (raw) => {
    expect(parseProfileUrl(raw)).toMatchObject({
      kind: 'in',
      canonical: 'https://www.network.com/in/jane',
      isExact: false,
    });
  });

  it.each([
    'https://www.network.com/pub/jane-doe/1/2a/3b4',
    'https://www.network.com/pub/jane-doe/ab/2a/3b4',
    'https://www.network.com/pub/jane-doe/ab/cd',
    'https://www.network.com/pub/dir/jane/doe',
    'https://www.network.com/pub/dir/jane',
  ])('returns null for %s, whose slug alone does not identify a person', (raw) => {
    expect(parseProfileUrl(raw)).toBeNull();
  });
});

describe('the numericId of parseProfileUrl', () => {
  it.each([
    ['network.com/company/1441', '1441', true],
    ['network.com/school/1441/', '1441', true],
    ['network.com/showcase/1441?x', '1441', false],
    ['network.com/company/0001441', '1441', false],
  ])('is the slug of %s without leading zeros: %s', (raw, numericId, isExact) => {
    expect(parseProfileUrl(raw)).toMatchObject({ slug: numericId, numericId, isExact });
  });

  it.each(['in/1441', 'company/1441a', 'company/١٤٤١', `company/${'1'.repeat(21)}`])('is null for %s', (path) => {
    expect(parseProfileUrl(`network.com/${path}`)).toMatchObject({ numericId: null, isExact: true });
    expect(parseProfileUrl(`network.com/${path}`)?.canonical).toBe(`https://www.network.com/${path}`);
  });
});

describe('the slug of parseProfileUrl', () => {
  it.each([
    ['the plain text', 'soci\u00E9t\u00E9', 'soci\u00E9t\u00E9', true],
    ['the percent-encoded text', 'soci%C3%A9t%c3%a9', 'soci\u00E9t\u00E9', false],
    ['decomposed letters', 'socie\u0301te\u0301', 'soci\u00E9t\u00E9', false],
    ['upper case', 'SOCI\u00C9T\u00C9', 'soci\u00E9t\u00E9', true],
    ['percent-encoded upper case', 'SOCI%C3%89T%C3%89', 'soci\u00E9t\u00E9', false],
    ['astral characters', '\u{1F680}', '\u{1F680}', true],
    ['a text that is encoded twice', 'soci%25C3%25A9t\u00E9', 'soci%25c3%25a9t\u00E9', true],
    ['an encoded percent sign', '100%25', '100%25', true],
  ])('is normalised from %s: %s becomes %s', (_, written, slug, isExact) => {
    const page = parseProfileUrl(`network.com/company/${written}`);
    expect(page).toMatchObject({ slug, canonical: `https://www.network.com/company/${slug}`, isExact });
  });

  it('is decoded from a text that is percent-encoded throughout', () => {
    const slug = '株式会社アクメ';
    expect(parseProfileUrl(`network.com/company/${encodeURIComponent(slug)}`)?.slug).toBe(slug);
  });
});

describe('the hosts of parseProfileUrl', () => {
  it.each([
    ['a configured host', 'site.example/company/acme', true],
    ['a configured host with www', 'https://www.site.example/company/acme', true],
    ['a subdomain of a configured host', 'https://de.site.example/company/acme', false],
    ['a configured subdomain', 'https://eu.portal.example/company/acme', true],
    ['network.com', acme, true],
  ])('accept %s: %s', (_, raw, isExact) => {
    const hosts = ['WWW.Site.Example', 'eu.portal.example.'];
    expect(parseProfileUrl(raw, { hosts })).toMatchObject({ canonical: acme, isExact });
  });

  it.each([
    ['another host', 'https://other.example/company/acme'],
    ['the parent of a configured host', 'https://portal.example/company/acme'],
    ['a host that ends with the text of a configured host', 'https://notsite.example/company/acme'],
    ['a host that begins with a configured host', 'https://site.example.other.com/company/acme'],
    ['a configured host as the user name', 'https://site.example@other.com/company/acme'],
    ['a subdomain of network.com', 'https://de.network.com/company/acme'],
  ])('reject %s if other hosts are configured', (_, raw) => {
    expect(parseProfileUrl(raw, { hosts: ['site.example', 'eu.portal.example'] })).toBeNull();
  });

  it.each([
    ['another site', 'https://www.othersite.com/company/acme'],
    ['a site under a suffix of two labels', 'othersite.co.uk/company/acme'],
    ['a site under a private name', 'http://network.internal/company/acme/'],
    ['a subdomain of another site', 'https://de.othersite.com/company/acme'],
  ])('accept %s as exact if no host is configured', (_, raw) => {
    expect(parseProfileUrl(raw, { hosts: [] })).toMatchObject({ canonical: acme, isExact: true });
    expect(parseProfileUrl(raw)).toMatchObject({ canonical: acme, isExact: true });
  });

  it('may have entries that are no host names, which are ignored', () => {
    const hosts = ['', '.', 'https://other.example/', '*'];
    expect(parseProfileUrl('https://other.example/company/acme', { hosts })).toBeNull();
  });
});

describe('pageWriter', () => {
  it.each([
    [['site.example'], 'https://www.site.example/company/acme'],
    [['WWW.Site.Example', 'other.example'], 'https://www.site.example/company/acme'],
    [['de.site.example.'], 'https://www.de.site.example/company/acme'],
    [['bücher.de'], 'https://www.xn--bcher-kva.de/company/acme'],
  ])('writes profile URLs with the first of the hosts %j', (hosts, expected) => {
    expect(pageWriter(hosts)(acme)).toBe(expected);
  });

  it.each([[null], [[]], [['network.com', 'site.example']], [['www.network.com']], [['localhost']], [['no host']]])(
    'leaves profile URLs as they are stored for the hosts %j',
    (hosts) => {
      expect(pageWriter(hosts)(acme)).toBe(acme);
    },
  );

  it('writes a profile URL that parses to the stored one', () => {
    const hosts = ['site.example'];
    const written = pageWriter(hosts)('https://www.network.com/in/josé');
    expect(parseProfileUrl(written, { hosts })).toMatchObject({
      canonical: 'https://www.network.com/in/josé',
      isExact: true,
    });
  });
});

describe('unconfiguredSite', () => {
  it.each([
    ['https://www.site.example/in/jane', null, 'site.example'],
    [' de.site.example/company/acme?x=1', null, 'site.example'],
    ['https://www.site.co.uk:443/company/acme', ['other.example'], 'site.co.uk'],
    ['http://site.internal/in/jane', null, 'site.internal'],
    ['https://de.network.com/in/jane', ['site.example'], 'network.com'],
  ])('returns for %s, if the hosts %j are configured, the site %s', (page, hosts, site) => {
    expect(unconfiguredSite(page, hosts)).toBe(site);
  });

  it.each([
    [acme, null],
    ['DE.network.com/in/jane/', null],
    ['network.com/in/jane', ['site.example']],
    ['https://de.site.example/in/jane', ['site.example']],
    ['https://www.site.example/about', null],
    ['', null],
  ])('returns null for %j if the hosts %j are configured', (page, hosts) => {
    expect(unconfiguredSite(page, hosts)).toBeNull();
  });
});

describe('parseProfileUrl for other texts', () => {
  it.each([
    ['no characters', ''],
    ['a host and no path', 'https://www.network.com'],
    ['a kind and no slug', 'https://www.network.com/company'],
    ['an empty slug', 'https://www.network.com/company/'],
    ['an empty slug and a further segment', 'https://www.network.com/company//about'],
    ['an empty kind', 'https://www.network.com//company/acme'],
    ['an unknown kind', 'https://www.network.com/jobs/acme'],
    ['a kind further down', 'https://www.network.com/x/company/acme'],
    ['a slug in the query', 'https://www.network.com/company?/acme'],
    ['no host', '/company/acme'],
    ['no host behind slashes', '///company/acme'],
    ['a host without a dot', 'https://network/company/acme'],
    ['localhost', 'http://localhost:3000/company/acme'],
    ['an IPv4 address', 'http://127.0.0.1/company/acme'],
    ['an IPv6 address', 'http://[::1]/company/acme'],
    ['a malformed host', 'https://www..network.com/company/acme'],
    ['a malformed port', 'https://www.network.com:x/company/acme'],
    ['a user name', 'https://jane@network.com/company/acme'],
    ['the scheme ftp', 'ftp://www.network.com/company/acme'],
    ['the scheme javascript', 'javascript:network.com/company/acme'],
    ['a scheme without slashes', 'https:www.network.com/company/acme'],
    ['backslashes', 'https:\\\\www.network.com\\company\\acme'],
    ['a dot as the slug', 'https://www.network.com/company/.'],
    ['two dots as the slug', 'https://www.network.com/company/../in/jane'],
    ['encoded dots as the slug', 'https://www.network.com/company/%2E%2e'],
    ['dots behind the slug', `${acme}/../other`],
    ['encoded dots behind the slug', `${acme}/.%2e/other`],
    ['an encoded slash', 'https://www.network.com/company/acme%2Fabout'],
    ['an encoded question mark', 'https://www.network.com/company/acme%3F'],
    ['an encoded fragment', 'https://www.network.com/company/acme%23'],
    ['a backslash in the slug', 'https://www.network.com/company/acme\\about'],
    ['white space in the slug', 'https://www.network.com/company/acme inc'],
    ['encoded white space inside', 'https://www.network.com/company/acme%20inc'],
    ['an encoded NUL', 'https://www.network.com/company/acme%00'],
    ['an encoded line break inside', 'https://www.network.com/company/acme%0Ainc'],
    ['a NUL', `${acme}\0`],
    ['a line break', `${acme}\n/about`],
    ['a lone surrogate', `${acme}\uD83D`],
    ['an encoded lone surrogate', 'https://www.network.com/company/acme%ED%A0%80'],
    ['an incomplete percent sequence', 'https://www.network.com/company/acme%C3'],
    ['a bare percent sign', 'https://www.network.com/company/100%'],
    ['a percent sequence split by another', 'https://www.network.com/company/%C3%25%A9'],
  ])('returns null for a text with %s', (_, raw) => {
    expect(parseProfileUrl(raw)).toBeNull();
  });

  it('returns null for more than 2,048 characters', () => {
    const longest = `${acme}?`.padEnd(maxTextLength, 'x');
    expect(parseProfileUrl(longest)?.canonical).toBe(acme);
    expect(parseProfileUrl(`${longest}x`)).toBeNull();
  });

  it('returns null for a slug of more than 512 characters', () => {
    expect(parseProfileUrl(`network.com/in/${'a'.repeat(512)}`)?.slug).toHaveLength(512);
    expect(parseProfileUrl(`network.com/in/${'a'.repeat(513)}`)).toBeNull();
  });
});

describe('parseProfileUrl for texts that name no page', () => {
  const words = [
    'null',
    'undefined',
    'N-A',
    'not_found',
    'NaN',
    '-',
    '_',
    '%20',
    '0',
    '...',
    '[object Object]',
    '{{slug}}',
  ];
  const ofSite = ['unavailable', 'about', 'login', 'feed', 'company', 'in', 'https:', 'www'];

  it.each([...words, ...ofSite])('returns null for the slug %s', (slug) => {
    for (const kind of ['company', 'in', 'school', 'showcase', 'pub']) {
      expect(parseProfileUrl(`https://www.network.com/${kind}/${slug}`)).toBeNull();
    }
  });

  it('returns null for /company/setup/new', () => {
    expect(parseProfileUrl('https://www.network.com/company/setup/new')).toBeNull();
  });

  it.each(['404', 'null-consulting', 'about-you', 'nothing', 'linkedin', 'at&t', 'feedly', '🚀'])(
    'keeps the slug %s, which only looks like such a text',
    (slug) => {
      expect(parseProfileUrl(`https://www.network.com/company/${slug}`)?.slug).toBe(slug);
    },
  );
});

describe('parseProfileUrl for pasted texts', () => {
  const page = 'https://www.network.com/in/jane';

  it.each([
    ...[',', '.', ')', ';', '&trk=x', '&trk=x&y=z', '%20', '@', '>', '"', '!', '/,', ',https://www.network.com/in/joe'],
  ])('leaves out %s behind the page', (behind) => {
    expect(parseProfileUrl(`${page}${behind}`)).toMatchObject({ canonical: page, isExact: false });
  });

  it.each([
    ...[
      `<${page}>`,
      `"${page}"`,
      `'${page}`,
      `(${page})`,
      `[Jane](${page})`,
      `LinkedIn: ${page}`,
      `Profile page:${page}`,
    ],
    ...['https://www.network.com/in/in/jane', 'https://www.network.com/in/https://www.network.com/in/jane'],
    ...['network.com/in/network.com/in/jane', 'network.com/in/www.network.com/in/jane/', `https://${page}`],
    ...[`https://www.network.com/${page}`, 'network.com/in/http://network.com/pub/jane', 'network.com/pub/in/jane'],
    ...[
      'network.com/comm/in/jane',
      'https://www.network.com/mwlite/in/jane?x=1',
      'network.com/m/in/jane',
      '@network.com/in/jane',
    ],
  ])('reads the page of %s', (raw) => {
    expect(parseProfileUrl(raw)).toMatchObject({ canonical: page, isExact: false });
  });

  it.each([
    ['network.com/company/https://www.network.com/company/acme', acme],
    ['network.com/company/company/acme', acme],
    ['network.com/company/linkedin.com/company/acme', acme],
    ['network.com/organization-guest/company/acme', acme],
    ['network.com/company-beta/1035/', 'https://www.network.com/company/1035'],
    ['network.com/sales/company/1035', 'https://www.network.com/company/1035'],
    ['network.com/company/1035.0', 'https://www.network.com/company/1035'],
  ])('reads the page of %s', (raw, canonical) => {
    expect(parseProfileUrl(raw)?.canonical).toBe(canonical);
  });

  it('does not take a page behind another page', () => {
    expect(parseProfileUrl('https://www.network.com/in/jane/network.com/in/joe')?.slug).toBe('jane');
    const hosts = ['network.com'];
    expect(parseProfileUrl('https://acme.com/company/https://www.network.com/company/x', { hosts })?.slug).toBe('x');
    expect(parseProfileUrl('https://www.network.com/company/https://evil.com/company/x', { hosts })).toBeNull();
  });
});

describe('the id of a member in parseProfileUrl', () => {
  it.each(['ACoAAABcDeFgHiJk', 'ACwAAABcDEF-HiJk_1', 'AEMAAABcDeFgHiJk'])('keeps the letter case of %s', (id) => {
    const canonical = `https://www.network.com/in/${id}`;
    expect(parseProfileUrl(`network.com/in/${id}`)).toMatchObject({ slug: id, canonical, isExact: true });
    expect(parseProfileUrl(`network.com/IN/${id}`)).toMatchObject({ slug: id, isExact: true });
    expect(parseProfileUrl(canonical)?.canonical).toBe(canonical);
  });

  it.each(['AEMARTINEZ', 'ACOARIVERA123', 'ACOAAABCDEFGHIJK'])('is not %s', (slug) => {
    expect(parseProfileUrl(`network.com/in/${slug}`)?.slug).toBe(slug.toLowerCase());
  });
});
