import { describe, expect, it } from '@jest/globals';
import { maxTextLength } from '../text.js';
import { registrableDomain } from '../hosts/host.js';
import { isWebsiteOf, normaliseWebsite, websiteCandidates } from './website.js';

describe('normaliseWebsite', () => {
  it.each([
    ['nothing to normalise', 'acme.com'],
    ['upper case', 'ACME.Com'],
    ['white space around it', ' \t acme.com\n'],
    ['an ideographic space around it', '\u3000acme.com\u3000'],
    ['a byte order mark', '\uFEFFacme.com'],
    ['an invisible space inside', 'acme\u200B.com'],
    ['a trailing dot', 'acme.com.'],
    ['several trailing dots', 'https://acme.com../about'],
    ['scheme, path, query and fragment', 'https://acme.com/about?x=1#top'],
    ['an unusual scheme', 'git+ssh://acme.com/repository'],
    ['a scheme in upper case', 'HTTPS://ACME.COM'],
    ['no scheme but slashes', '//acme.com/about'],
    ['too many slashes', 'https:////acme.com'],
    ['too few slashes', 'https:/acme.com'],
    ['no slashes after http', 'http:acme.com'],
    ['backslashes', 'https:\\\\acme.com\\about'],
    ['a path', 'acme.com/about/us'],
    ['white space in a path', 'acme.com/about us'],
    ['an address in a path', 'acme.com/@jane'],
    ['an address in a query', 'acme.com?next=https://other.com/@x'],
    ['a fragment', 'acme.com#https://other.com'],
    ['a port', 'acme.com:8080'],
    ['an empty port', 'https://acme.com:/'],
    ['the highest port', 'acme.com:65535/x'],
    ['a user name', 'https://jane@acme.com'],
    ['a user name and password', 'https://jane:secret@acme.com:443/'],
    ['an empty user name', '@acme.com'],
    ['another host as user name', 'https://other.com@acme.com/'],
    ['an e-mail address', 'Jane.Doe+news@Acme.com'],
    ['a mailto link', 'mailto:jane@acme.com?subject=hello'],
    ['a mailto link in upper case', 'MAILTO:jane@acme.com'],
    ['full-width dots', 'acme．com'],
    ['ideographic dots', 'www。acme。com。'],
    ['full-width letters', 'ａｃｍｅ.com'],
    ['www', 'www.acme.com'],
    ['WWW in upper case', 'HTTP://WWW.ACME.COM/'],
    ['www1', 'www1.acme.com'],
    ['www07', 'www07.acme.com'],
    ['www twice', 'www.www2.acme.com'],
  ])('returns acme.com for a text with %s', (_, raw) => {
    expect(normaliseWebsite(raw)).toBe('acme.com');
  });

  it.each([
    ['a subdomain', 'shop.acme.com', 'shop.acme.com'],
    ['a suffix of two labels', 'www.acme.co.uk', 'acme.co.uk'],
    ['a site on a hosting platform', 'www.acme.github.io', 'acme.github.io'],
    ['www as the registered name', 'www.com', 'www.com'],
    ['the second www, if that is the registered name', 'www.www.com', 'www.com'],
    ['www right under a suffix of two labels', 'www.co.uk', 'www.co.uk'],
    ['www right under a hosting platform', 'www.github.io', 'www.github.io'],
    ['a name that only begins with www', 'wwwacme.com', 'wwwacme.com'],
    ['www with more digits than a mirror has', 'www123.acme.com', 'www123.acme.com'],
    ['www behind another label', 'shop.www.acme.com', 'shop.www.acme.com'],
    ['a domain of digits', '163.com', '163.com'],
    ['a private top-level domain', 'https://acme.internal/wiki', 'acme.internal'],
    ['a retired top-level domain', 'www.ucg.cg.ac.yu', 'ucg.cg.ac.yu'],
    ['a hyphen at which no line is broken', 'paste\u2011works.com', 'paste-works.com'],
    ['an en dash in a URL', 'https://shop.paste\u2013works.com/about', 'shop.paste-works.com'],
    ['two hyphens in the third place', 'r3---sn.acme.com', 'r3---sn.acme.com'],
    ['an underscore in a subdomain', 'my_shop.acme.com', 'my_shop.acme.com'],
  ])('keeps %s: %s becomes %s', (_, raw, expected) => {
    expect(normaliseWebsite(raw)).toBe(expected);
  });

  it.each([
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['mu\u0308nchen.de', 'xn--mnchen-3ya.de'],
    ['https://www.münchen.de:443/rathaus', 'xn--mnchen-3ya.de'],
    ['XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
    ['straße.de', 'xn--strae-oqa.de'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['例子.公司.cn', 'xn--fsqu00a.xn--55qx5d.cn'],
  ])('returns for %s the host %s in punycode', (raw, expected) => {
    expect(normaliseWebsite(raw)).toBe(expected);
  });

  it.each([
    ['an IPv4 address', '192.168.0.1'],
    ['an IPv4 address in a URL', 'http://8.8.8.8:80/'],
    ['an IPv4 address in full-width digits', '８.８.８.８'],
    ['a hexadecimal address', '0x7f.1'],
    ['an IPv6 address', '2001:db8::1'],
    ['an IPv6 address in a URL', 'http://[::1]:3000/'],
    ['localhost', 'http://localhost:3000'],
    ['a single label', 'acme'],
    ['a top-level domain of one letter', 'n.a.'],
    ['a number in place of a top-level domain', 'acme.123'],
    ['a top-level domain', 'com'],
    ['a public suffix', 'co.uk'],
    ['a public suffix in punycode', '公司.cn'],
    ['the domain of a hosting platform', 'https://github.io/'],
    ['an empty text', ''],
    ['only white space', ' \n '],
    ['only dots', '...'],
    ['only a scheme', 'https://'],
    ['only slashes', '//'],
    ['a single slash before a host', '/acme.com'],
    ['only a user name', 'jane@'],
    ['only mailto', 'mailto:'],
    ['an empty label', 'shop..acme.com'],
    ['an empty first label', '.acme.com'],
    ['more dots than a host has room for', `acme.com${'.'.repeat(500)}`],
    ['a company name', 'Acme Inc.'],
    ['white space in the host', 'acme .com'],
    ['two domains', 'acme.com, other.com'],
    ['an address with a display name', 'Jane <jane@acme.com>'],
    ['an address behind a name', 'Jane jane@acme.com'],
    ['two addresses', 'jane@acme.com,joe@other.com'],
    ['a script', 'javascript:alert(1)//acme.com'],
    ['a telephone number', 'tel:+4930123456'],
    ['a port that is no number', 'acme.com:http'],
    ['a port that is too high', 'acme.com:65536'],
    ['two ports', 'acme.com:80:80'],
    ['percent-encoding in the host', 'acme%2Ecom'],
    ['percent-encoding in an international host', 'm\u00FCnchen%2Ede'],
    ['a label that begins with a hyphen', '-acme.com'],
    ['a label that ends with a hyphen', 'shop-.acme.com'],
    ['an underscore in the registered name', 'ac_me.com'],
    ['full-width punctuation', 'ac！me.com'],
    ['broken punycode', 'xn--a.com'],
    ['punycode of plain letters', 'xn--zzzz-.com'],
    ['a NUL in the host', 'ac\0me.com'],
    ['a NUL in the path', 'acme.com/\0'],
    ['a line break inside', 'acme.com\nother.com'],
    ['a lone surrogate in the host', 'acme\uD800.com'],
    ['a lone surrogate in the path', 'acme.com/\uDFFF'],
  ])('returns null for %s', (_, raw) => {
    expect(normaliseWebsite(raw)).toBeNull();
  });

  it('returns null for a label of more than 63 characters', () => {
    const longest = `${'a'.repeat(63)}.com`;
    expect(normaliseWebsite(longest)).toBe(longest);
    expect(normaliseWebsite(`a${longest}`)).toBeNull();
  });

  it('returns null for an international label of more than 63 characters in punycode', () => {
    expect(normaliseWebsite(`${'ü'.repeat(20)}.com`)).toMatch(/^xn--[a-z0-9-]+\.com$/);
    expect(normaliseWebsite(`${'ü'.repeat(63)}.com`)).toBeNull();
  });

  it('returns null for a host of more than 253 characters, not counting trailing dots', () => {
    const longest = `${'a'.repeat(57)}.${`${'b'.repeat(63)}.`.repeat(3)}com`;
    expect(longest).toHaveLength(253);
    expect(normaliseWebsite(`${longest}.`)).toBe(longest);
    expect(normaliseWebsite(`a${longest}`)).toBeNull();
  });

  it('returns null for a text of more than 2,048 characters, including white space', () => {
    const longest = 'acme.com/'.padEnd(maxTextLength, 'a');
    expect(normaliseWebsite(longest)).toBe('acme.com');
    expect(normaliseWebsite(`${longest}a`)).toBeNull();
    expect(normaliseWebsite('acme.com'.padEnd(maxTextLength + 1))).toBeNull();
  });
});

describe('registrableDomain', () => {
  it.each([
    ['acme.com', 'acme.com'],
    ['a.b.acme.com', 'acme.com'],
    ['shop.acme.co.uk', 'acme.co.uk'],
    ['a.acme.github.io', 'acme.github.io'],
    ['_dmarc.acme.com', 'acme.com'],
    ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai'],
    ['shop.ac_me.com', null],
    ['co.uk', null],
    ['github.io', null],
    ['shop.acme.internal', 'acme.internal'],
    ['acme.1', null],
    ['127.0.0.1', null],
    ['localhost', null],
    ['', null],
  ])('returns for %s: %s', (host, expected) => {
    expect(registrableDomain(host)).toBe(expected);
  });
});

describe('websiteCandidates', () => {
  it.each([
    ['acme.com', ['acme.com']],
    ['shop.acme.co.uk', ['shop.acme.co.uk', 'acme.co.uk']],
    ['a.b.acme.com', ['a.b.acme.com', 'b.acme.com', 'acme.com']],
    ['acme.github.io', ['acme.github.io']],
    ['a.acme.github.io', ['a.acme.github.io', 'acme.github.io']],
    ['www.com', ['www.com']],
    ['github.io', []],
    ['a.shop.acme.internal', ['a.shop.acme.internal', 'shop.acme.internal', 'acme.internal']],
  ])('returns for %s: %j', (host, expected) => {
    expect(websiteCandidates(host)).toEqual(expected);
  });

  it('leaves out the longest parent domains of a host that would have more than eight candidates', () => {
    expect(websiteCandidates('a.b.c.d.e.f.g.h.i.acme.com')).toEqual([
      'a.b.c.d.e.f.g.h.i.acme.com',
      'd.e.f.g.h.i.acme.com',
      'e.f.g.h.i.acme.com',
      'f.g.h.i.acme.com',
      'g.h.i.acme.com',
      'h.i.acme.com',
      'i.acme.com',
      'acme.com',
    ]);
  });
});

describe('A host as the website of a company', () => {
  it.each([
    ['facebook.com', 'Wally Foods'],
    ['instagram.com', 'Zorro Metal'],
    ['linktr.ee', 'Ada Bakes'],
    ['gmail.com', 'Wally Foods'],
    ['domain.com', 'Domain Works'],
  ])('is not %s for %s', (host, name) => {
    expect(isWebsiteOf(host, [name])).toBe(false);
  });

  it.each([
    ['facebook.com', 'Facebook'],
    ['squareup.com', 'Square, Inc.'],
    ['liepin.com', 'Tongdao Liepin Group'],
    ['orange.fr', 'Orange S.A.'],
    ['facebook.com', null],
    ['wally-foods.com', 'Zorro Metal'],
    ['wally.wordpress.com', 'Zorro Metal'],
    ['about.facebook.com', 'Zorro Metal'],
  ])('can be %s for %s', (host, name) => {
    expect(isWebsiteOf(host, [name])).toBe(true);
  });
});
