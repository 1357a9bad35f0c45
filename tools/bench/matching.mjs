// How well identities are resolved: builds a labelled set from data whose answers are known, asks a service of its own, and
// prints precision, recall and F1 as Markdown. The same seed and data give the same set.
//   npm run bench:matching [-- --seed N --size N --output FILE] [--companies FILE --persons FILE]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root } from '../../scripts/prepare.mjs';
import { companyCases } from './matching/company-cases.mjs';
import { readRecords } from './matching/data.mjs';
import { startOwnService } from './matching/own-service.mjs';
import { personCases } from './matching/person-cases.mjs';
import { report } from './matching/report.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** The most cases for a strategy and a corruption. */
    size: { type: 'string', default: '200' },
    companies: { type: 'string' },
    persons: { type: 'string' },
    output: { type: 'string' },
    /** Where cases go that were not answered as expected. */
    failures: { type: 'string' },
  },
});
if ((values.companies === undefined) !== (values.persons === undefined)) fail('--companies and --persons go together');
const files = values.companies === undefined ? null : { companies: values.companies, persons: values.persons };
const options = { seed: values.seed, size: Number(values.size) };
if (!(options.size > 0)) fail('--size must be a number above 0');

await prepare();
const companies = await readRecords(files?.companies ?? join(root, 'demo', 'companies.ndjson'));
const persons = await readRecords(files?.persons ?? join(root, 'demo', 'persons.ndjson.gz'));
const service = await startOwnService(files);
try {
  const outcomes = {
    persons: await askPersons(personCases(companies, persons, options)),
    companies: await askCompanies(companyCases(companies, options)),
  };
  const text = report(outcomes, {
    ...options,
    files,
    counts: { companies: companies.length, persons: persons.length },
  });
  process.stdout.write(text);
  if (values.output !== undefined) await writeFile(values.output, text);
  if (values.failures !== undefined) await writeFile(values.failures, failures(outcomes));
} finally {
  await service.close();
}

async function askPersons(cases) {
  const identifiers = cases.map(({ identifier }) => identifier);
  const results = await service.enrich('/v1/person/enrich', 'persons', identifiers, {
    fields: ['contact_network_url'],
  });
  return cases.map((each, index) => ({ ...each, found: results[index].data.contact_network_url }));
}

/** Strict matching is chosen for a whole request. */
async function askCompanies(cases) {
  const outcomes = [];
  for (const isEnhanced of [true, false]) {
    const asked = cases.filter((each) => each.isEnhanced === isEnhanced);
    const identifiers = asked.map(({ identifier }) => identifier);
    const settings = { fields: ['network_url'], enhanced_matching: isEnhanced };
    const results = await service.enrich('/v1/company/enrich', 'companies', identifiers, settings);
    outcomes.push(...asked.map((each, index) => ({ ...each, found: results[index].data.network_url })));
  }
  return outcomes;
}

function failures({ persons: byPerson, companies: byCompany }) {
  const lines = [...byPerson, ...byCompany].filter(({ expected, found }) => expected !== found);
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function fail(complaint) {
  process.stderr.write(`${complaint}\n`);
  process.exit(1);
}
