import { hash } from 'node:crypto';

/** The number of bits of each of the three sets of a {@link RunMemory}. A page of memory is used only after one of its bits is set. */
const bitsOfSet = 2 ** 27;
const bytesOfSet = bitsOfSet / 8;
const [touchedAt, keyedAt, disputedAt] = [0, bytesOfSet, 2 * bytesOfSet];
/** The numbers of bits that stand for a key. With three bits, a million keys take one other key of ten thousand for one of them. */
const digitsOfPlace = [0, 8, 16];
const digits = 8;

/**
 * What one import has to remember of its whole file, so that it notices records that contradict each other in different batches. The
 * threads of an import share it. Its size does not depend on the file: it is a set of bits, in which one bit stands for several ids if
 * the ids are larger than the set.
 */
export class RunMemory {
  private readonly bytes: Uint8Array;

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(3 * bytesOfSet + 1)) {
    this.bytes = new Uint8Array(buffer);
  }

  /** Whether a record of this import has already created or updated the stored record with this id. */
  hasTouched(id: string): boolean {
    return this.has(touchedAt, placeOfId(id));
  }

  /** Whether this import has given an identifier to the stored record with this id. */
  hasKeyed(id: string): boolean {
    return this.has(keyedAt, placeOfId(id));
  }

  /** Whether records of this import contradict each other about any identifier. */
  get hasDisputes(): boolean {
    return this.bytes[3 * bytesOfSet] === 1;
  }

  /** Whether records of this import contradict each other about an identifier. */
  isDisputed(key: string): boolean {
    return this.hasDisputes && placesOfKey(key).every((place) => this.has(disputedAt, place));
  }

  noteTouched(id: string): void {
    this.set(touchedAt, placeOfId(id));
  }

  noteKeyed(id: string): void {
    this.set(keyedAt, placeOfId(id));
  }

  noteDisputed(key: string): void {
    for (const place of placesOfKey(key)) this.set(disputedAt, place);
    this.bytes[3 * bytesOfSet] = 1;
  }

  private has(start: number, place: number): boolean {
    return ((this.bytes[start + (place >>> 3)] ?? 0) & (1 << (place & 7))) !== 0;
  }

  private set(start: number, place: number): void {
    Atomics.or(this.bytes, start + (place >>> 3), 1 << (place & 7));
  }
}

function placeOfId(id: string): number {
  return Number(id) % bitsOfSet;
}

function placesOfKey(key: string): number[] {
  const written = hash('sha1', key);
  return digitsOfPlace.map((start) => Number.parseInt(written.slice(start, start + digits), 16) % bitsOfSet);
}
