import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { withClient } from '../data/world.mjs';

const chunkLength = 262_144;

/** Copies all rows of a population into the tables of a world, which must be empty. */
export async function fill(world, population) {
  await withClient(world.databaseUrl, async (client) => {
    for (const table of population.tables) {
      const columns = Object.keys(population.rows(table).next().value);
      const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
      await pipeline(Readable.from(chunks(population.rows(table), columns)), target);
    }
    await client.query('vacuum analyze');
  });
}

function* chunks(rows, columns) {
  let text = '';
  for (const row of rows) {
    text += `${columns.map((column) => fieldOf(row[column])).join('\t')}\n`;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

function fieldOf(value) {
  if (value === null) return '\\N';
  const text = Array.isArray(value) ? `{${value.map((entry) => JSON.stringify(entry)).join(',')}}` : String(value);
  return text.replace(/[\\\t\r\n]/g, (character) => escapes[character]);
}

const escapes = { '\\': '\\\\', '\t': '\\t', '\r': '\\r', '\n': '\\n' };
