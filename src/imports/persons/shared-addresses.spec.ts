import { describe, expect, it } from '@jest/globals';
import type { AddressOwner, KnownPersons } from './person-identity.js';
import { type PersonRow, readPerson } from './person-record.js';
import { sharedAddresses } from './shared-addresses.js';

const info = 'info@acme.com';

function row(page: string | null, ...addresses: string[]): PersonRow {
  const record = page === null ? { full_name: 'Jane Doe' } : { network_url: `network.com/in/${page}` };
  const { row: read } = readPerson({ ...record, emails: addresses.map((address) => ({ address })) }, 'ndjson', null);
  if (read === null) throw new Error('The record has neither page nor address');
  return read;
}

function known(...owners: AddressOwner[]): KnownPersons {
  const nobody = new Map<string, never>();
  const ownersOfAddress = new Map(owners.length === 0 ? [] : [[info, owners]]);
  return { byNetworkUrl: nobody, byId: nobody, ownersOfAddress, ownersOfNetworkId: nobody, colleagues: new Map() };
}

function owner(page: string | null): AddressOwner {
  const networkUrl = page === null ? null : `https://www.network.com/in/${page}`;
  return { id: '1', networkUrl, naming: { firstName: null, lastName: null, fullName: null } };
}

describe('An address that rows with different profile pages share', () => {
  const rows = [row('a', info, 'a@acme.com'), row('b', info), row('c', info)];

  it('belongs to the person of the first row if no stored person has it', () => {
    const { settled, taken } = sharedAddresses(rows, known());
    expect([...settled].sort()).toEqual(['a@acme.com', info]);
    expect(rows.map((each) => [...(taken.get(each) ?? [])])).toEqual([[], [info], [info]]);
  });

  it('is kept by its stored owner, if the file has no row of the owner or one with this address', () => {
    for (const page of ['z', 'b']) {
      const { settled, taken } = sharedAddresses(rows, known(owner(page)));
      expect([settled.has(info), taken.size]).toEqual([true, 0]);
    }
  });

  it.each<readonly [what: string, rows: PersonRow[], owners: AddressOwner[]]>([
    ['the row of its owner has another address, but not this one', [...rows, row('z', 'z@acme.com')], [owner('z')]],
    ['its owner has no page', rows, [owner(null)]],
    ['it has two owners', rows, [owner('y'), owner('z')]],
    ['a row without a page has it, too', [...rows, row(null, info)], []],
    ['two of the rows have the same page', [...rows, row('a', 'a2@acme.com')], []],
  ])('is not given to a person before the merge if %s', (_what, batch, owners) => {
    const { settled, taken } = sharedAddresses(batch, known(...owners));
    expect([settled.has(info), taken.size]).toEqual([false, 0]);
  });
});
