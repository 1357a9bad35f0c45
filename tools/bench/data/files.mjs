import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';

const chunkLength = 262_144;

/**
 * Writes records as NDJSON, one after the other, in memory that does not depend on their number.
 * @param {string} path
 * @param {number} count
 * @param {(number: number) => object} compose the record of a number
 */
export async function writeRecords(path, count, compose) {
  await pipeline(Readable.from(chunks(count, compose)), createWriteStream(path));
}

function* chunks(count, compose) {
  let text = '';
  for (let number = 0; number < count; number += 1) {
    text += `${JSON.stringify(compose(number))}\n`;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
