import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type CompanyOwners, companyRounds, placeCompany } from './company-placement.js';

interface Identity {
  networkId: string | null;
  networkUrl: string | null;
  website: string | null;
  domains: string[] | null;
  nameKey: string | null;
}

function identity(members: Partial<Identity>): Identity {
  return { networkId: null, networkUrl: null, website: null, domains: null, nameKey: null, ...members };
}

function owners(
  found: {
    ids?: object;
    urls?: object;
    hosts?: object;
    aliases?: string[];
    idOf?: object;
    names?: Record<string, string[]>;
  } = {},
): CompanyOwners {
  return {
    byNetworkId: new Map(Object.entries(found.ids ?? {})),
    byNetworkUrl: new Map(Object.entries(found.urls ?? {})),
    byHost: new Map(Object.entries(found.hosts ?? {})),
    aliases: new Set(found.aliases),
    networkIds: new Map(Object.entries(found.idOf ?? {})),
    nameKeys: new Map(Object.entries(found.names ?? {}).map(([company, names]) => [company, new Set(names)])),
  };
}

describe('placeCompany', () => {
  const row = identity({ networkId: '1', networkUrl: 'url', website: 'a.com', domains: ['a.com', 'b.com'] });

  it('creates a company with all identifiers of the row if no stored company has one of them', () => {
    expect(placeCompany(row, owners())).toEqual({
      companyId: null,
      networkId: '1',
      networkUrl: 'url',
      website: 'a.com',
      keepsWebsite: false,
      takesAlias: false,
      hosts: ['a.com', 'b.com'],
      contested: 0,
    });
  });

  it.each([
    ['the id before all else', { ids: { 1: 'A' }, urls: { url: 'B' }, hosts: { 'a.com': 'C' } }, 'A'],
    ['the profile URL before the website', { urls: { url: 'B' }, hosts: { 'a.com': 'C' } }, 'B'],
    ['the website', { hosts: { 'a.com': 'C' } }, 'C'],
  ])('matches a stored company by %s', (_, found, company) => {
    expect(placeCompany(row, owners(found)).companyId).toBe(company);
  });

  it('does not match a company with the same website but another network id, and leaves the website with that company', () => {
    expect(placeCompany(row, owners({ hosts: { 'a.com': 'C' }, idOf: { C: '2' } }))).toMatchObject({
      companyId: null,
      networkId: '1',
      website: null,
      hosts: ['b.com'],
      contested: 1,
    });
    expect(placeCompany(row, owners({ hosts: { 'a.com': 'C' }, idOf: { C: '1' } })).companyId).toBe('C');
    const without = identity({ website: 'a.com' });
    expect(placeCompany(without, owners({ hosts: { 'a.com': 'C' }, idOf: { C: '2' } })).companyId).toBe('C');
  });

  it('does not match a stored company that has one of the other domains of the row, but not its website', () => {
    expect(placeCompany(row, owners({ hosts: { 'b.com': 'C' } }))).toMatchObject({
      companyId: null,
      hosts: ['a.com'],
      contested: 1,
    });
  });

  it('leaves an identifier of the row with another stored company that already has it', () => {
    const found = owners({ ids: { 1: 'A' }, urls: { url: 'B' }, hosts: { 'a.com': 'C', 'b.com': 'A' } });
    expect(placeCompany(row, found)).toEqual({
      companyId: 'A',
      networkId: '1',
      networkUrl: null,
      website: null,
      keepsWebsite: false,
      takesAlias: false,
      hosts: ['b.com'],
      contested: 2,
    });
  });
});

describe('placeCompany, if a stored company has aliases,', () => {
  const found = {
    ids: { 1: 'A' },
    hosts: { 'a.com': 'A', 'b.com': 'A', 'c.com': 'A' },
    aliases: ['b.com', 'c.com'],
    names: { A: ['new', 'old'] },
  };
  const row = identity({ website: 'b.com', domains: ['b.com', 'c.com', 'd.com'] });

  it.each([
    ['no name', null],
    ['the name of the company', 'new'],
    ['a former name of the company', 'old'],
  ])(
    'matches the company that has the website of the row as an alias, and keeps its primary website, if the row has %s',
    (_, nameKey) => {
      expect(placeCompany({ ...row, nameKey }, owners(found))).toMatchObject({
        companyId: 'A',
        website: 'b.com',
        keepsWebsite: true,
        takesAlias: false,
        contested: 0,
      });
    },
  );

  it('creates a company if the website of the row is an alias of a company with another name, and moves that alias to the new company', () => {
    expect(placeCompany({ ...row, nameKey: 'other' }, owners(found))).toEqual({
      companyId: null,
      networkId: null,
      networkUrl: null,
      website: 'b.com',
      keepsWebsite: false,
      takesAlias: true,
      hosts: ['b.com', 'd.com'],
      contested: 1,
    });
  });

  it('creates a company if the website of the row is an alias of a company without a name, and the row has a name', () => {
    const nameless = owners({ ...found, names: {} });
    expect(placeCompany({ ...row, nameKey: 'other' }, nameless)).toMatchObject({ companyId: null, takesAlias: true });
  });

  it('matches the company with the network id of the row, even under another name, and makes its alias the primary website', () => {
    expect(placeCompany({ ...row, networkId: '1', nameKey: 'other' }, owners(found))).toMatchObject({
      companyId: 'A',
      website: 'b.com',
      keepsWebsite: false,
      takesAlias: false,
    });
  });

  it('matches the company whose primary website is that of the row, even under another name', () => {
    const renamed = identity({ website: 'a.com', nameKey: 'other' });
    expect(placeCompany(renamed, owners(found))).toMatchObject({ companyId: 'A', keepsWebsite: false });
  });
});

describe('companyRounds, which divides rows into rounds that are merged one after the other,', () => {
  it('puts rows that have no identifier and no stored company in common into one round', () => {
    const rows = [identity({ networkId: '1' }), identity({ networkId: '2' }), identity({ website: 'a.com' })];
    expect(companyRounds(rows, owners())).toEqual([rows]);
    expect(companyRounds([], owners())).toEqual([]);
  });

  it('puts rows into one round if an id, a profile URL and a host merely have the same text', () => {
    const rows = [identity({ networkId: 'x' }), identity({ networkUrl: 'x' }), identity({ website: 'x' })];
    expect(companyRounds(rows, owners())).toHaveLength(1);
  });

  it.each([
    ['an id', identity({ networkId: '1' }), identity({ networkId: '1', website: 'a.com' })],
    ['a profile URL', identity({ networkUrl: 'url' }), identity({ networkUrl: 'url' })],
    [
      'a host, even if it is an alias',
      identity({ website: 'a.com' }),
      identity({ networkId: '2', domains: ['a.com'] }),
    ],
    ['a stored company', identity({ networkId: '8' }), identity({ website: 'stored.com' })],
  ])('puts the later of two rows into the next round if they share %s', (_, first, second) => {
    const found = owners({ ids: { 8: 'A' }, hosts: { 'stored.com': 'A' } });
    expect(companyRounds([first, second], found)).toEqual([[first], [second]]);
  });

  it('puts three rows into three rounds if the second one shares a host with each of the others', () => {
    const first = identity({ networkId: '1', website: 'a.com' });
    const second = identity({ website: 'a.com', domains: ['b.com'] });
    const third = identity({ website: 'b.com' });
    expect(companyRounds([first, second, third], owners())).toEqual([[first], [second], [third]]);
  });

  const few = fc.constantFrom('1', '2', '3', '4', '5', '6');
  const maybe = fc.option(few, { nil: null });
  const rows = fc.array(
    fc.record({
      networkId: maybe,
      networkUrl: maybe,
      website: maybe,
      domains: fc.option(fc.array(few, { maxLength: 2 }), { nil: null }),
      nameKey: maybe,
    }),
    { maxLength: 12 },
  );
  const ownership = fc.dictionary(few, fc.constantFrom('A', 'B', 'C'));

  it('puts every row into exactly one round, and never two rows with a common identifier or stored company into the same round', () => {
    fc.assert(
      fc.property(rows, ownership, ownership, (all, ids, hosts) => {
        const named = all.filter((row) => row.networkId ?? row.networkUrl ?? row.website);
        const rounds = companyRounds(named, owners({ ids, hosts }));
        expect(rounds.flat().toSorted(byPosition(named))).toEqual(named);
        for (const round of rounds) {
          const touched = round.flatMap((row) => touchedBy(row, ids, hosts));
          expect(touched).toHaveLength(new Set(touched).size);
        }
      }),
    );
  });

  it('keeps the order of rows with a common identifier or stored company', () => {
    fc.assert(
      fc.property(rows, ownership, ownership, (all, ids, hosts) => {
        const named = all.filter((row) => row.networkId ?? row.networkUrl ?? row.website);
        const order = companyRounds(named, owners({ ids, hosts })).flat();
        for (const [index, row] of order.entries()) {
          const touched = new Set(touchedBy(row, ids, hosts));
          const earlier = order
            .slice(0, index)
            .filter((other) => touchedBy(other, ids, hosts).some((key) => touched.has(key)));
          expect(earlier.every((other) => named.indexOf(other) < named.indexOf(row))).toBe(true);
        }
      }),
    );
  });
});

function byPosition(rows: readonly Identity[]): (one: Identity, other: Identity) => number {
  return (one, other) => rows.indexOf(one) - rows.indexOf(other);
}

function touchedBy(row: Identity, ids: Record<string, string>, hosts: Record<string, string>): string[] {
  const own = [
    row.networkId === null ? [] : [`id ${row.networkId}`],
    row.networkUrl === null ? [] : [`url ${row.networkUrl}`],
  ].flat();
  const named = [...(row.website === null ? [] : [row.website]), ...(row.domains ?? [])];
  const companies = [...(row.networkId === null ? [] : [ids[row.networkId]]), ...named.map((host) => hosts[host])];
  return [...new Set([...own, ...named.map((host) => `host ${host}`), ...companies.filter((id) => id !== undefined)])];
}
