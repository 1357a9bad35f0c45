// Writes the invented persons of the demo data and their signals: demo/persons.ndjson.gz and demo/signals.ndjson. From the same companies
// it always writes the same lines. Only the compressed bytes may differ between versions of zlib.
//   node tools/run.mjs demo-data/main [--output FOLDER]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { composePersons } from './persons.js';
import type { Company } from './records.js';
import { composeSignals } from './signals.js';
import { root } from '../../scripts/prepare.mjs';
import { ndjson } from '../../test/support/records/ndjson.js';

const { values } = parseArgs({ options: { output: { type: 'string', default: join(root, 'demo') } } });
const lines = (await readFile(join(root, 'demo', 'companies.ndjson'), 'utf8')).trimEnd().split('\n');
const companies = lines.map((line) => JSON.parse(line) as Company);
const persons = composePersons(companies);
await writeFile(join(values.output, 'persons.ndjson.gz'), gzipSync(ndjson(persons), { level: 9 }));
const signals = composeSignals(companies, persons);
await writeFile(join(values.output, 'signals.ndjson'), ndjson(signals));
process.stderr.write(`${persons.length} persons, ${signals.length} signals\n`);
