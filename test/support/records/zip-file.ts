import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js';

/** Writes a ZIP archive with these files, by their names. A large file can come in pieces. */
export async function zipFile(
  files: Readonly<Record<string, string | Uint8Array | AsyncIterable<Uint8Array>>>,
  options: ZipWriterAddDataOptions = {},
): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) await zip.add(name, contentOf(content), options);
  return Buffer.from(await zip.close());
}

function contentOf(content: string | Uint8Array | AsyncIterable<Uint8Array>): Uint8ArrayReader | ReadableStream {
  if (typeof content === 'string' || content instanceof Uint8Array) return new Uint8ArrayReader(Buffer.from(content));
  return ReadableStream.from(content) as ReadableStream;
}
