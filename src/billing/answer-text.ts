import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/**
 * The JSON text of what a handler returned. Null for a stream of more than `mostBytes`, which can still be read from its
 * beginning then.
 */
export async function answerText(result: unknown, mostBytes: number): Promise<string | null> {
  if (!(result instanceof StreamableFile)) return JSON.stringify(result);
  return readWhole(result.getStream(), mostBytes);
}

async function readWhole(stream: Readable, mostBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer | string>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
    chunks.push(bytes);
    size += bytes.length;
    if (size <= mostBytes) continue;
    stream.unshift(Buffer.concat(chunks));
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}
