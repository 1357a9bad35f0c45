import { describe, expect, it } from '@jest/globals';
import { describeWith, known, needs, type KnownCompany } from './known.js';
import { companyPath, nowhere, resultOf, resultsOf, strangeNames, unique } from './target.js';

type Identifier = Readonly<Record<string, string>>;

const [company = null] = known.companies;
const long = 'x'.repeat(100_000);

/** Identifiers that no company can have. */
const strange: readonly Identifier[] = [
  { website: `${unique}\u0000.com` },
  { website: `\ud83d.${nowhere}` },
  { website: '\u{1F600}.siemens' },
  { website: `${nowhere}\r\nX: y` },
  { website: `${long}.com` },
  { website: 'a.'.repeat(50_000) },
  { website: '\u202emoc.snemeis' },
  { website: `https://${nowhere}/${long}` },
  { website: `https://${'@'.repeat(100_000)}${nowhere}` },
  { website: ' '.repeat(100_000) },
  { website: 'xn--\u00fc.com' },
  { website: `${'a'.repeat(64)}.com` },
  { website: '^(a+)+$.com' },
  { website: unique },
  { website: 'com' },
  { website: '127.0.0.1' },
  { website: 'http://[::1]/' },
  { website: '%.com' },
  { website: "' or '1'='1" },
  { website: 'javascript:alert(1)' },
  { website: `https://facebook.com/${unique}` },
  { website: `https://sites.google.com/view/${unique}` },
  { website: `${unique}.statuspage.io` },
  { network_url: `https://www.network.com/company/${unique}\u0000` },
  { network_url: `network.com/company/${unique}%ED%A0%80` },
  { network_url: `network.com/company/${unique}%00` },
  { network_url: 'network.com/company/\udc00' },
  { network_url: `network.com/company/${long}` },
  { network_url: `network.com/company/${'%'.repeat(100_000)}` },
  { network_url: `network.com/${'/'.repeat(100_000)}` },
  { network_url: 'https://www.network.com/company/' },
  { network_url: `network.com/company/${unique}%7%` },
  { network_url: unique },
  { network_url: `javascript://network.com/company/${unique}` },
  { network_id: '1\u0000' },
  { network_id: '\ud800' },
  { network_id: '9'.repeat(100_000) },
  { network_id: '9223372036854775808' },
  { network_id: '-9223372036854775809' },
  { network_id: '18446744073709551616' },
  { network_id: '1e400' },
  { network_id: 'NaN' },
  { network_id: '0' },
];

const both = [true, false] as const;

describe('POST /v1/company/enrich', () => {
  describe('protects', () => {
    it.each(both)(
      'matches no company by identifiers with control characters, markup or 100,000 characters (enhanced_matching: %s)',
      async (enhanced_matching) => {
        const results = await resultsOf(companyPath, { companies: strange, allow_signals: {}, enhanced_matching });
        expect(results).toEqual(strange.map((identifier) => ({ identifier, data: { signals: null }, matched: false })));
      },
    );

    it('returns requested names such as `__proto__` as ordinary keys of the data', async () => {
      const { data } = await resultOf(companyPath, { companies: [{ website: nowhere }], fields: strangeNames });
      expect(new Map(Object.entries(data))).toEqual(new Map(strangeNames.map((name) => [name, null])));
    });
  });

  /** Spellings of the identifiers of a company. `exact` ones match in strict and enhanced matching, `tolerated` ones only in enhanced. */
  function spellingsOf({ website, network_url, network_id }: KnownCompany): {
    exact: Identifier[];
    tolerated: Identifier[];
  } {
    const page = network_url?.replace(/^https:\/\/www\./, '') ?? '';
    const sites = website === null ? [] : [website];
    const pages = network_url === null ? [] : [page];
    const ids = network_id === null ? [] : [network_id];
    return {
      exact: [
        ...sites.flatMap((site) => [site, site.toUpperCase(), `https://www.${site}`, `http://${site}/`].map(asWebsite)),
        ...pages.flatMap((one) => [one, `https://www.${one}`, `http://${one}/`, one.toUpperCase()].map(asPage)),
        ...ids.map((id) => ({ network_id: id })),
      ],
      tolerated: [
        ...sites.flatMap((site) => [`\t ${site} \n`, `mailto:info@${site}`, `https//${site}`].map(asWebsite)),
        ...pages.flatMap((one) => [`https://de.${one}`, `m.${one}`, `${one}?trk=public`, `${one}#jobs`].map(asPage)),
        ...pages.map((one) => ({ website: `https://www.${one}/` })),
        ...ids.flatMap((id) => [`0${id}`, ` 000${id} `].map((written) => ({ network_id: written }))),
        ...ids.map((id) => ({ network_id: id, website: nowhere })),
      ],
    };
  }

  /** Identifiers that resemble those of a company and must not match it, such as a website as the user name of another URL. */
  function resembling({ website, network_url, network_id }: KnownCompany): Identifier[] {
    const page = network_url?.replace(/^https:\/\/www\./, '') ?? '';
    const slug = page.split('/').at(-1) ?? '';
    return [
      ...(website === null
        ? []
        : [
            `${unique}-${website}`,
            `${website}.${nowhere}`,
            `https://${website}@${nowhere}/`,
            `https://${nowhere}\\@${website}`,
            `https://${nowhere}/${website}`,
            `${nowhere}?https://${website}`,
            `https://${nowhere}#@${website}`,
            `${website}:99999`,
            `${website}\u0000`,
            website.replace('.', '\u0000.'),
            `\ud83d.${website}`,
            `${website}\r\nX: y`,
            `https://${'@'.repeat(100_000)}${website}`,
            `${'a.'.repeat(50_000)}${website}`,
          ].map(asWebsite)),
      ...(network_url === null
        ? []
        : [
            `network.com/in/${slug}`,
            `network.com/company/x/../${slug}`,
            `user@${page}`,
            `${page}-${unique}`,
            `${page}\u0000`,
            `${page}%00`,
          ].map(asPage)),
      ...(network_id === null ? [] : [`+${network_id}`, `0x${network_id}`].map((id) => ({ network_id: id }))),
    ];
  }

  function asWebsite(website: string): Identifier {
    return { website };
  }

  function asPage(network_url: string): Identifier {
    return { network_url };
  }

  describeWith(company, needs.company, 'with a company on record', (company) => {
    const { exact, tolerated } = spellingsOf(company);
    const found = { name: company.name, website: company.website };
    const nothing = { name: null, website: null };

    async function matches(companies: readonly Identifier[], enhanced_matching?: boolean): Promise<unknown[]> {
      const results = await resultsOf(companyPath, { companies, fields: Object.keys(found), enhanced_matching });
      return results.map(({ identifier, data }) => [identifier, data]);
    }

    const each = (companies: readonly Identifier[], data: object): unknown[] => companies.map((one) => [one, data]);

    describe('succeeds', () => {
      it.each([true, undefined])(
        'matches the company by every usual spelling (enhanced_matching: %s)',
        async (enhanced_matching) => {
          const all = [...exact, ...tolerated];
          expect(await matches(all, enhanced_matching)).toEqual(each(all, found));
        },
      );

      it('returns null for fields with names such as `__proto__` next to the name of the company', async () => {
        const request = { companies: exact.slice(0, 1), fields: [...strangeNames, 'name'] };
        const { data } = await resultOf(companyPath, request);
        const expected = new Map<string, unknown>(strangeNames.map((name) => [name, null]));
        expect(new Map(Object.entries(data))).toEqual(expected.set('name', company.name));
      });

      it('matches the company by its exact identifiers in strict matching', async () => {
        expect(await matches(exact, false)).toEqual(each(exact, found));
      });
    });

    describe('protects', () => {
      it('matches no company in strict matching by spellings that only enhanced matching tolerates', async () => {
        expect(await matches(tolerated, false)).toEqual(each(tolerated, nothing));
      });

      it.each(both)(
        'matches no company by identifiers that resemble those of the company (enhanced_matching: %s)',
        async (enhanced_matching) => {
          const others = resembling(company);
          expect(await matches(others, enhanced_matching)).toEqual(each(others, nothing));
        },
      );

      it.each(both)(
        'returns the data of its own company for each identifier of a request (enhanced_matching: %s)',
        async (enhanced_matching) => {
          const [identifier = {}] = exact;
          const companies = [identifier, { website: nowhere }, identifier];
          const expected = [found, nothing, found].map((data, index) => [companies[index], data]);
          expect(await matches(companies, enhanced_matching)).toEqual(expected);
        },
      );
    });
  });
});
