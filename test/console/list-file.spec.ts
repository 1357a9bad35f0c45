import { describe, expect, it } from '@jest/globals';
import {
  groupsOf,
  guessKind,
  guessMapping,
  identifierOf,
  nameKey,
  namesWithoutIdentifier,
} from '../../console/src/lists/columns.js';
import { fingerprintOf } from '../../console/src/lists/fingerprint.js';
import { readTable } from '../../console/src/lists/list-file.js';
import { likelyHeader, type ListTable, maxRows, type RawTable, tableOf } from '../../console/src/lists/list-table.js';
import { NotATable } from '../../src/table-reading/table-rows.js';

function readRaw(content: string | Uint8Array<ArrayBuffer>, sheet: string | null = null): Promise<RawTable> {
  return readTable(new Blob([content]), sheet, () => undefined, new AbortController().signal);
}

async function read(content: string | Uint8Array<ArrayBuffer>): Promise<ListTable> {
  const raw = await readRaw(content);
  return tableOf(raw, likelyHeader(raw));
}

describe('A CSV file', () => {
  it.each([
    ['name;website\nA, B;a.com\nC;c.com', ';'],
    ['name\twebsite\nA, B\ta.com', '\t'],
    ['name|website', '|'],
    ['sep=;\na,b;c', ';'],
    ['website\na.com\nb.com', ','],
    ['colour;weight\nred, blue;7\ngreen;8', ';'],
  ])('has, if it begins with %j, the separator %j', async (text, separator) => {
    expect((await readRaw(text)).separator).toBe(separator);
  });

  it.each(['\n', '\r\n'])(
    'is read without the line that names the separator, if that line ends with %j',
    async (lineEnd) => {
      const list = await read(['sep=;', 'website;note', 'a.com;"b, c"'].join(lineEnd));
      expect(list).toMatchObject({ separator: ';', header: ['website', 'note'], rows: [['a.com', 'b, c']] });
    },
  );

  it('is read in UTF-8 with and without a byte order mark, in UTF-16 of both byte orders and in Windows-1252', async () => {
    const text = 'name;website\r\nMüller;a.com';
    const written = [
      new TextEncoder().encode(text),
      new TextEncoder().encode(`\uFEFF${text}`),
      new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')),
      new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()),
      new Uint8Array(Buffer.from(text, 'latin1')),
    ];
    const files = await Promise.all(
      written.map(async (content) => ({
        ...(await read(content)),
        ...(await readRaw(content)),
        rows: (await read(content)).rows,
      })),
    );
    expect(files.map(({ rows }) => rows)).toEqual(written.map(() => [['Müller', 'a.com']]));
    expect(new Set(files.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  });

  it('is read without the rows at its end that are the footer of a report', async () => {
    const { rows } = await read(
      'Account Name,Website\nAcme,acme.com\n\n"All accounts"\n"Copyright (c) 2026"\n"Example GmbH"\n',
    );
    expect(rows).toEqual([['Acme', 'acme.com']]);
  });

  it('gets the column names Column 1, Column 2 and so on if none of its rows has names of columns', async () => {
    expect(await read('a.com,A\nb.com,B,x')).toMatchObject({
      header: ['Column 1', 'Column 2', 'Column 3'],
      rows: [
        ['a.com', 'A'],
        ['b.com', 'B', 'x'],
      ],
    });
  });

  it('gives each row the number that a spreadsheet program shows: a blank row counts, and a row with a line break in a cell counts once', async () => {
    const { header, rows, lines } = await read('Report\n\nname,website\r\n"A\nLtd",a.com\n\nB,b.com\n');
    expect([header, rows, lines]).toEqual([
      ['name', 'website'],
      [
        ['A\nLtd', 'a.com'],
        ['B', 'b.com'],
      ],
      [4, 6],
    ]);
  });

  it.each([
    ['', 'empty'],
    ['website,name\n', 'no rows'],
    [`x\n${'a.com\n'.repeat(maxRows + 1)}`, '100,000 rows'],
    ['a'.repeat(1_100_000), 'the line is longer than'],
    [`website\n${'a'.repeat(1_100_000)}`, 'line 2 is longer'],
  ])('is refused with a reason if it is no table (case %#)', async (text, reason) => {
    const error = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotATable);
    expect((error as Error).message).toContain(reason);
  });

  it('is refused if it is binary data', async () => {
    await expect(readRaw(new Uint8Array([0, 1, 98]))).rejects.toThrow('binary data');
  });
});

describe('The columns of a list', () => {
  it.each<[string, string, Record<string, number>]>([
    ['Company,Web site,CRM ID\nA,x,1', 'companies', { name: 0, website: 1 }],
    ['Name;Domain\nA;a.com', 'companies', { name: 0, website: 1 }],
    ['x;y\nA;https://network.com/company/a', 'companies', { network_url: 1 }],
    ['Account,Links\nA,www.a.com\nB,b.de/about\nC,', 'companies', { name: 0, website: 1 }],
    [
      'First Name,Last Name,E-mail,Company\nA,B,a@b.com,C',
      'persons',
      { first_name: 0, last_name: 1, work_email: 2, company_name: 3 },
    ],
    ['Vorname;Nachname;Firma\nA;B;C', 'persons', { first_name: 0, last_name: 1, company_name: 2 }],
    ['who,where\nJane,network.com/in/jane', 'persons', { network_url: 1 }],
  ])('are guessed for %j, a list of %s: %j', async (text, kind, mapping) => {
    const list = await read(text);
    expect(guessKind(list)).toBe(kind);
    expect(guessMapping(list, guessKind(list))).toEqual(mapping);
  });

  it('give identifiers without empty members and without spaces around values', () => {
    expect(identifierOf([' a.com ', '', '7'], 'companies', { website: 0, network_url: 1, network_id: 2 })).toEqual({
      website: 'a.com',
      network_id: '7',
    });
  });
});

it('groupsOf puts rows into one group if their websites differ only in spelling, and all rows without an identifier into another', async () => {
  const table = await read('website,page,note\nhttps://www.A.com/,,\n,x.com/company/a,\na.com,,\n,,x\nb.com,,\n,,y');
  const groups = groupsOf(table, 'companies', { website: 0, network_url: 1 }, {});
  expect(groups.map(({ identifier, rows }) => [identifier, rows])).toEqual([
    [{ website: 'https://www.A.com/' }, [0, 2]],
    [{ network_url: 'x.com/company/a' }, [1]],
    [null, [3, 5]],
    [{ website: 'b.com' }, [4]],
  ]);
});

it('namesWithoutIdentifier lists each name of a row without an identifier once, and groupsOf uses the company that the user has chosen for a name', async () => {
  const table = await read('name,website\nSiemens AG,\n"SIEMENS, AG",\nSAP,sap.com\nAcme,\n,');
  const mapping = { name: 0, website: 1 };
  expect(namesWithoutIdentifier(table, 'companies', mapping)).toEqual([
    { name: 'Siemens AG', rows: 2 },
    { name: 'Acme', rows: 1 },
  ]);
  const groups = groupsOf(table, 'companies', mapping, { [nameKey('siemens ag')]: { website: 'siemens.com' } });
  expect(groups.map(({ identifier, rows }) => [identifier, rows])).toEqual([
    [{ website: 'siemens.com' }, [0, 1]],
    [{ website: 'sap.com' }, [2]],
    [null, [3]],
  ]);
});

it('fingerprintOf returns different fingerprints for different texts, and for one text that is divided at different places', () => {
  const texts = [['ab', 'c'], ['a', 'bc'], ['ab', 'd'], ['abc'], ['abc', '']];
  const prints = texts.map((parts) => fingerprintOf(...parts));
  expect(new Set(prints).size).toBe(texts.length);
  expect(prints.every((print) => /^[a-z\d]{22}$/.test(print))).toBe(true);
});
