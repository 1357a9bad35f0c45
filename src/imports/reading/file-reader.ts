import { type FileHandle, open } from 'node:fs/promises';
import { Reader } from '@zip.js/zip.js/lib/zip-core-native.js';

/** A file of which only the parts that are read are in memory. */
export class FileReader extends Reader<string> {
  readonly #path: string;
  #file: FileHandle | null = null;
  #bytesRead = 0;

  constructor(path: string) {
    super(path);
    this.#path = path;
  }

  /** The number of bytes that have been read so far. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  override async init(): Promise<void> {
    this.#file = await open(this.#path);
    this.size = (await this.#file.stat()).size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - index)));
    const read = await this.#file?.read(bytes, 0, bytes.length, index);
    this.#bytesRead += read?.bytesRead ?? 0;
    return bytes.subarray(0, read?.bytesRead ?? 0);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}
