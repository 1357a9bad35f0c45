import { describe, expect, it } from '@jest/globals';
import { type ColumnNames, csvRecords } from './csv-records.js';
import { maxLineBytes, textLines } from '../../table-reading/text-lines.js';
import type { SourceEntry } from './ndjson-records.js';

async function* stream(content: string | Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(content));
}

const anyColumns: ColumnNames = { isKnown: () => true, checkColumns: () => undefined };

/** Accepts columns with these names. */
function knowing(...names: string[]): ColumnNames {
  return { ...anyColumns, isKnown: (name) => names.includes(name) };
}

async function entriesOf(content: string | Buffer, columns = anyColumns): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = [];
  for await (const entry of csvRecords(textLines(stream(content)), columns)) entries.push(entry);
  return entries;
}

/** The records, or the reasons why lines have no record, by line number. */
async function read(content: string | Buffer, columns = anyColumns): Promise<Record<number, unknown>> {
  const entries = await entriesOf(content, columns);
  return Object.fromEntries(
    entries.map((entry) => [entry.line, 'reason' in entry ? entry.reason : { ...entry.record }]),
  );
}

describe('csvRecords', () => {
  it('names the value of each cell as the header row says, and leaves out empty cells', async () => {
    expect(await read('\uFEFFwebsite, name ,size\r\na.com,,1-10\r\n"b.com","B, Inc",\r\n')).toEqual({
      2: { website: 'a.com', size: '1-10' },
      3: { website: 'b.com', name: 'B, Inc' },
    });
  });

  it('returns with each record the number of the line at which its row begins', async () => {
    expect(await read('a,b\n\n"one\ntwo",x\n\n,\ny,z')).toEqual({
      3: { a: 'one\ntwo', b: 'x' },
      7: { a: 'y', b: 'z' },
    });
  });

  it('returns no record for an empty file, and none for a file with only a header row', async () => {
    expect(await read('')).toEqual({});
    expect(await read('a,b\n')).toEqual({});
  });

  it('fills up a row with fewer cells than columns, and rejects a row with more', async () => {
    expect(await read('a,b\n1\n1,2,3\n1,2')).toEqual({
      2: { a: '1' },
      3: 'the row has 3 cells, the header row has 2',
      4: { a: '1', b: '2' },
    });
  });

  it('leaves out the footer of a report, and returns other rows with a single cell', async () => {
    const footer = '\n"All accounts"\n"Copyright (c) 2026"\n"Example GmbH"\n';
    expect(await read(`a,b\n1,2\n${footer}`)).toEqual({ 2: { a: '1', b: '2' } });
    expect(await read('a,b\n1,2\n\nAll accounts\nExample GmbH\n')).toEqual({
      2: { a: '1', b: '2' },
      4: { a: 'All accounts' },
      5: { a: 'Example GmbH' },
    });
    expect(await read('a,b\n1,2\nb.com\nTotal: 2 records\nExample GmbH\n')).toEqual({
      2: { a: '1', b: '2' },
      3: { a: 'b.com' },
    });
    expect(await read(`a,b\n1,2\n${footer}3,4\n`)).toMatchObject({
      4: { a: 'All accounts' },
      6: { a: 'Example GmbH' },
      7: { a: '3', b: '4' },
    });
    expect(await read('a\nAll accounts\nCopyright (c) 2026\n')).toEqual({
      2: { a: 'All accounts' },
      3: { a: 'Copyright (c) 2026' },
    });
  });

  it('reads a row whose quotation mark is never closed as it is written, and the rows below it', async () => {
    expect(await read('a,b\n1,"open\n2,x\n3,"fine"\n4,y')).toEqual({
      2: { a: '1', b: '"open' },
      3: { a: '2', b: 'x' },
      4: { a: '3', b: 'fine' },
      5: { a: '4', b: 'y' },
    });
  });

  it('rejects a row that ends within a quoted cell before its last column, and reads the rows below it', async () => {
    expect(await read('a,b,c\n1,"open\n2,x,\n')).toEqual({
      2: 'a quote is not closed',
      3: { a: '2', b: 'x' },
    });
  });

  it('reads marks behind backslashes as marks, also in a cell of several lines', async () => {
    expect(await read('a,b\n"Acme \\"Best\\"\nWorks",1\n"say \\"hi\\"",2\n3,4')).toEqual({
      2: { a: 'Acme "Best"\nWorks', b: '1' },
      4: { a: 'say "hi"', b: '2' },
      5: { a: '3', b: '4' },
    });
  });

  it('reads marks in a file with tabs as text, even if a later mark could close the cell', async () => {
    expect(await read('a\tb\n"Best Pumps\t1\nPipe 5"\t2\nAcme "Pro" GmbH\t3\n"two\nlines"\t4')).toEqual({
      2: { a: '"Best Pumps', b: '1' },
      3: { a: 'Pipe 5"', b: '2' },
      4: { a: 'Acme "Pro" GmbH', b: '3' },
      5: { a: 'two\nlines', b: '4' },
    });
  });

  it('reads every row between rows with quotation marks that are never closed', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => (index % 2 === 0 ? `${index},"open` : `${index},x`));
    const entries = await entriesOf(`a,b\n${rows.join('\n')}`);
    expect(entries.map((entry) => ('record' in entry ? Number(entry.record.a) : null))).toEqual([...rows.keys()]);
  });

  it('looks for a closing quotation mark for a megabyte at most, and then reads the line by itself', async () => {
    const filler = `1,${'x'.repeat(1_000)}\n`.repeat(Math.ceil(maxLineBytes / 1_000) + 5);
    const entries = await read(`a,b\n1,"open\n${filler}2,"closed"`);
    const reasons = Object.entries(entries).filter(([, entry]) => typeof entry === 'string');
    expect(reasons).toEqual([]);
    expect(entries[2]).toEqual({ a: '1', b: '"open' });
    expect(Object.values(entries).at(-1)).toEqual({ a: '2', b: 'closed' });
  });

  it('reads stray quotation marks as text, rejects rows that are not valid UTF-8, and continues after them', async () => {
    const content = Buffer.concat([
      Buffer.from('a,b\n5" pipe,"x"y"\n'),
      Buffer.from([0xff, 0x2c, 0xfe, 0x0a]),
      Buffer.from('1,2'),
    ]);
    expect(await read(content)).toEqual({
      2: { a: '5" pipe', b: '"x"y"' },
      3: 'the line is not valid UTF-8; save the file as UTF-8',
      4: { a: '1', b: '2' },
    });
  });

  it('rejects a line of more than a megabyte, and continues after it', async () => {
    expect(await read(`a,b\n1,${'x'.repeat(maxLineBytes)}\n1,2`)).toEqual({
      2: `the line is longer than ${maxLineBytes} bytes`,
      3: { a: '1', b: '2' },
    });
  });

  it('accepts any word as a column name, even __proto__ and constructor', async () => {
    const [record] = Object.values(await read('__proto__,constructor\nx,y'));
    expect(Object.entries(record as object)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('rejects a file whose header row is not valid UTF-8', async () => {
    const header = Buffer.concat([Buffer.from('name,'), Buffer.from([0xff, 0xfe, 0x81]), Buffer.from('\n1,2')]);
    await expect(read(header)).rejects.toThrow('the header row cannot be read: the line is not valid UTF-8');
  });
});

it('csvRecords returns the text of each row from which it cannot make a record', async () => {
  const content = 'a,b\n1,2,3\n"open\n"1\n",2,3';
  expect(await entriesOf(content)).toEqual([
    { line: 2, reason: expect.stringContaining('3 cells'), text: '1,2,3' },
    { line: 3, reason: 'a quote is not closed', text: '"open' },
    { line: 4, reason: expect.stringContaining('3 cells'), text: '"1\n",2,3' },
  ]);
});

describe('the delimiter', () => {
  const acme = { website: 'acme.com', name: 'Acme, "Inc"; x' };

  it.each([',', ';', '\t'])('is detected in the header row: %j', async (delimiter) => {
    const rows = [
      ['website', 'name'],
      ['acme.com', '"Acme, ""Inc""; x"'],
    ].map((cells) => cells.join(delimiter));
    expect(await read(rows.join('\r\n'))).toEqual({ 2: acme });
  });

  it('is the one that splits the header row into the most known names', async () => {
    const rows = ['website;"Notes, by us, of all";name', 'acme.com;a,b,c;Acme'];
    expect(await read(rows.join('\n'), knowing('website', 'name'))).toEqual({
      2: { website: 'acme.com', 'Notes, by us, of all': 'a,b,c', name: 'Acme' },
    });
  });

  it('is the one that a line such as sep=; states', async () => {
    expect(await read('\uFEFFsep=;\r\na,b;c\r\n1;2')).toEqual({ 3: { 'a,b': '1', c: '2' } });
    await expect(read('sep=^\na^b')).rejects.toThrow('the delimiter must be , ; | or a tab, not "^"');
  });
});

describe('the header row', () => {
  it('is found below lines with notes', async () => {
    const notes = 'Notes:\n"Some addresses, as a rule,\nare missing"\n\n';
    const content = `${notes}First Name,URL,Company\nJane,network.com/in/jane,Acme`;
    expect(await read(content, knowing('First Name', 'URL', 'Company'))).toEqual({
      6: { 'First Name': 'Jane', URL: 'network.com/in/jane', Company: 'Acme' },
    });
  });

  it('is the first row if this has a known name, even if the second row has more of them', async () => {
    expect(await read('x,name\na,b', knowing('name', 'a', 'b'))).toEqual({ 2: { x: 'a', name: 'b' } });
  });

  it('is refused if none of its names is known', async () => {
    await expect(read('Foo;Bar\n1;2', knowing('name'))).rejects.toThrow(
      'the header row has no known column (Foo, Bar); rename the columns of the file, or map them in a command with --map',
    );
  });

  it('may have a name twice, and the second one then gets a number', async () => {
    expect(await read('Note,Note,name\n1,2,Acme', knowing('name'))).toEqual({
      2: { Note: '1', 'Note #2': '2', name: 'Acme' },
    });
  });

  it('may have columns without a name', async () => {
    expect(await read('name,,\nAcme,,x')).toEqual({ 2: { name: 'Acme' } });
  });
});
