import { describe, expect, it } from '@jest/globals';
import type { KnownPersons } from './person-identity.js';
import { personKeys, personRounds } from './person-placement.js';
import { type PersonRow, readPerson } from './person-record.js';

const nobodyKnown: KnownPersons = {
  byNetworkUrl: new Map(),
  byId: new Map(),
  ownersOfAddress: new Map(),
  ownersOfNetworkId: new Map(),
  colleagues: new Map(),
};

function row(full_name: string, page: string | null, address: string | null): PersonRow {
  const emails = address === null ? [] : [{ address }];
  const network_url = page === null ? null : `network.com/in/${page}`;
  const { row: read } = readPerson({ full_name, network_url, emails, company_name: 'Acme' }, 'ndjson', null);
  if (read === null) throw new Error('The record names no person');
  return read;
}

/** The indexes of the rows of each round. */
function rounds(rows: readonly PersonRow[], settled: readonly string[] = []): number[][] {
  const indexed = rows.map((each, index) => ({ index, row: each }));
  return personRounds(indexed, nobodyKnown, new Set(settled)).map((round) => round.map(({ index }) => index));
}

describe('The rounds of a batch of persons', () => {
  it('are one if no two rows have an identifier in common', () => {
    expect(rounds([row('Jane Doe', 'jane', 'jane@a.test'), row('Jane Doe', 'jane-2', 'doe@a.test')])).toEqual([[0, 1]]);
  });

  it('divide rows that share an address, unless the person of the address is certain', () => {
    const rows = [row('Jane Doe', 'jane', 'info@a.test'), row('Peter Novak', 'peter', 'info@a.test')];
    expect(rounds(rows)).toEqual([[0], [1]]);
    expect(rounds(rows, ['info@a.test'])).toEqual([[0, 1]]);
  });

  it('divide rows of one name if one of them identifies its person only by name and employer', () => {
    expect(rounds([row('Jane Doe', 'jane', null), row('JANE DOE', null, null)])).toEqual([[0], [1]]);
  });
});

describe('The keys of a row about a person', () => {
  it('share the name with other rows, unless only the name and the employer identify the person', () => {
    expect(personKeys(row('Jane Doe', null, 'jane@a.test'), null, nobodyKnown)).toEqual({
      own: ['email jane@a.test'],
      shared: ['name jane doe'],
    });
    expect(personKeys(row('Jane Doe', null, null), null, nobodyKnown)).toEqual({ own: ['name jane doe'] });
  });

  it('are those of the row with and without its disputed identifiers', () => {
    const keys = personKeys(row('Jane Doe', null, 'jane@a.test'), row('Jane Doe', null, null), nobodyKnown);
    expect(keys).toEqual({ own: ['email jane@a.test', 'name jane doe'] });
  });
});
