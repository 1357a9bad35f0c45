import { describe, expect, it } from '@jest/globals';
import type { ColumnNames } from './csv-records.js';
import { sheetRecords } from './sheet-records.js';

const columns: ColumnNames = {
  isKnown: (name) => ['Website', 'Name'].includes(name),
  checkColumns: () => undefined,
};

/** The first cell of each record of a sheet with these rows. */
async function websitesOf(rows: readonly (readonly string[])[]): Promise<unknown[]> {
  async function* read() {
    for (const [index, cells] of rows.entries()) yield await Promise.resolve({ line: index + 1, cells });
  }
  const websites: unknown[] = [];
  for await (const entry of sheetRecords([{ name: 'Accounts', isHidden: false, rows: read }], columns))
    websites.push('record' in entry ? entry.record.Website : entry.reason);
  return websites;
}

describe('sheetRecords', () => {
  it('returns every row below the header row, also of a sheet with more rows than may stand above a header row', async () => {
    const websites = Array.from({ length: 100 }, (_, index) => `a${index}.com`);
    expect(await websitesOf([['Website', 'Name'], ...websites.map((website) => [website, 'A'])])).toEqual(websites);
  });

  it('returns records whose only value is in the first column, and leaves out the remark below them', async () => {
    const rows = [['Website', 'Name'], ['a.com', 'A'], ['b.com'], ['c.com'], ['Total: 3 records']];
    expect(await websitesOf(rows)).toEqual(['a.com', 'b.com', 'c.com']);
  });
});
