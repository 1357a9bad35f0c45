import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The format of an API key: `das_live_`, 43 random base-62 characters (256 bits), and a checksum of 6 base-62 characters, the CRC-32
 * of all characters before it. Secret scanners find a leaked key by its prefix. The checksum tells a mistyped or invented key from a
 * real one without asking the database.
 */

const prefix = 'das_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 43;
const checksumLength = 6;
const shape = /^das_live_[0-9A-Za-z]{49}$/;

/** Makes a new key. `pick(n)` returns a random integer from 0 to n - 1, each with the same probability. */
export function generateApiKey(pick: (below: number) => number = (below) => randomInt(below)): string {
  const characters = Array.from({ length: randomLength }, () => alphabet.charAt(pick(alphabet.length)));
  const body = prefix + characters.join('');
  return body + checksum(body);
}

/** Whether a text has the format and the checksum of a key. Whether the key was ever issued is not checked. */
export function isWellFormedApiKey(text: string): boolean {
  if (!shape.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return checksum(body) === text.slice(-checksumLength);
}

/**
 * The digest that is stored instead of a key: HMAC-SHA256 (32 bytes) with the installation's pepper as its key. Unlike for passwords,
 * a fast hash is safe here, because 256 random bits cannot be guessed.
 */
export function digestApiKey(key: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
