import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The format of an API key: `das_live_`, 43 random base-62 characters (256 bits), and 6 base-62 characters of CRC-32
 * over what stands before them. Secret scanners find a leaked key by the prefix; the checksum
 * distinguishes real keys from look-alikes without a database.
 */

const prefix = 'das_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 43;
const checksumLength = 6;
const shape = /^das_live_[0-9A-Za-z]{49}$/;

/** A new key; `pick(n)` returns a uniformly random integer below n. */
export function generateApiKey(pick: (below: number) => number = (below) => randomInt(below)): string {
  const characters = Array.from({ length: randomLength }, () => alphabet.charAt(pick(alphabet.length)));
  const body = prefix + characters.join('');
  return body + checksum(body);
}

/** Whether a text has the shape and the checksum of a key. It need not have been issued. */
export function isWellFormedApiKey(text: string): boolean {
  if (!shape.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return checksum(body) === text.slice(-checksumLength);
}

/**
 * What is stored in place of a key: 32 bytes of HMAC-SHA256 under the installation's pepper. A fast hash is right here,
 * for there is nothing to guess in 256 random bits.
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
