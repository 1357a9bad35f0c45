import { normaliseWebsite, registrableDomain, websitePath } from './website.js';

/**
 * Social networks, the sub-domains of which are editions for a region, a device or an audience. What belongs in these
 * lists: sites on which anyone may have a page under the site's own host, so that only the path tells whose it is. What
 * does not: sites that give each customer a host (`acme.blogspot.com`), and sites whose paths are all their owner's.
 */
const NETWORKS = new Set(
  (
    'facebook.com fb.com fb.me instagram.com threads.com threads.net linkedin.com xing.com twitter.com x.com youtube.com ' +
    'youtu.be tiktok.com snapchat.com reddit.com quora.com vimeo.com twitch.tv discord.com discord.gg t.me telegram.me ' +
    'wa.me whatsapp.com vk.com ok.ru weibo.com wikipedia.org'
  ).split(' '),
);

/** Networks with one site a country: pinterest.de. */
const NETWORK_BRANDS = new Set(['pinterest']);

/** Other such hosts, whose sub-domains may be customers' own hosts or the owner's other sites. */
const HOSTS = new Set(
  (
    'linktr.ee bio.link beacons.ai about.me bit.ly tinyurl.com goo.gl maps.app.goo.gl g.page forms.gle sites.google.com ' +
    'docs.google.com drive.google.com maps.google.com play.google.com plus.google.com apps.apple.com itunes.apple.com ' +
    'github.com gist.github.com gitlab.com bitbucket.org medium.com substack.com tumblr.com behance.net patreon.com ' +
    'meetup.com etsy.com crunchbase.com'
  ).split(' '),
);

/**
 * Whether a company's website, as somebody wrote it, is a page on a site where everybody has pages: its host then says
 * nothing about the company. The site itself (`facebook.com`) is no such page.
 */
export function isPageOnSharedSite(website: string): boolean {
  const host = normaliseWebsite(website);
  return host !== null && websitePath(website) !== '' && isSharedSite(host);
}

function isSharedSite(host: string): boolean {
  if (HOSTS.has(host)) return true;
  const domain = registrableDomain(host) ?? host;
  return NETWORKS.has(domain) || NETWORK_BRANDS.has(domain.slice(0, domain.indexOf('.')));
}
