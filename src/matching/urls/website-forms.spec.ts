import { describe, expect, it } from '@jest/globals';
import { maxTextLength } from '../text.js';
import { candidatesOfWebsite, normaliseExactWebsite } from './website.js';

describe('normaliseExactWebsite', () => {
  it.each([
    'acme.com',
    'Acme.COM',
    'www.acme.com',
    'acme.com:8080',
    'acme.com/about us',
    'acme.com?ref=a@b.com',
    'acme.com#top',
    'https://acme.com',
    'HTTP://www.acme.com/about',
    'ftp://acme.com',
    '//acme.com/',
    'https://jane:secret@acme.com:443/@x',
  ])('returns acme.com for %s', (raw) => {
    expect(normaliseExactWebsite(raw)).toBe('acme.com');
  });

  it.each([
    ['white space before it', ' acme.com'],
    ['white space behind it', 'https://acme.com/ '],
    ['an e-mail address', 'info@acme.com'],
    ['a mail link', 'mailto:info@acme.com'],
    ['a mail link with slashes', 'mailto://info@acme.com'],
    ['a URL with only a user name', 'http://info@acme.com'],
    ['one slash behind the scheme', 'https:/acme.com'],
    ['no slash behind the scheme', 'https:acme.com'],
    ['three slashes behind the scheme', 'https:///acme.com'],
    ['backslashes', 'https:\\\\acme.com'],
    ['a misspelt scheme', 'https//acme.com'],
    ['two websites', 'acme.com, acme.de'],
    ['a page on a shared site', 'facebook.com/acme'],
    ['an empty text', ''],
  ])('returns null for %s', (_, raw) => {
    expect(normaliseExactWebsite(raw)).toBeNull();
  });
});

describe('candidatesOfWebsite', () => {
  it.each([
    'https//acme.com',
    'http//www.acme.com/about',
    'http:/acme.com',
    'https;//acme.com',
    'https.//acme.com',
    'https:// acme.com',
    'https ://acme.com',
    'http://https://acme.com',
    'htps//acme.com',
    'HTTPS//ACME.COM',
    'acme.com, acme.de',
    'acme.com,acme.de',
    'acme.com;acme.de',
    'acme.com | acme.de',
    'acme.com acme.de',
    ' ; acme.com, acme.de',
    'https://acme.com https://acme.de',
    'https//acme.com, https//acme.de',
    'www.acme.com / www.acme.de',
    'info@acme.com, info@acme.de',
    'acme.com (closed)',
    'Jane <jane@acme.com>',
    'https://acme.com&utm_source=x',
    'Web acme.com',
    'URL=acme.com',
    'Homepage https://acme.com',
    'https://www.google.com/url?sa=t&q=https%3A%2F%2Fwww.acme.com%2Fabout',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Facme.com%2F',
  ])('returns only acme.com for %j', (raw) => {
    expect(candidatesOfWebsite(raw)).toEqual(['acme.com']);
  });

  it.each([
    'acme .com',
    'acme.com\nacme.de',
    'Acme, acme.com',
    'n/a',
    'https// acme',
    'javascript:alert(1)//acme.com',
    'facebook.com/acme, acme.com',
    'https://www.google.com/url?q=https://www.facebook.com/acme',
    'not yet on amazon.de',
    'https//facebook.com/acme',
    ', ;',
    '',
  ])('returns an empty array for %j', (raw) => {
    expect(candidatesOfWebsite(raw)).toEqual([]);
  });

  it.each([
    'facebook.com?',
    'facebook.com/',
    'facebook.com/a/',
    'maps.google.com/?',
    'https/',
    'a@',
    ', ',
    'https:',
    'amazon.com?&',
  ])('takes at most 5 milliseconds for a long text that repeats the end of %j', (start) => {
    const text = `${start.padEnd(maxTextLength - 1, start.slice(-2))}x`;
    const begin = performance.now();
    for (let round = 0; round < 1000; round += 1) candidatesOfWebsite(text);
    expect(performance.now() - begin).toBeLessThan(5000);
  });
});
