import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personResultsOf, matchedSlugs, matchedSlug } from '../support/records/person-api.js';
import { shareAddress } from '../support/records/person-factory.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

let service: PersonService;

interface Draft {
  readonly slug: string;
  readonly name: string;
  readonly site?: string;
  readonly emails?: readonly string[];
}

const drafts: readonly Draft[] = [
  { slug: 'jane-doe', name: 'Jane Doe', site: 'acme.test' },
  { slug: 'john-doe', name: 'John Doe', site: 'acme.test' },
  { slug: 'mia-long', name: 'Mia Longstreet', site: 'acme.test' },
  { slug: 'jose', name: 'José Núñez', site: 'acme.test' },
  { slug: 'juergen', name: 'Jürgen Groß', site: 'acme.test' },
  { slug: 'bob', name: 'Robert Winter', site: 'acme.test' },
  { slug: 'info', name: 'Sales Info', site: 'acme.test' },
  { slug: 'stored', name: 'Elizabeth Stern', site: 'acme.test', emails: ['rs77@acme.test', 'eli.home@gmail.com'] },
  { slug: 'falk', name: 'Elizabeth Falk', site: 'acme.test' },
  { slug: 'berger', name: 'Elizabeth Berger', site: 'acme.test' },
  { slug: 'moved', name: 'Karl Mond', site: 'globex.test', emails: ['karl.mond@acme.test'] },
  { slug: 'freelancer', name: 'Gina Mail', site: 'gmail.com' },
  { slug: 'private', name: 'Petra Heim', site: 'acme.test', emails: ['petra.heim@gmail.com'] },
  { slug: 'team-a', name: 'Tim Abel', site: 'acme.test', emails: ['team@acme.test'] },
  { slug: 'desk', name: 'Dora Desk', site: 'acme.test', emails: ['sales@acme.test'] },
  { slug: 'share-1', name: 'Sam Share', site: 'acme.test', emails: ['share@acme.test'] },
  { slug: 'share-2', name: 'Sue Share', site: 'acme.test' },
  { slug: 'elsewhere', name: 'Ella Woods', site: 'tiny.test' },
];

beforeAll(async () => {
  service = await startPersonService({
    companies: [
      { website: 'acme.test', domains: ['acme.example'], name: 'Acme' },
      { website: 'globex.test', name: 'Globex' },
    ],
    persons: drafts.map(({ slug, name, site, emails = [] }) => ({
      network_url: `network.com/in/${slug}`,
      full_name: name,
      company_website: site,
      emails: emails.map((address) => ({ address })),
    })),
  });
  await shareAddress(service.database, 'share@acme.test', 'share-2');
});

afterAll(() => service.close());

async function ownersOf(...addresses: string[]): Promise<(string | null)[]> {
  return matchedSlugs(
    service.ours,
    addresses.map((work_email) => ({ work_email })),
  );
}

describe('POST /v1/person/enrich succeeds with an e-mail address', () => {
  it.each([
    ['written as it is stored', 'rs77@acme.test', 'stored'],
    ['written with capitals, a tag and spaces', ' RS77+news@ACME.test ', 'stored'],
    ['written with a display name', '"Stern, Elizabeth" <rs77@acme.test>', 'stored'],
    ['written as a link', 'MAILTO:rs77@acme.test?subject=Hello', 'stored'],
    ['at a former employer', 'karl.mond@acme.test', 'moved'],
    ['at a free-mail provider', 'Petra.Heim@gmail.com', 'private'],
  ])('matches the owner of a stored address that is %s', async (_what, work_email, slug) => {
    expect(await matchedSlug(service.ours, { work_email })).toBe(slug);
  });

  it.each([
    ['first.last', 'jane.doe@acme.test', 'jane-doe'],
    ['last.first', 'longstreet.mia@acme.test', 'mia-long'],
    ['firstlast', 'mialongstreet@acme.test', 'mia-long'],
    ['flast', 'mlongstreet@acme.test', 'mia-long'],
    ['f.last', 'm.longstreet@acme.test', 'mia-long'],
    ['first_l', 'mia_l@acme.test', 'mia-long'],
    ['letters without accents', 'jose.nunez@acme.test', 'jose'],
    ['two letters for umlauts', 'juergen.gross@acme.test', 'juergen'],
    ['a nickname', 'bob.winter@acme.test', 'bob'],
    ['an alias domain', 'mia.longstreet@acme.example', 'mia-long'],
    ['a subdomain', 'mia.longstreet@mail.acme.test', 'mia-long'],
    ['a domain of no company on record', 'ella.woods@tiny.test', 'elsewhere'],
  ])(
    'matches a person by an address that is not stored, with the pattern or variant: %s',
    async (_what, work_email, slug) => {
      const [result] = await personResultsOf(service.ours, { persons: [{ work_email }], fields: ['last_name'] });
      expect(result?.identifier).toEqual({ work_email, resolved_network_url: `https://www.network.com/in/${slug}` });
    },
  );

  it.each([
    'rs77@acme.test;',
    "'rs77@acme.test'",
    'SMTP:rs77@acme.test',
    'E. Stern (rs77@acme.test)',
    'rs77@acme.test (work)',
  ])('matches the owner of the address in the pasted text %j', async (work_email) => {
    expect(await matchedSlug(service.ours, { work_email })).toBe('stored');
  });

  it('matches a person by name and employer if the address is not stored', async () => {
    const identifier = { work_email: 'x9@acme.test', full_name: 'Mia Longstreet', company_name: 'Acme' };
    expect(await matchedSlug(service.ours, identifier)).toBe('mia-long');
  });

  it('matches a person by full name and the domain of an address that is not stored', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'x9@acme.test', full_name: 'Mia Longstreet' })).toBe(
      'mia-long',
    );
  });

  it.each([
    ['the name', { full_name: 'Jane Doe' }],
    ['first and last name', { first_name: 'Jane', last_name: 'Doe' }],
    ['the name and the employer', { full_name: 'Jane Doe', company_domain: 'acme.test' }],
  ])(
    'matches one person by an address that suits the names of two persons, if the request also has %s',
    async (_what, more) => {
      expect(await matchedSlug(service.ours, { work_email: 'jdoe@acme.test', ...more })).toBe('jane-doe');
    },
  );

  it('matches the person who has a stored address at a former employer, if the request has the domain of that employer', async () => {
    const identifier = { work_email: 'karl.mond@acme.test', full_name: 'Karl Mond', company_domain: 'acme.test' };
    expect(await matchedSlug(service.ours, identifier)).toBe('moved');
  });

  it.each([
    ['the name', { full_name: 'Elizabeth Stern' }],
    ['an initial', { full_name: 'E. Stern' }],
    ['given and family name exchanged', { full_name: 'Stern Elizabeth' }],
    ['a nickname', { full_name: 'Liz Stern' }],
    ['a typing error in the name', { full_name: 'Elizabteh Stern' }],
    ['another family name, as after a marriage', { first_name: 'Elizabeth', last_name: 'Sommer' }],
    ['a nickname and another employer', { full_name: 'Liz Stern', company_domain: 'globex.test' }],
    ['another employer', { company_domain: 'globex.test' }],
  ])('matches the owner of a stored address, if the request also has %s', async (_what, more) => {
    expect(await matchedSlug(service.ours, { work_email: 'rs77@acme.test', ...more })).toBe('stored');
  });

  it('matches the person of a stored profile page, whatever address and name the request has', async () => {
    const stated = { network_url: 'network.com/in/stored', work_email: 'jane.doe@acme.test', full_name: 'Jane Doe' };
    expect(await matchedSlug(service.ours, stated)).toBe('stored');
  });

  it('matches, of two persons with a shared address, the person whose name the request has', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'share@acme.test', full_name: 'Sue Share' })).toBe('share-2');
  });
});

describe('POST /v1/person/enrich protects from matching', () => {
  it.each([
    ['that suits the names of two persons', 'jdoe@acme.test'],
    ['that two persons share', 'share@acme.test'],
    ['of only a family name', 'longstreet@acme.test'],
    ['of only initials', 'ml@acme.test'],
    ['of no person on record', 'nobody.atall@acme.test'],
    ['at another domain', 'mia.longstreet@globex.test'],
    ['at an unknown domain', 'mia.longstreet@unheard-of.test'],
    ['of a role that looks like a name', 'sales.info@acme.test'],
    ['of a role', 'info@acme.test'],
    ['of a role that a person on record has', 'sales@acme.test'],
    ['that stands for a missing one', 'email_not_unlocked@domain.com'],
    ['at a free-mail provider that suits one of its employees', 'gina.mail@gmail.com'],
    ['at a free-mail provider that suits an employee of another company', 'mia.longstreet@gmail.com'],
    ['without @', 'mia.longstreet'],
    ['without a local part', '@acme.test'],
    ['at an IP address', 'mia.longstreet@127.0.0.1'],
  ])('matches no person by an address %s', async (_what, work_email) => {
    expect(await ownersOf(work_email)).toEqual([null]);
  });

  it('matches no person by an address that fits the name of an employee if the request states another name', async () => {
    expect(
      await matchedSlug(service.ours, { work_email: 'mlongstreet@acme.test', full_name: 'Max Longfield' }),
    ).toBeNull();
  });

  it.each([
    ['a name of no person on record', { full_name: 'Bruno Falk' }],
    ['the name of a colleague', { full_name: 'Jane Doe' }],
    ['the first and last name of a colleague', { first_name: 'Jane', last_name: 'Doe' }],
    ['the name and the employer of a colleague', { full_name: 'Jane Doe', company_name: 'Acme' }],
    ['the name and the employer of a person elsewhere', { full_name: 'Ella Woods', company_domain: 'tiny.test' }],
    ['another given name', { full_name: 'Bruno Stern' }],
    ['another family name that makes the name of a colleague', { full_name: 'Elizabeth Falk' }],
    [
      'another family name that makes a nickname of a colleague',
      { full_name: 'Liz Berger', company_domain: 'acme.test' },
    ],
  ])('matches no person by a stored address, if the request also has %s', async (_what, more) => {
    expect(await matchedSlug(service.ours, { work_email: 'rs77@acme.test', ...more })).toBeNull();
    expect(
      await matchedSlug(service.ours, { work_email: 'eli.home@gmail.com', company_name: 'Acme', ...more }),
    ).toBeNull();
  });

  it('matches no person by an address that two persons share, if the request has the name of a third person', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'share@acme.test', full_name: 'Jane Doe' })).toBeNull();
  });

  it('matches no person by the address of a role, if the request has an unknown name', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'info@acme.test', full_name: 'Bruno Falk' })).toBeNull();
  });

  it('does not use the domain of a free-mail address as the domain of the employer', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'x@gmail.com', full_name: 'Gina Mail' })).toBeNull();
  });
});
