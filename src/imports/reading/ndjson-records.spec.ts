import { describe, expect, it } from '@jest/globals';
import { maxLineBytes, textLines } from '../../table-reading/text-lines.js';
import { ndjsonRecords } from './ndjson-records.js';

async function* stream(content: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(content);
}

async function read(content: string | Buffer): Promise<[line: number, unknown][]> {
  const entries: [number, unknown][] = [];
  for await (const entry of ndjsonRecords(textLines(stream(Buffer.from(content))))) {
    entries.push([entry.line, 'reason' in entry ? entry.reason : entry.record]);
  }
  return entries;
}

describe('ndjsonRecords', () => {
  it('reads an object from every line that is not blank', async () => {
    expect(await read('\uFEFF{"a":1}\r\n\n   \n{"b":"é"}')).toEqual([
      [1, { a: 1 }],
      [4, { b: 'é' }],
    ]);
  });

  it.each(['[1]', 'null', '"text"', '7', 'true'])('rejects %s, which is not a JSON object', async (line) => {
    expect(await read(line)).toEqual([[1, 'the line is not a JSON object']]);
  });

  it('returns for an invalid line the reason why it is invalid, and continues after it', async () => {
    const [first, second] = await read('{"a":1,}\n{"a":2}');
    expect(first).toEqual([1, expect.stringMatching(/^the line is not valid JSON: ./)]);
    expect(second).toEqual([2, { a: 2 }]);
  });

  it('rejects a line with a NUL character that is not escaped', async () => {
    expect(await read('{"a":"\0"}')).toEqual([[1, expect.stringMatching(/^the line is not valid JSON/)]]);
  });

  it('rejects invalid UTF-8 instead of storing replacement characters', async () => {
    const latin1 = Buffer.from('{"name":"Café"}\n{"a":1}', 'latin1');
    expect(await read(latin1)).toEqual([
      [1, 'the line is not valid UTF-8; save the file as UTF-8'],
      [2, { a: 1 }],
    ]);
  });

  it('rejects a line of more than a megabyte, and continues after it', async () => {
    expect(await read(`{"a":"${'x'.repeat(maxLineBytes)}"}\n{"a":1}`)).toEqual([
      [1, `the line is longer than ${maxLineBytes} bytes`],
      [2, { a: 1 }],
    ]);
  });
});
