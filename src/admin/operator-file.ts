import { readFile } from 'node:fs/promises';
import { text as wholeOf } from 'node:stream/consumers';
import { oneLine } from '../platform/one-line.js';
import { Refusal } from '../platform/refusal.js';

/**
 * The text of a file, without a byte order mark.
 * @param path `-` is standard input
 * @throws Refusal when it cannot be read
 */
export async function readOperatorFile(path: string): Promise<string> {
  try {
    const text = path === '-' ? await wholeOf(process.stdin) : await readFile(path, 'utf8');
    return text.replace(/^\uFEFF/, '');
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${oneLine(error)}`);
  }
}
