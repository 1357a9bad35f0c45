// Makes the demo's invented people and their signals anew: demo/persons.ndjson.gz and demo/signals.ndjson. The same
// companies give the same files to the byte (but for the compression, which differs between versions of zlib).
//   node tools/demo-data/main.mjs [--output FOLDER]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { composePersons } from './persons.mjs';
import { composeSignals } from './signals.mjs';
import { root } from '../../scripts/prepare.mjs';

const { values } = parseArgs({ options: { output: { type: 'string', default: join(root, 'demo') } } });
const lines = (await readFile(join(root, 'demo', 'companies.ndjson'), 'utf8')).trimEnd().split('\n');
const companies = lines.map((line) => JSON.parse(line));
const persons = composePersons(companies);
await writeFile(join(values.output, 'persons.ndjson.gz'), gzipSync(ndjson(persons), { level: 9 }));
const signals = composeSignals(companies, persons);
await writeFile(join(values.output, 'signals.ndjson'), ndjson(signals));
process.stderr.write(`${persons.length} persons, ${signals.length} signals\n`);

function ndjson(records) {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
