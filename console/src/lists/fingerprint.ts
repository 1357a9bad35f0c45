/**
 * A hash of a text that comes in pieces. It shows whether a file has the same content as one that was read before. The hash has 106
 * bits: those of two hashes of the algorithm cyrb53 with different seeds. An attacker could make two texts with the same
 * fingerprint. A cryptographic hash would prevent that, but a page on plain HTTP has no `crypto.subtle` to compute one.
 */
export class Fingerprint {
  private readonly hashes = [new Cyrb53(0), new Cyrb53(0x9e3779b9)] as const;

  add(text: string): void {
    for (const hash of this.hashes) hash.add(text);
  }

  /** The fingerprint of all text so far: 22 lower-case letters and digits. */
  text(): string {
    return this.hashes.map((hash) => hash.value().toString(36).padStart(11, '0')).join('');
  }
}

class Cyrb53 {
  private high: number;
  private low: number;

  constructor(seed: number) {
    this.high = 0xdeadbeef ^ seed;
    this.low = 0x41c6ce57 ^ seed;
  }

  add(text: string): void {
    let { high, low } = this;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 2_654_435_761);
      low = Math.imul(low ^ code, 1_597_334_677);
    }
    this.high = high;
    this.low = low;
  }

  /** The hash of all text so far: an integer of 53 bits. */
  value(): number {
    const high = mixed(this.high, this.low);
    const low = mixed(this.low, this.high);
    return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
  }
}

function mixed(value: number, other: number): number {
  return Math.imul(value ^ (value >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
}

/**
 * The fingerprint of several texts together. It also depends on where one text ends: `['ab', 'c']` and `['a', 'bc']` have different
 * fingerprints.
 */
export function fingerprintOf(...texts: readonly string[]): string {
  const fingerprint = new Fingerprint();
  for (const text of texts) fingerprint.add(`${text.length}:${text}`);
  return fingerprint.text();
}
