import type { Readable } from 'node:stream';

/** Is called while rows are written or read. @param bytes how many bytes of the table's rows are done */
export type OnTable = (table: string, bytes: number) => void;

/** Passes chunks on. @param tell gets the number of bytes that have passed */
export async function* told(chunks: Readable, tell: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    tell((bytes += chunk.length));
    yield chunk;
  }
}
