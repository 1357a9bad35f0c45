import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { gunzip } from './byte-source.js';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size)
    yield await Promise.resolve(bytes.subarray(start, start + size));
}

/** The data before the end or the error, and the error's code. */
async function read(chunks: AsyncIterable<Buffer>): Promise<{ content: Buffer; code: unknown }> {
  const given: Buffer[] = [];
  let code: unknown = null;
  try {
    for await (const chunk of chunks) given.push(chunk);
  } catch (error) {
    code = (error as NodeJS.ErrnoException).code;
  }
  return { content: Buffer.concat(given), code };
}

// Random hexadecimal digits compress to about half, so that a truncation is in the data and not in a header.
const text = Buffer.from(randomBytes(200_000).toString('hex'));

describe('gunzip', () => {
  it.each([1_000, 65_536, 10_000_000])('decompresses a file in chunks of %d bytes', async (size) => {
    const { content, code } = await read(gunzip(inPieces(gzipSync(text), size)));
    expect(code).toBeNull();
    expect(content.equals(text)).toBe(true);
  });

  it('decompresses a highly compressed file', async () => {
    const zeros = Buffer.alloc(20_000_000);
    const { content } = await read(gunzip(inPieces(gzipSync(zeros), 65_536)));
    expect(content.equals(zeros)).toBe(true);
  });

  it('decompresses a file that consists of several gzip members', async () => {
    const file = Buffer.concat([gzipSync('first,'), gzipSync('second')]);
    expect((await read(gunzip(inPieces(file, 5)))).content.toString()).toBe('first,second');
  });

  it.each([1, 700])('ends at %d zero bytes behind the data', async (count) => {
    const file = Buffer.concat([gzipSync('first'), Buffer.alloc(count)]);
    const { content, code } = await read(gunzip(inPieces(file, 65_536)));
    expect(code).toBeNull();
    expect(content.toString()).toBe('first');
  });

  it('yields all data of a truncated file, and then throws', async () => {
    const whole = gzipSync(text);
    const { content, code } = await read(gunzip(inPieces(whole.subarray(0, Math.floor(whole.length / 2)), 65_536)));
    expect(code).toBe('Z_BUF_ERROR');
    expect(content.equals(text.subarray(0, content.length))).toBe(true);
    expect(content.length).toBeGreaterThan(text.length * 0.45);
  });

  it('yields data of a file with a damaged part, and then throws', async () => {
    const damaged = Buffer.from(gzipSync(text));
    damaged.fill(0xff, 100_000, 100_100);
    const { content, code } = await read(gunzip(inPieces(damaged, 4_096)));
    expect(code).toBe('Z_DATA_ERROR');
    expect(content.length).toBeGreaterThan(0);
  });
});
