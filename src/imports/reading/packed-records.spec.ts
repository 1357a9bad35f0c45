import { expect, it } from '@jest/globals';
import type { SourceEntry } from './ndjson-records.js';
import { unpackedRecords } from './packed-records.js';

const fields = ['website', 'name', 'technologies', 'location'];

async function unpacked(record: Record<string, unknown>): Promise<unknown[]> {
  async function* entries(): AsyncGenerator<SourceEntry> {
    yield await Promise.resolve({ line: 1, bytes: 100, record });
  }
  const found: unknown[] = [];
  const members = { isKnown: (name: string) => fields.includes(name) };
  for await (const entry of unpackedRecords(entries(), members)) found.push('record' in entry ? entry.record : entry);
  return found;
}

const records = [
  { website: 'a.example', name: 'A' },
  { website: 'b.example', name: 'B' },
];

it.each([
  ['an answer of an API', { total: 2, results: records }],
  ['a nested answer', { status: 'ok', data: { page: 1, companies: { edges: records } } }],
  ['the kind "table" of pandas', { schema: { fields: [{ name: 'website' }] }, data: records }],
  [
    'the kind "split" of pandas',
    {
      columns: ['website', 'name'],
      index: [0, 1],
      data: [
        ['a.example', 'A'],
        ['b.example', 'B'],
      ],
    },
  ],
  ['the kind "columns" of pandas', { website: { 0: 'a.example', 1: 'b.example' }, name: { 0: 'A', 1: 'B' } }],
  ['the kind "index" of pandas', { 0: records[0], 1: records[1] }],
])('The records in %s are read', async (_, object) => {
  expect(await unpacked(object)).toEqual(records);
});

it.each([
  [{ website: 'a.example', contacts: [{ name: 'B' }] }],
  [{ technologies: [{ name: 'Kafka' }] }],
  [{ company: { website: 'a.example', technologies: [{ name: 'Kafka' }] } }],
  [{ one: [{ name: 'A' }], other: [{ name: 'B' }] }],
])('A record is no object that packs records: %j', async (record) => {
  expect(await unpacked(record)).toEqual([record]);
});
