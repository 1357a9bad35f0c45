import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseProfileUrl } from './profile-url.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const pieces = [
  'https://',
  '//',
  '/',
  '?',
  '#',
  '%',
  '%25',
  '%2e',
  '%2F',
  '%C3%A9',
  '%C3',
  '.',
  '..',
  ':',
  '@',
  '\\',
  ' ',
];
const words = [
  'www.',
  'network.com',
  'company',
  'in',
  'pub',
  'acme',
  '007',
  'é',
  'e\u0301',
  'İ',
  'ΑΣ',
  '\u212A',
  '\0',
  '\uD800',
];
const nearlyUrl = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 14 }).map((parts) => parts.join(''));
const kind = fc.constantFrom('company', 'school', 'showcase', 'in', 'pub');
const nearlyPage = fc.tuple(kind, fc.oneof(anyText, nearlyUrl)).map(([head, rest]) => `network.com/${head}/${rest}`);

const slug = fc
  .string({ unit: fc.constantFrom(...Array.from('abcxyz0189-_.éßжλ日')), minLength: 1, maxLength: 20 })
  .filter((text) => parseProfileUrl(`network.com/company/${text}`)?.slug === text);

describe('parseProfileUrl on generated text', () => {
  it('returns a page whose canonical URL parses to the same page and counts as its exact address', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyPage, nearlyUrl), (raw) => {
        const page = parseProfileUrl(raw);
        fc.pre(page !== null);
        expect(parseProfileUrl(page.canonical)).toEqual({ ...page, isExact: true });
        expect(parseProfileUrl(page.canonical, { hosts: ['site.example'] })).toEqual({ ...page, isExact: true });
      }),
      { numRuns: 2000, maxSkipsPerRun: 1000 },
    );
  });

  it('returns the same page for a canonical URL and for the URL with HTTP and without www', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'z', '0', '9', '-', '_'), minLength: 1, maxLength: 520 });
    const end = fc.constantFrom('', '/');
    fc.assert(
      fc.property(kind, fc.oneof(slug, plain), end, (head, name, tail) => {
        const page = parseProfileUrl(`https://www.network.com/${head}/${name}${tail}`);
        expect(page).toEqual(parseProfileUrl(`HTTP://Network.com/${head}/${name}${tail}`));
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(anyText, nearlyPage, (text, page) => {
        expect(() => [parseProfileUrl(text), parseProfileUrl(page, { hosts: [text] })]).not.toThrow();
      }),
    );
  });

  it('ignores scheme, subdomain, port, query, fragment and further path around a page', () => {
    const before = fc.constantFrom('', '//', 'http://', 'HTTPS://', ' https://');
    const host = fc.constantFrom(
      'network.com',
      'www.network.com',
      'DE.Network.com',
      'm.other.example',
      'network.com:443',
    );
    const after = fc.constantFrom('', '/', '//', '/about/', '/people?x=1', '?x=%', '#x', '/%zz', ' ');
    const spelling = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.replace('é', 'e\u0301'),
      (text: string) => encodeURIComponent(text),
      (text: string) => text.replaceAll('a', '%41').replaceAll('日', '%E6%97%A5'),
    );
    fc.assert(
      fc.property(slug, spelling, before, host, after, (name, spell, start, site, end) => {
        const page = parseProfileUrl(`${start}${site}/Company/${spell(name)}${end}`);
        expect(page).toMatchObject({ canonical: `https://www.network.com/company/${name}` });
      }),
    );
  });

  it('calls a URL exact only if nothing but scheme, www, case and a slash at its end differs from the canonical URL', () => {
    const scheme = fc.constantFrom('', 'http://', 'https://', 'HTTP://', '//');
    const end = fc.constantFrom('', '/', '//', '?');
    fc.assert(
      fc.property(slug, scheme, fc.constantFrom('', 'www.', 'de.'), end, (name, start, host, tail) => {
        const page = parseProfileUrl(`${start}${host}Network.com/In/${name}${tail}`);
        const isPlain = /^(https?:\/\/)?$/i.test(start) && host !== 'de.' && /^\/?$/.test(tail);
        expect(page?.isExact).toBe(isPlain);
      }),
    );
  });
});
