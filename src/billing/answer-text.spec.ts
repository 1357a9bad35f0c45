import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StreamableFile } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { answerText } from './answer-text.js';

function fileOf(chunks: readonly string[]): StreamableFile {
  return new StreamableFile(Readable.from(chunks, { objectMode: false }));
}

describe('answerText', () => {
  it('writes a value as JSON', async () => {
    expect(await answerText({ a: 'é' }, 0)).toBe('{"a":"é"}');
  });

  it.each([[[]], [['{"a":', '"é"', '}']], [['x'.repeat(100_000)]]])('reads a stream to its end', async (chunks) => {
    expect(await answerText(fileOf(chunks), 100_000)).toBe(chunks.join(''));
  });

  it.each([
    ['whose first piece is too long', ['123456']],
    ['whose last piece makes it too long', ['12345', '6']],
    ['that goes on', ['123', '456', '7'.repeat(200_000), '8']],
  ])('leaves a stream to others %s, as if nothing had been read', async (_what, chunks) => {
    const file = fileOf(chunks);
    expect(await answerText(file, 5)).toBeNull();
    expect(await text(file.getStream())).toBe(chunks.join(''));
  });

  it('fails with the stream', async () => {
    const broken = new StreamableFile(
      Readable.from(
        (async function* () {
          yield await Promise.resolve('1');
          throw new Error('no database');
        })(),
        { objectMode: false },
      ),
    );
    await expect(answerText(broken, 5)).rejects.toThrow('no database');
  });
});
