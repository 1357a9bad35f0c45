import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personResultsOf, matchedSlugs, matchedSlug } from '../support/records/person-api.js';
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
  { slug: 'share-2', name: 'Sue Share', site: 'acme.test', emails: ['share@acme.test'] },
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
});

afterAll(() => service.close());

async function ownersOf(...addresses: string[]): Promise<(string | null)[]> {
  return matchedSlugs(
    service.ours,
    addresses.map((work_email) => ({ work_email })),
  );
}

describe('POST /v1/person/enrich succeeds in matching the owner of an address', () => {
  it.each([
    ['on record', 'rs77@acme.test', 'stored'],
    ['in other dress', ' RS77+news@ACME.test ', 'stored'],
    ['with a display name', '"Stern, Elizabeth" <rs77@acme.test>', 'stored'],
    ['as a link', 'MAILTO:rs77@acme.test?subject=Hello', 'stored'],
    ['of a former employer', 'karl.mond@acme.test', 'moved'],
    ['from a free mail provider', 'Petra.Heim@gmail.com', 'private'],
    ['of a role', 'sales@acme.test', 'desk'],
  ])('that is %s, if it is stored', async (_what, work_email, slug) => {
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
    ['a sub-domain', 'mia.longstreet@mail.acme.test', 'mia-long'],
    ['a domain of no company on record', 'ella.woods@tiny.test', 'elsewhere'],
  ])('by its pattern: %s', async (_what, work_email, slug) => {
    const [result] = await personResultsOf(service.ours, { persons: [{ work_email }], fields: ['last_name'] });
    expect(result?.identifier).toEqual({ work_email, resolved_network_url: `https://www.network.com/in/${slug}` });
  });

  it('by name and employer for an unknown address', async () => {
    const identifier = { work_email: 'x9@acme.test', full_name: 'Mia Longstreet', company_name: 'Acme' };
    expect(await matchedSlug(service.ours, identifier)).toBe('mia-long');
  });

  it('by the name and the domain of the address', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'x9@acme.test', full_name: 'Mia Longstreet' })).toBe(
      'mia-long',
    );
  });

  it.each([
    ['the name', { full_name: 'Jane Doe' }],
    ['first and last name', { first_name: 'Jane', last_name: 'Doe' }],
    ['the name and the employer', { full_name: 'Jane Doe', company_domain: 'acme.test' }],
  ])('of two possible persons, with %s', async (_what, more) => {
    expect(await matchedSlug(service.ours, { work_email: 'jdoe@acme.test', ...more })).toBe('jane-doe');
  });

  it('for any employer, because persons change employers', async () => {
    const identifier = { work_email: 'karl.mond@acme.test', full_name: 'Karl Mond', company_domain: 'acme.test' };
    expect(await matchedSlug(service.ours, identifier)).toBe('moved');
  });

  it.each([
    ['the name', { full_name: 'Elizabeth Stern' }],
    ['an initial', { full_name: 'E. Stern' }],
    ['the words exchanged', { full_name: 'Stern Elizabeth' }],
    ['a nickname', { full_name: 'Liz Stern' }],
    ['a slip of the hand', { full_name: 'Elizabteh Stern' }],
    ['a family name after a marriage', { first_name: 'Elizabeth', last_name: 'Sommer' }],
    ['an employer of former times', { full_name: 'Liz Stern', company_domain: 'globex.test' }],
    ['an employer alone', { company_domain: 'globex.test' }],
  ])('that is stored, with %s', async (_what, more) => {
    expect(await matchedSlug(service.ours, { work_email: 'rs77@acme.test', ...more })).toBe('stored');
  });

  it('by a stored profile page, with any other identifiers', async () => {
    const stated = { network_url: 'network.com/in/stored', work_email: 'jane.doe@acme.test', full_name: 'Jane Doe' };
    expect(await matchedSlug(service.ours, stated)).toBe('stored');
  });

  it('that two persons share, with the name of one', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'share@acme.test', full_name: 'Sue Share' })).toBe('share-2');
  });
});

describe('POST /v1/person/enrich protects from matching', () => {
  it.each([
    ['that may be formed from two names', 'jdoe@acme.test'],
    ['that two people share', 'share@acme.test'],
    ['of a family name alone', 'longstreet@acme.test'],
    ['of initials alone', 'ml@acme.test'],
    ['of no person on record', 'nobody.atall@acme.test'],
    ['at another domain', 'mia.longstreet@globex.test'],
    ['at an unknown domain', 'mia.longstreet@unheard-of.test'],
    ['of a role that looks like a name', 'sales.info@acme.test'],
    ['of a role', 'info@acme.test'],
    ['from a free mail provider, even of one of its employees', 'gina.mail@gmail.com'],
    ['from a free mail provider, whose like is an employee’s elsewhere', 'mia.longstreet@gmail.com'],
    ['that is none', 'mia.longstreet'],
    ['of a host alone', '@acme.test'],
    ['at a number', 'mia.longstreet@127.0.0.1'],
  ])('an address %s', async (_what, work_email) => {
    expect(await ownersOf(work_email)).toEqual([null]);
  });

  it('an address by pattern with another name', async () => {
    expect(
      await matchedSlug(service.ours, { work_email: 'mlongstreet@acme.test', full_name: 'Max Longfield' }),
    ).toBeNull();
  });

  it.each([
    ['a name of no person on record', { full_name: 'Bruno Falk' }],
    ['the name of a colleague', { full_name: 'Jane Doe' }],
    ['the name of a colleague in two parts', { first_name: 'Jane', last_name: 'Doe' }],
    ['the name and the employer of a colleague', { full_name: 'Jane Doe', company_name: 'Acme' }],
    ['the name and the employer of a person elsewhere', { full_name: 'Ella Woods', company_domain: 'tiny.test' }],
    ['another given name before the family name', { full_name: 'Bruno Stern' }],
    ['a name after a marriage that a colleague has', { full_name: 'Elizabeth Falk' }],
    ['a nickname of a colleague behind a marriage', { full_name: 'Liz Berger', company_domain: 'acme.test' }],
  ])('a stored address with %s', async (_what, more) => {
    expect(await matchedSlug(service.ours, { work_email: 'rs77@acme.test', ...more })).toBeNull();
    expect(
      await matchedSlug(service.ours, { work_email: 'eli.home@gmail.com', company_name: 'Acme', ...more }),
    ).toBeNull();
  });

  it('an address that two persons share with the name of a third', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'share@acme.test', full_name: 'Jane Doe' })).toBeNull();
  });

  it('a role address with an unknown name', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'info@acme.test', full_name: 'Bruno Falk' })).toBeNull();
  });

  it('the domain of a free-mail address as employer', async () => {
    expect(await matchedSlug(service.ours, { work_email: 'x@gmail.com', full_name: 'Gina Mail' })).toBeNull();
  });
});
