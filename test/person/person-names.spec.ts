import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { matchedSlugs, matchedSlug } from '../support/records/person-api.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

let service: PersonService;

interface Draft {
  readonly slug: string;
  readonly name?: string;
  readonly first?: string;
  readonly last?: string;
  readonly emails?: readonly string[];
}

const staff: readonly Draft[] = [
  { slug: 'zoe', name: 'Zoë Müller-Lüdenscheidt' },
  { slug: 'robert', first: 'Robert', last: 'Winterbottom' },
  { slug: 'vincent', name: 'Vincent van der Berg' },
  { slug: 'maria', name: 'María del Carmen García Márquez' },
  { slug: 'ana', name: 'Ana Sofía López Ruiz' },
  { slug: 'sergei', name: 'Сергей Иванов' },
  { slug: 'katherine', name: 'Katherine Anne O’Brien' },
  { slug: 'hans', name: 'Hans-Peter Schmidt' },
  { slug: 'li', name: '王小明' },
  { slug: 'first-only', first: 'Beyonda' },
  { slug: 'nameless' },
  { slug: 'twin-1', name: 'Alex Twin', emails: ['alex@acme.test'] },
  { slug: 'twin-2', name: 'Alex Twin', emails: ['atwin@acme.test'] },
  { slug: 'john-a', name: 'John Adam Smithson' },
  { slug: 'john-b', name: 'John Brian Smithson' },
  { slug: 'thomas', name: 'Thomas Lindqvist' },
  { slug: 'tomas', name: 'Tobias Lindqvist' },
];

beforeAll(async () => {
  const at = (employer: string) => (draft: Draft) => ({
    network_url: `network.com/in/${draft.slug}`,
    full_name: draft.name,
    first_name: draft.first,
    last_name: draft.last,
    company_website: employer,
    emails: (draft.emails ?? []).map((address) => ({ address })),
  });
  service = await startPersonService({
    companies: [
      { website: 'acme.test', name: 'Acme' },
      { website: 'globex.test', name: 'Globex' },
    ],
    persons: [...staff.map(at('acme.test')), at('globex.test')({ slug: 'robert-2', name: 'Robert Winterbottom' })],
  });
});

afterAll(() => service.close());

async function atAcme(full_name: string): Promise<string | null> {
  return matchedSlug(service.ours, { full_name, company_domain: 'acme.test' });
}

describe('POST /v1/person/enrich succeeds with a name', () => {
  it.each([
    ['without accents', 'zoe', 'Zoe Muller-Ludenscheidt'],
    ['with two letters for umlauts', 'zoe', 'Zoe Mueller-Luedenscheidt'],
    ['without the hyphen', 'zoe', 'Zoë Müller Lüdenscheidt'],
    ['in capitals', 'robert', 'ROBERT WINTERBOTTOM'],
    ['with additional white space', 'robert', '  Robert \t Winterbottom '],
    ['with the last name first and a comma', 'robert', 'Winterbottom, Robert'],
    ['with the last name first', 'robert', 'Winterbottom Robert'],
    ['with a nickname', 'robert', 'Bob Winterbottom'],
    ['with a title and a degree', 'robert', 'Prof. Dr. Robert Winterbottom, PhD'],
    ['with a middle name that is not stored', 'robert', 'Robert James Winterbottom'],
    ['with an initial', 'robert', 'R. Winterbottom'],
    ['with a typing error in the family name', 'robert', 'Robert Winterbotom'],
    ['with a typing error in the given name', 'robert', 'Robret Winterbottom'],
    ['with a nickname in quotes', 'robert', 'Robert "Bob" Winterbottom'],
    ['without particles', 'vincent', 'Vincent Berg'],
    ['with particles in capitals', 'vincent', 'Vincent Van Der Berg'],
    ['with one of two family names', 'maria', 'María García'],
    ['with the first of two family names', 'ana', 'Ana López'],
    ['with half of a hyphenated given name', 'hans', 'Hans Schmidt'],
    ['in one word', 'robert', 'RobertWinterbottom'],
    ['in one word in small letters', 'robert', 'robertwinterbottom'],
    ['with digits for letters', 'robert', 'R0bert W1nterbottom'],
    ['with a title of an office', 'robert', 'Senator Robert Winterbottom'],
    ['in Latin letters', 'sergei', 'Sergey Ivanov'],
    ['in Cyrillic letters', 'sergei', 'сергей иванов'],
    ['without the middle name', 'katherine', 'Katherine OBrien'],
    ['with a nickname and without the middle name', 'katherine', "Kate O'Brien"],
    ['without the hyphen in the given name', 'hans', 'Hans Peter Schmidt'],
    ['in Chinese characters', 'li', '王小明'],
    ['in Pinyin', 'li', 'Xiaoming Wang'],
    ['that is a single word', 'first-only', 'beyonda'],
  ])('matches a person by the name %s: %s is found by %s', async (_what, slug, full_name) => {
    expect(await atAcme(full_name)).toBe(slug);
  });

  it.each([
    ['as they are', 'Robert', 'Winterbottom'],
    ['exchanged', 'Winterbottom', 'Robert'],
    ['with a nickname', 'Rob', 'Winterbottom'],
    ['with a middle name', 'Robert J.', 'Winterbottom'],
  ])('matches a person by first and last name in two fields, %s', async (_what, first_name, last_name) => {
    expect(await matchedSlug(service.ours, { first_name, last_name, company_name: 'Acme' })).toBe('robert');
  });

  it('matches a person by the full name, not by first and last name, if the full name has more parts', async () => {
    const identifier = { first_name: 'J', last_name: 'S', company_domain: 'acme.test' };
    const persons = [
      { ...identifier, full_name: 'John Adam Smithson' },
      { ...identifier, full_name: 'John Adam Smithson', first_name: 'John', last_name: 'Smithson' },
    ];
    expect(await matchedSlugs(service.ours, persons)).toEqual(['john-a', 'john-a']);
  });

  it('matches each of two namesakes by their employers', async () => {
    const full_name = 'Bob Winterbottom';
    const persons = ['acme.test', 'globex.test'].map((company_domain) => ({ full_name, company_domain }));
    expect(await matchedSlugs(service.ours, persons)).toEqual(['robert', 'robert-2']);
  });

  it('matches each of two colleagues with the same first and last name by the middle name', async () => {
    expect(await atAcme('John Adam Smithson')).toBe('john-a');
    expect(await atAcme('John B. Smithson')).toBe('john-b');
  });

  it('matches one of two colleagues with the same name by the stored address of that colleague', async () => {
    const identifier = { full_name: 'Alex Twin', company_domain: 'acme.test', work_email: 'atwin@acme.test' };
    expect(await matchedSlug(service.ours, identifier)).toBe('twin-2');
  });

  it('matches a person by name, address and employer together, also if a further address or profile page is unknown', async () => {
    const parts = { first_name: 'Robert', last_name: 'Winterbottom', full_name: 'Robert Winterbottom' };
    const employer = { company_domain: 'acme.test', company_name: 'Acme' };
    const email = { work_email: 'robert.winterbottom@acme.test' };
    const persons = [
      { ...parts, company_domain: 'acme.test' },
      { ...parts, ...employer },
      { ...parts, ...email },
      { ...parts, ...employer, ...email },
      { ...email, ...employer },
      { ...parts, ...employer, work_email: 'unknown@acme.test' },
      { ...parts, ...employer, work_email: 'bobby77@gmail.com' },
      { ...parts, ...employer, network_url: 'network.com/in/robert-from-before' },
    ];
    expect(await matchedSlugs(service.ours, persons)).toEqual(persons.map(() => 'robert'));
  });
});

describe('POST /v1/person/enrich protects from matching', () => {
  it.each([
    ['that two colleagues have', 'Alex Twin'],
    ['of two colleagues whom only the omitted middle names distinguish', 'John Smithson'],
    ['with an initial that two colleagues have', 'T. Lindqvist'],
    ['that no employee has', 'Nobody Atall'],
    ['that shares only the given name', 'Robert Summerfield'],
    ['that shares only the family name', 'Gerald Winterbottom'],
    ['that is only a family name', 'Winterbottom'],
    ['with a family name, if only a given name is stored', 'Beyonda Knowles'],
    ['with only the second half of a given name', 'Peter Schmidt'],
    ['of initials', 'R. W.'],
    ['of punctuation', '??? !!!'],
    ['of digits', '12345 67890'],
    ['of emoji', '😀 😀'],
  ])('matches no person by a name %s: %s', async (_what, full_name) => {
    expect(await atAcme(full_name)).toBeNull();
  });

  it('matches neither of two colleagues with the same name by an address that is not stored', async () => {
    const identifier = { full_name: 'Alex Twin', company_domain: 'acme.test', work_email: 'alex.twin@acme.test' };
    expect(await matchedSlug(service.ours, identifier)).toBeNull();
  });
});
