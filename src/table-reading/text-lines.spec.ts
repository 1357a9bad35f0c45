import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { lenientText } from './encodings.js';
import { maxLineBytes, textLines } from './text-lines.js';

async function* stream(chunks: Iterable<Buffer | string>): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}

async function lines(...chunks: (Buffer | string)[]): Promise<(string | null)[]> {
  const read: (string | null)[] = [];
  for await (const { number, bytes } of textLines(stream(chunks))) {
    expect(number).toBe(read.length + 1);
    read.push(bytes === null ? null : lenientText(bytes));
  }
  return read;
}

describe('textLines', () => {
  it('ends a line at LF or CRLF, and accepts a last line without either', async () => {
    expect(await lines('one\ntwo\r\nthree')).toEqual(['one', 'two', 'three']);
  });

  it('keeps empty lines, so that line numbers are those of an editor', async () => {
    expect(await lines('\n\r\nthree\n')).toEqual(['', '', 'three']);
  });

  it('returns no line for an empty file', async () => {
    expect(await lines()).toEqual([]);
    expect(await lines('')).toEqual([]);
  });

  it('removes a byte order mark only at the beginning of the file', async () => {
    expect(await lines('\uFEFFone\n\uFEFFtwo')).toEqual(['one', '\uFEFFtwo']);
    expect(await lines('\uFEFF')).toEqual(['']);
  });

  it('returns null for a line that is too long, and continues after it', async () => {
    const longest = 'x'.repeat(maxLineBytes);
    expect(await lines(`${longest}\n${longest}x\nshort`)).toEqual([longest, null, 'short']);
    expect(await lines(`${longest}x`)).toEqual([null]);
  });

  it('returns the same lines however the bytes are divided into chunks', async () => {
    const text = fc.array(fc.constantFrom('a', 'é', '"', '\n', '\r\n', '\r', '\uFEFF'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(40), { maxLength: 8 }), async (characters, cuts) => {
        const bytes = Buffer.from(characters.join(''));
        const marks = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        const chunks = marks.slice(1).map((end, index) => bytes.subarray(marks[index], end));
        expect(await lines(...chunks)).toEqual(await lines(bytes));
      }),
    );
  });

  it('counts a long run of blank lines, but yields only a part of them', async () => {
    const chunks = async function* (): AsyncGenerator<Buffer> {
      await Promise.resolve();
      for (let count = 0; count < 50; count += 1) yield Buffer.from('\n'.repeat(65_536));
      yield Buffer.from('last');
    };
    const found: { number: number; text: string }[] = [];
    for await (const { number, bytes } of textLines(chunks()))
      found.push({ number, text: lenientText(bytes ?? new Uint8Array()) });
    expect(found.at(-1)).toEqual({ number: 50 * 65_536 + 1, text: 'last' });
    expect(found.length).toBeLessThan(2_000);
  });
});
