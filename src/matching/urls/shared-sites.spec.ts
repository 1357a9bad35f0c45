import { describe, expect, it } from '@jest/globals';
import { registrableDomain } from '../hosts/host.js';
import { candidatesOfWebsite, isPageOnSharedSite, normaliseWebsite } from './website.js';
import { Table, wordsIn } from '../../platform/tables/table.js';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const pages = words(`
  facebook.com/siemens https://www.facebook.com/pages/Acme/123 https://www.facebook.com/profile.php?id=42
  HTTPS://DE-DE.Facebook.com/Acme/ m.facebook.com\\acme facebook.com:443/acme fb.me/acme instagram.com/acme
  linkedin.com/company/acme https://uk.linkedin.com/company/acme ir.linkedin.com/company/acme
  xing.com/pages/acme twitter.com/acme https://twitter.com/#!/acme x.com/acme t.me/acme wa.me/491701234567 vk.com/acme
  m.vk.com/acme ok.ru/acme weibo.com/acme blog.naver.com/acme smartstore.naver.com/acme pf.kakao.com/_acme
  youtube.com/@acme https://music.youtube.com/channel/x youtu.be/abc vimeo.com/acme tiktok.com/@acme twitch.tv/acme
  https://www.pinterest.co.uk/acme https://de.pinterest.com/acme reddit.com/r/acme discord.gg/acme
  soundcloud.com/acme open.spotify.com/show/42 space.bilibili.com/42 mp.weixin.qq.com/s/abc zhihu.com/org/acme
  medium.com/@acme substack.com/@acme linktr.ee/acme beacons.ai/acme bit.ly/acme g.page/acme goo.gl/maps/abc lnkd.in/abc
  en.wikipedia.org/wiki/Siemens de.wikipedia.org/wiki/Siemens web.archive.org/web/2020/http://acme.com
  mailchi.mp/acme/news issuu.com/acme slideshare.net/acme perso.wanadoo.fr/acme members.tripod.com/acme
  sites.google.com/view/acme https://docs.google.com/document/d/42/edit docs.google.com/forms/d/e/42 drive.google.com/file/d/42
  play.google.com/store/apps/details?id=com.acme https://maps.google.com/?cid=42 maps.google.de/maps?q=acme
  https://maps.google.com/?q=acme+berlin google.com/maps/place/acme https://www.google.de/search?q=acme google.com/url?q=x
  g.co/kgs/abc maps.app.goo.gl/abc forms.gle/abc
  github.com/acme github.com/acme/website gist.github.com/acme gitlab.com/acme bitbucket.org/acme huggingface.co/acme
  sourceforge.net/projects/acme hub.docker.com/r/acme npmjs.com/org/acme gitee.com/acme
  notion.so/acme https://www.notion.so/acme/About-42 trello.com/b/42/acme airtable.com/shr42 coda.io/@acme/about
  miro.com/app/board/42 figma.com/design/42 canva.com/design/42 dropbox.com/s/42/acme.pdf 1drv.ms/acme we.tl/t-42
  forms.office.com/r/42 form.jotform.com/42 surveymonkey.com/r/acme typeform.com/to/42 tally.so/r/42 calendly.com/acme
  cal.com/acme meetings.hubspot.com/acme zoom.us/j/42 lu.ma/acme https://www.eventbrite.co.uk/o/acme-42 meetup.com/acme
  amazon.com/stores/acme https://www.amazon.de/s?me=A42 amazon.co.uk/dp/42 https://www.amazon.com/?me=A42 etsy.com/shop/acme
  https://www.etsy.com/de/shop/acme https://www.ebay.de/str/acme ebay.com/usr/acme aliexpress.com/store/42 shopee.sg/acme
  https://de.aliexpress.com/store/42 patreon.com/acme gumroad.com/acme ko-fi.com/acme paypal.me/acme
  apps.apple.com/de/app/acme/id42 apps.shopify.com/acme chromewebstore.google.com/detail/acme
  marketplace.visualstudio.com/items?itemName=acme kickstarter.com/projects/acme/x gofundme.com/f/acme
  ubereats.com/store/acme https://www.airbnb.de/rooms/42 https://www.booking.com/hotel/de/acme.html opentable.com/r/acme
  yelp.com/biz/acme https://www.yelp.de/biz/acme tripadvisor.co.uk/Restaurant_Review-acme trustpilot.com/review/acme.com
  https://de.trustpilot.com/review/acme.com g2.com/products/acme https://www.capterra.com.de/software/1/acme
  yellowpages.com/acme gelbeseiten.de/gsbiz/42 crunchbase.com/organization/acme bloomberg.com/profile/company/SIE:GR
  opencorporates.com/companies/de/42 northdata.de/acme pitchbook.com/profiles/company/42 finance.yahoo.com/quote/SIE.DE
  boards.greenhouse.io/acme job-boards.eu.greenhouse.io/acme jobs.lever.co/acme apply.workable.com/acme jobs.ashbyhq.com/acme
  https://www.indeed.com/cmp/acme https://de.indeed.com/cmp/acme glassdoor.com/Overview/acme kununu.com/de/acme
  stepstone.de/cmp/de/acme careers.smartrecruiters.com/acme join.com/companies/acme hh.ru/employer/42
  network.com/company/acme https://www.network.com/in/jane-doe
`);

const tenants = words(`
  acme.zendesk.com acme.freshdesk.com acme.statuspage.io acme.atlassian.net acme.slack.com acme.okta.com
  acme.sharepoint.com acme.onmicrosoft.com acme.my.salesforce.com acme.my.site.com acme.force.com acme.zoom.us
  acme.typeform.com acme.wufoo.com acme.eventbrite.com acme.bamboohr.com acme.recruitee.com acme.teamtailor.com
  acme.jobs.personio.de acme.jobs.personio.com acme.myworkdayjobs.com acme.breezy.hr acme.workable.com
  acme.wordpress.com acme.squarespace.com acme.weebly.com acme.wix.com acme.jimdosite.com acme.webnode.page
  acme.godaddysites.com acme.business.site acme.tumblr.com acme.medium.com acme.substack.com acme.beehiiv.com
  acme.livejournal.com acme.tistory.com acme.hs-sites.com acme.ck.page acme.bandcamp.com acme.libsyn.com
  acme.etsy.com acme.bigcartel.com acme.mybigcommerce.com acme.tmall.com acme.en.alibaba.com acme.1688.com
  acme.fandom.com acme.readme.io acme.gitbook.com acme.teachable.com acme.notion.so acme.canny.io acme.intercom.help
  https://acme.zendesk.com/hc/en-us https://www.acme.wordpress.com/about jane@acme.zendesk.com hp.zendesk.com
`);

/** Websites of the companies that run shared sites. */
const own = words(`
  facebook.com https://www.facebook.com/ https://www.facebook.com?ref=home https://m.facebook.com/?ref=home#top
  https://de-de.facebook.com/ m.facebook.com facebook.com/home.php about.facebook.com https://about.facebook.com/company-info
  developers.facebook.com/docs jane@facebook.com facebook.com/# www.github.com docs.github.com/en http://github.com
  github.com/index.html medium.com help.medium.com/hc zendesk.com www.zendesk.com/pricing support.zendesk.com/hc
  developer.zendesk.com https://www.zendesk.de/ investor.fb.com https://investor.fb.com/home/default.aspx ir.weibo.com/x
  cloud.google.com/products google.com/about www.google.de google.co.jp/?q=1 docs.google.com maps.google.com cloud.google.com
  blog.notion.so/topic notion.so www.notion.com/product aws.amazon.com/s3 amazon.com www.amazon.de sell.amazon.com/x
  shopify.com/de help.shopify.com/en wix.com/about de.wix.com support.wix.com fr.wordpress.com en-gb.wordpress.com
  about.gitlab.com/company slack.com/pricing api.slack.com/docs trello.com/about airbnb.com/about ebay.de/help
  canva.com/about bloomberg.com/europe apple.com/de typeform.com/product developer.okta.com/docs okta.com/de
  salesforce.com/eu booking.com/content/about.html dropbox.com/business hubspot.com/products microsoft.com/de-de
  network.com/about shop.alibaba.com eventbrite.com/organizer/overview surveymonkey.com/mp/aboutus join.com/about
`);

/** Websites of other companies. Some of them resemble pages on shared sites. */
const ordinary = words(`
  siemens.com/de acme.com/company/about acme.com/in/jane notfacebook.com/acme facebook.com.acme.com/about facebook.acme.com/x
  acme.com?next=facebook.com/acme amazon.acme.com/stores/acme amazon.github.io/stores mygithub.com/acme x.company.com/acme
  acme.com/maps/place zendesk.acme.com acme.de/#/about google.example.com/search
`);

describe('isPageOnSharedSite', () => {
  it.each(pages)('is true for %s, which then identifies no company', (website) => {
    expect([isPageOnSharedSite(website), normaliseWebsite(website), candidatesOfWebsite(website)]).toEqual([
      true,
      null,
      [],
    ]);
  });

  it.each([...own, ...ordinary, ...tenants, 'facebook/acme'])('is false for %s', (website) => {
    expect(isPageOnSharedSite(website)).toBe(false);
  });
});

describe('candidatesOfWebsite', () => {
  it.each(tenants)("returns for %s no host of the shared site's owner", (website) => {
    const host = normaliseWebsite(website) ?? '';
    expect(candidatesOfWebsite(website)).toEqual([host]);
    expect(candidatesOfWebsite(`a.b.${host}`)).toEqual([`a.b.${host}`, `b.${host}`, host]);
  });

  it.each([...own, ...ordinary])('returns for %s the registrable domain as the last host', (website) => {
    const domain = registrableDomain(normaliseWebsite(website) ?? '');
    expect(domain).not.toBeNull();
    expect(candidatesOfWebsite(website).at(-1)).toBe(domain);
  });
});

describe('shared-sites.txt', () => {
  const { sections } = Table.read(new URL('data/shared-sites.txt', import.meta.url));
  const named = (kind: string): string[][] =>
    sections
      .filter(({ heading }) => heading.endsWith(`: ${kind}`))
      .map(({ rows }) => rows.flatMap(({ text }) => wordsIn(text)));
  const hosts = [...named('pages'), ...named('tenants')];
  const folders = named('folders').flat();

  it('contains only normalised hosts that are no public suffixes', () => {
    const checked = [...hosts.flat(), ...folders.map((folder) => folder.replace(/\/.*/, ''))].map((host) =>
      host.replace(/\.\*$/, '.com'),
    );
    expect(checked.filter((host) => registrableDomain(host) === null || normaliseWebsite(host) !== host)).toEqual([]);
  });

  it('contains no host that has more than three labels in front of its registrable domain', () => {
    const depth = (host: string) => host.split('.').length - (registrableDomain(host)?.split('.').length ?? 0);
    expect(hosts.flat().filter((host) => depth(host.replace(/\.\*$/, '.com')) > 3)).toEqual([]);
  });

  it('contains only folders of one segment in lower case', () => {
    expect(folders.filter((folder) => !/^[^/A-Z]+\/[^/A-Z]+$/.test(folder))).toEqual([]);
  });

  it('contains no host twice for the same kind, and lists the hosts of each section in alphabetical order', () => {
    for (const kind of ['pages', 'tenants', 'folders'] as const) {
      const lists = named(kind);
      expect(new Set(lists.flat()).size).toBe(lists.flat().length);
      for (const names of lists) expect(names).toEqual(names.toSorted());
    }
  });
});
