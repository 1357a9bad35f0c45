import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registrableDomain } from '../hosts/host.js';
import { candidatesOfWebsite, normaliseWebsite, websiteCandidates } from './website.js';

const label = fc.oneof(
  fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/),
  fc.constantFrom('www', 'www2', 'xn--mnchen-3ya', 'my_shop'),
);
const suffix = fc.constantFrom('com', 'co.uk', 'github.io', 'xn--p1ai', 'ck', 's3.amazonaws.com', 'city.kawasaki.jp');
const normalHost = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 12 }), suffix)
  .map(([labels, end]) => normaliseWebsite([...labels, end].join('.')))
  .filter((host) => host !== null);

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const pieces = [
  'http',
  'https',
  'mailto',
  '://',
  '//',
  '/',
  '\\',
  '@',
  ':',
  '.',
  '。',
  '?',
  '#',
  '%',
  '%2e',
  '[',
  ']',
  '-',
];
const words = [
  'www',
  'acme',
  'com',
  'co.uk',
  'github.io',
  'xn--',
  '80',
  '::1',
  '_',
  ' ',
  '\0',
  '\uD800',
  'é',
  'ß',
  'ﬀ',
  'K',
];
const nearlyUrl = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 14 }).map((parts) => parts.join(''));

describe('normaliseWebsite on generated text', () => {
  it('does not change a host that is normalised already', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, nearlyUrl), (raw) => {
        const host = normaliseWebsite(raw);
        fc.pre(host !== null);
        expect(host).toMatch(/^[a-z0-9._-]{1,253}$/);
        expect(normaliseWebsite(host)).toBe(host);
      }),
      { numRuns: 2000, maxSkipsPerRun: 10_000 },
    );
  });

  it('returns the same host as the URL class, apart from www labels and empty labels', () => {
    fc.assert(
      fc.property(nearlyUrl, (rest) => {
        const host = normaliseWebsite(`https://${rest}`);
        fc.pre(host !== null);
        const { hostname } = new URL(`https://${rest}`);
        const named = (name: string) => name.split('.').filter((part) => part !== '' && !/^www[0-9]{0,2}$/.test(part));
        expect(named(hostname)).toEqual(named(host));
      }),
      { numRuns: 300, maxSkipsPerRun: 10_000 },
    );
  });

  it('ignores scheme, user, www, port, path and white space around a host', () => {
    const scheme = fc.constantFrom('', '//', 'http://', 'HTTPS://', 'ftp://', 'https:\\\\', 'mailto:');
    const user = fc.constantFrom('', 'jane@', 'jane:secret@', 'Jane.Doe+x@');
    const www = fc.constantFrom('', 'www.', 'WWW.', 'www2.', 'www.www1.');
    const end = fc.constantFrom('', '.', '..', '。');
    const port = fc.constantFrom('', ':', ':443', ':8080');
    const tail = fc.constantFrom('', '/', '/a b/@c', '?q=http://other.com', '#x', '\\a');
    const space = fc.constantFrom('', ' ', '\t\n', '\u00A0');
    const dress = fc.tuple(space, scheme, user, www, end, port, tail);
    fc.assert(
      fc.property(normalHost, fc.boolean(), dress, (host, isShouted, [pad, before, login, prefix, dot, at, after]) => {
        const name = isShouted ? host.toUpperCase() : host;
        fc.pre(host.length < 240);
        expect(normaliseWebsite(`${pad}${before}${login}${prefix}${name}${dot}${at}${after}${pad}`)).toBe(host);
      }),
    );
  });
});

describe('websiteCandidates on generated hosts', () => {
  it('returns for the normalised host what candidatesOfWebsite returns for the website', () => {
    fc.assert(
      fc.property(fc.oneof(normalHost, nearlyUrl, anyText), (text) => {
        const host = normaliseWebsite(text);
        fc.pre(host !== null);
        expect(candidatesOfWebsite(text)).toEqual(websiteCandidates(host));
      }),
    );
  });

  it('returns the host, then parents of it, each shorter than the one before, and last the registrable domain', () => {
    fc.assert(
      fc.property(normalHost, (host) => {
        const candidates = websiteCandidates(host);
        expect(candidates[0]).toBe(host);
        expect(candidates.at(-1)).toBe(registrableDomain(host));
        expect(candidates.length).toBeLessThanOrEqual(8);
        for (const [index, parent] of candidates.slice(1).entries()) {
          expect(candidates[index]?.endsWith(`.${parent}`)).toBe(true);
        }
      }),
    );
  });

  it('returns at most eight hosts for any text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, nearlyUrl), (text) => {
        expect(websiteCandidates(text).length).toBeLessThanOrEqual(8);
        expect(candidatesOfWebsite(text).length).toBeLessThanOrEqual(8);
      }),
    );
  });
});
