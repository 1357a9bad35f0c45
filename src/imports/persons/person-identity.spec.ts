import { describe, expect, it } from '@jest/globals';
import { type AddressOwner, contradict, identityOf, type KnownPersons } from './person-identity.js';
import { type PersonRow, readPerson } from './person-record.js';
import { noNames, type StoredPerson } from './person-state.js';
import { noEmployer } from '../../matching/persons/employers.js';

const named = (fullName: string | null) => ({ ...noNames, fullName });
const pageOf = (slug: string): string => `https://www.network.com/in/${slug}`;

function row(record: object): PersonRow {
  const { row: read } = readPerson({ ...record }, 'ndjson', null);
  if (read === null) throw new Error('The record names no person');
  return read;
}

/** A stored person and the person's addresses. `page` is the end of the profile page. */
interface Stored {
  readonly id: string;
  readonly page?: string;
  readonly name?: string;
  readonly addresses?: readonly string[];
}

function knownOf(persons: readonly Stored[], colleagues: KnownPersons['colleagues'] = new Map()): KnownPersons {
  const stored = persons.map(({ id, page, name }): StoredPerson => ({
    id,
    networkUrl: page === undefined ? null : pageOf(page),
    naming: named(name ?? null),
    jobTitle: null,
    employer: noEmployer,
    companyId: null,
    experience: [],
    education: [],
  }));
  const ownersOfAddress = new Map<string, AddressOwner[]>();
  for (const [index, person] of stored.entries()) {
    for (const address of persons[index]?.addresses ?? [])
      ownersOfAddress.set(address, [...(ownersOfAddress.get(address) ?? []), person]);
  }
  return {
    byNetworkUrl: new Map(
      stored.flatMap((person) => (person.networkUrl === null ? [] : [[person.networkUrl, person]])),
    ),
    byId: new Map(stored.map((person) => [person.id, person])),
    ownersOfAddress,
    ownersOfNetworkId: new Map(),
    colleagues,
  };
}

function found(record: object, ...persons: Stored[]): unknown {
  const identity = identityOf(row(record), knownOf(persons));
  if (typeof identity === 'string') return identity;
  return { id: identity.stored?.id ?? null, joined: identity.joined, contested: [...identity.contested] };
}

const emails = (...addresses: string[]): object => ({ emails: addresses.map((address) => ({ address })) });
const jane = { id: '3', name: 'Jane Doe', addresses: ['jane@a.test'] };

describe('A record with a profile page', () => {
  const record = { network_url: 'network.com/in/jane', full_name: 'Jane Doe', ...emails('jane@a.test') };

  it('is about the stored person with this profile page, or about a new person if there is none', () => {
    expect(found(record, { ...jane, page: 'jane' })).toEqual({ id: '3', joined: [], contested: [] });
    expect(found(record)).toEqual({ id: null, joined: [], contested: [] });
  });

  it('updates the stored person with its address, if no stored person has its page', () => {
    expect(found(record, jane)).toEqual({ id: '3', joined: [], contested: [] });
  });

  it('joins the stored person with its address and the stored person with its page', () => {
    expect(found(record, jane, { id: '9', page: 'jane' })).toEqual({ id: '9', joined: ['3', '9'], contested: [] });
  });

  it('leaves an address with the stored person who has it, if that person has another profile page or another name', () => {
    expect(found(record, { ...jane, page: 'other' })).toEqual({ id: null, joined: [], contested: ['jane@a.test'] });
    expect(found(record, { ...jane, name: 'Peter Novak' })).toEqual({
      id: null,
      joined: [],
      contested: ['jane@a.test'],
    });
  });

  it('keeps an address that both the person with its profile page and a person with another page have', () => {
    expect(found(record, { ...jane, page: 'jane' }, { ...jane, id: '4', page: 'other' })).toMatchObject({
      id: '3',
      contested: [],
    });
  });
});

describe('A record without a profile page', () => {
  const record = { full_name: 'Jane Doe', ...emails('jane@a.test', 'doe@b.test') };

  it('updates the stored person with one of its addresses, or creates a person if there is none', () => {
    expect(found(record, jane)).toEqual({ id: '3', joined: [], contested: [] });
    expect(found(record, { ...jane, page: 'jane' })).toEqual({ id: '3', joined: [], contested: [] });
    expect(found(record)).toEqual({ id: null, joined: [], contested: [] });
  });

  it('joins all persons who have its addresses into one, and is about the one of them who has a profile page', () => {
    const other = { id: '10', page: 'jane', addresses: ['doe@b.test'] };
    expect(found(record, jane, other)).toEqual({ id: '10', joined: ['3', '10'], contested: [] });
  });

  it('is not about a person with another name who has one of its addresses, and is refused if it has no other address', () => {
    const peter = { id: '5', name: 'Peter Novak', addresses: ['doe@b.test'] };
    expect(found(record, peter)).toEqual({ id: null, joined: [], contested: ['doe@b.test'] });
    expect(found(record, jane, peter)).toEqual({ id: '3', joined: [], contested: ['doe@b.test'] });
    expect(found({ full_name: 'Jane Doe', ...emails('doe@b.test') }, peter)).toMatch(/another name/);
  });

  it('is refused if its addresses belong to persons with different profile pages or with different names', () => {
    const second = { id: '4', page: 'doe', addresses: ['doe@b.test'] };
    expect(found(record, { ...jane, page: 'jane' }, second)).toMatch(/several persons/);
    const nameless = emails('jane@a.test', 'doe@b.test');
    expect(found(nameless, jane, { ...second, name: 'Peter Novak' })).toMatch(/several persons/);
  });

  it.each([
    [[], /no person/],
    [['3'], '3'],
    [['3', '4'], /several persons/],
  ])(
    'and without an address is about the person with its name and its employer, and is refused unless there is exactly one: %j',
    (ids, expected) => {
      const sought = row({ full_name: 'Jane Doe', company_name: 'Acme' });
      const identity = identityOf(sought, knownOf([jane, { ...jane, id: '4' }], new Map([[sought, ids]])));
      if (typeof identity === 'string') expect(identity).toMatch(expected);
      else expect(identity.stored?.id).toBe(expected);
    },
  );
});

describe('contradict', () => {
  it.each([
    ['Jane Doe', 'John Smith', true],
    ['Jane Doe', 'Doe Jane', false],
    ['Jane Doe', 'Jane Smith', false],
    ['Bob Winter', 'Robert Winter', false],
    ['Jane Doe', null, false],
  ])('says whether %s and %s must be two persons: %s', (one, other, expected) => {
    expect([contradict(named(one), named(other)), contradict(named(other), named(one))]).toEqual([expected, expected]);
  });
});
