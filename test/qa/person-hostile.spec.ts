import { describe, expect, it } from '@jest/globals';
import { describeWith, itWith, known, needs } from './known.js';
import { nowhere, personPath, resultOf, resultsOf, strangeNames, unique } from './target.js';

type Identifier = Readonly<Record<string, string>>;

/** The values of a person on record from which strange identifiers are made. */
type Named = Readonly<Record<'slug' | 'email' | 'full_name' | 'first_name' | 'last_name' | 'domain', string>>;

const long = 'x'.repeat(100_000);

/** Identifiers that no person can have. Some of them resemble those of the person on record. */
function strangeIdentifiers({ slug, email, full_name, first_name, last_name, domain }: Named): Identifier[] {
  const [local = '', host = ''] = email.split('@');
  const named = { full_name };
  const there = { company_domain: domain };
  return [
    ...[`${slug}\u0000`, `${slug}%00`, '\udc00', long, '%'.repeat(100_000), '9223372036854775808'].map((one) => ({
      network_url: `network.com/in/${one}`,
    })),
    ...[`network.com/company/${slug}`, '9223372036854775808'].map((network_url) => ({ network_url })),
    ...[
      '@',
      `${'a'.repeat(100_000)}@${nowhere}`,
      `\ud800@${nowhere}`,
      `${local}\u0000@${host}`,
      `${local}\ud800@${host}`,
      `${long}@${host}`,
      `${local}@${'a.'.repeat(50_000)}${host}`,
      '@'.repeat(100_000),
      `${'a.'.repeat(31)}a@${host}`,
      `'or'1'='1@${host}`,
    ].map((work_email) => ({ work_email })),
    ...[
      `${first_name}\u0000 ${last_name}`,
      `\ud83d ${last_name}`,
      `${first_name} ${long}`,
      ' '.repeat(100_000),
      'a '.repeat(100),
      `J${'\u0301'.repeat(150)} D`,
      '__proto__ constructor',
    ].map((name) => ({ full_name: name, ...there })),
    { first_name: long, last_name, ...there },
    ...[`\u0000${domain}`, '\udfff.test', `${long}.test`, '..', '%'].map((company_domain) => ({
      ...named,
      company_domain,
    })),
    ...[`${unique}\u0000`, `\ud800${unique}`, long, '('.repeat(100_000), '__proto__', '\udfff'].map((company_name) => ({
      ...named,
      company_name,
    })),
    { full_name: `\u0000${unique}`, company_name: '\udfff' },
    { full_name: "' or '1'='1", company_domain: '%' },
  ];
}

// A target without a person on record gets the values of an invented person.
const [knownFirst, knownLast] = [known.person?.first_name ?? 'Jo', known.person?.last_name ?? 'Doe'];
const strange = strangeIdentifiers({
  slug: known.person?.contact_network_url.split('/').at(-1) ?? unique,
  email: known.person?.work_email ?? `jo.doe@${nowhere}`,
  full_name: known.person?.full_name ?? 'Jo Doe',
  ...{ first_name: knownFirst, last_name: knownLast },
  domain: known.person?.company_website ?? nowhere,
});

const personas = { include_personas: true };
const miss = { work_email: `jo.doe@${nowhere}` };

describe('POST /v1/person/enrich', () => {
  describe('protects', () => {
    it('matches no person by identifiers with control characters, lone surrogates or 100,000 characters', async () => {
      const results = await resultsOf(personPath, { persons: strange, ...personas });
      const data = { personas: null, seniority: null };
      expect(results).toEqual(strange.map((identifier) => ({ identifier, data, matched: false })));
    });

    it('returns the label `external_id` of each identifier unchanged, whatever it contains', async () => {
      const labels = ['\u{1F600} "quoted" \\ \u0000', '\ud800', '__proto__', long];
      const persons = labels.map((external_id) => ({ ...miss, external_id }));
      const results = await resultsOf(personPath, { persons, ...personas });
      expect(results.map(({ identifier }) => identifier.external_id)).toEqual(labels);
    });

    describeWith(known.person, needs.person, 'with a person on record', (person) => {
      const identifier = { network_url: person.contact_network_url };
      const named = (value: number | null): Map<string, unknown> => new Map(strangeNames.map((name) => [name, value]));

      it('returns 0 for fields with names such as `__proto__`, and null for a person without a match', async () => {
        const results = await resultsOf(personPath, { persons: [identifier, miss], fields: strangeNames });
        expect(results.map(({ data }) => new Map(Object.entries(data)))).toEqual([named(0), named(null)]);
      });

      it('returns null for fields of the employer with names such as `__proto__`', async () => {
        const { data } = await resultOf(personPath, { persons: [identifier], enrich_company: strangeNames });
        const company = data.company === null ? null : new Map(Object.entries(data.company as object));
        expect(company).toEqual(person.company === null ? null : named(null));
      });

      itWith(
        person.work_email,
        needs.personWithMore,
        'accepts a work e-mail address together with strange identifiers',
        async (address) => {
          const persons = strange.map((one) => ({
            network_url: `network.com/in/${unique}`,
            ...one,
            work_email: address,
          }));
          expect(await resultsOf(personPath, { persons, ...personas })).toHaveLength(strange.length);
        },
      );
    });
  });
});
