import { describe, expect, it } from '@jest/globals';
import { csvRecords } from './csv-records.js';
import { MAX_LINE_BYTES, textLines } from './text-lines.js';

async function* stream(content: string | Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(content));
}

/** Records as plain objects; a reason in its place. By line. */
async function read(content: string | Buffer): Promise<Record<number, unknown>> {
  const entries: [number, unknown][] = [];
  for await (const entry of csvRecords(textLines(stream(content)))) {
    entries.push([entry.line, 'reason' in entry ? entry.reason : { ...entry.record }]);
  }
  return Object.fromEntries(entries);
}

describe('csvRecords', () => {
  it('names cells by the header row and leaves empty ones out', async () => {
    expect(await read('\uFEFFwebsite, name ,size\r\na.com,,1-10\r\n"b.com","B, Inc",\r\n')).toEqual({
      2: { website: 'a.com', size: '1-10' },
      3: { website: 'b.com', name: 'B, Inc' },
    });
  });

  it('tells the physical line on which a row starts', async () => {
    expect(await read('a,b\n\n"one\ntwo",x\n\n,\ny,z')).toEqual({
      3: { a: 'one\ntwo', b: 'x' },
      7: { a: 'y', b: 'z' },
    });
  });

  it('reads nothing from a file without rows', async () => {
    expect(await read('')).toEqual({});
    expect(await read('a,b\n')).toEqual({});
  });

  it('rejects a row whose cells do not fit the header', async () => {
    expect(await read('a,b\n1\n1,2,3\n1,2')).toEqual({
      2: 'the row has 1 cells, the header row has 2',
      3: 'the row has 3 cells, the header row has 2',
      4: { a: '1', b: '2' },
    });
  });

  it('loses only the faulty line to a quote that nobody closes', async () => {
    expect(await read('a,b\n1,"open\n2,x\n3,"fine"\n4,y')).toEqual({
      2: 'a quote is not closed',
      3: { a: '2', b: 'x' },
      4: { a: '3', b: 'fine' },
      5: { a: '4', b: 'y' },
    });
  });

  it('gives an open quote up after a megabyte', async () => {
    const filler = `1,${'x'.repeat(1_000)}\n`.repeat(Math.ceil(MAX_LINE_BYTES / 1_000) + 5);
    const entries = await read(`a,b\n1,"open\n${filler}2,"closed"`);
    const reasons = Object.entries(entries).filter(([, entry]) => typeof entry === 'string');
    expect(reasons).toEqual([['2', 'a quote is not closed']]);
    expect(Object.values(entries).at(-1)).toEqual({ a: '2', b: 'closed' });
  });

  it('rejects rows that are no CSV or no UTF-8 and goes on behind them', async () => {
    const content = Buffer.concat([
      Buffer.from('a,b\n5" pipe,"x"y"\n'),
      Buffer.from([0xff, 0x2c, 0xfe, 0x0a]),
      Buffer.from('1,2'),
    ]);
    expect(await read(content)).toEqual({
      2: 'a quote stands where none may',
      3: 'the line is not valid UTF-8',
      4: { a: '1', b: '2' },
    });
  });

  it('rejects a line that is too long', async () => {
    expect(await read(`a,b\n1,${'x'.repeat(MAX_LINE_BYTES)}\n1,2`)).toEqual({
      2: `the line is longer than ${MAX_LINE_BYTES} bytes`,
      3: { a: '1', b: '2' },
    });
  });

  it('takes any word for a column name', async () => {
    const [record] = Object.values(await read('__proto__,constructor\nx,y'));
    expect(Object.entries(record as object)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('refuses a file whose header row is ambiguous or broken', async () => {
    await expect(read('name,website,name\n1,2,3')).rejects.toThrow('the header row names name twice');
    await expect(read('name,"web\n1,2')).rejects.toThrow('the header row cannot be read: a quote is not closed');
  });
});
