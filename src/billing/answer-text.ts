import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { EnrichmentAnswer } from '../platform/http/enrichment-answer.js';

/**
 * The JSON text of what a handler returned. Null for an answer of more than `mostBytes`, which can still be read from its
 * beginning then.
 */
export async function answerText(result: unknown, mostBytes: number): Promise<string | null> {
  if (result instanceof StreamableFile) return readWhole(result.getStream(), mostBytes);
  return result instanceof EnrichmentAnswer && result.size > mostBytes ? null : textOf(result);
}

/** The JSON text of an answer that is no stream. */
export async function textOf(answer: unknown): Promise<string> {
  return answer instanceof EnrichmentAnswer ? answer.text() : JSON.stringify(answer);
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
