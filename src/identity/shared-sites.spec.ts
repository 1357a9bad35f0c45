import { describe, expect, it } from '@jest/globals';
import { isPageOnSharedSite } from './shared-sites.js';

describe('isPageOnSharedSite', () => {
  it.each([
    'facebook.com/acme',
    'https://www.facebook.com/profile.php?id=42',
    'HTTPS://DE-DE.Facebook.com/Acme/',
    'm.facebook.com\\acme',
    'facebook.com:443/acme',
    'https://twitter.com/#!/acme',
    'https://www.pinterest.co.uk/acme',
    'https://de.pinterest.com/acme',
    'youtube.com/@acme',
    'https://linktr.ee/acme',
    'github.com/acme/website',
    'https://sites.google.com/view/acme',
    'https://docs.google.com/document/d/42/edit',
    'medium.com/@acme',
  ])('recognises %s', (website) => {
    expect(isPageOnSharedSite(website)).toBe(true);
  });

  it.each([
    ['the site itself', 'facebook.com'],
    ['with a slash', 'https://www.facebook.com/'],
    ['with a query', 'https://www.facebook.com?ref=home'],
    ['with slash, query and fragment', 'https://m.facebook.com/?ref=home#top'],
    ['an address at it', 'jane@facebook.com'],
    ['a page on a site of its owner', 'acme.com/company/about'],
    ['a page on a host of a customer', 'acme.medium.com/about'],
    ['a page on another site of the owner', 'cloud.google.com/products'],
    ['a name that ends alike', 'notfacebook.com/acme'],
    ['a name that begins alike', 'facebook.com.acme.com/about'],
    ['a link in a query', 'acme.com?next=facebook.com/acme'],
    ['no website', 'facebook/acme'],
    ['nothing', ''],
  ])('passes %s: %s', (_, website) => {
    expect(isPageOnSharedSite(website)).toBe(false);
  });
});
