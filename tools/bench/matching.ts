// Measures the quality of matching. It changes identifiers of known records, for example by a typing error, and sends them to a service.
// As it knows which record each one means, it can print precision, recall and F1 as Markdown. With the same seed and the same data it
// sends the same requests.
//   npm run bench:matching [-- --seed N --size N --output FILE] [--companies FILE --persons FILE]
// With --labelled it measures other cases instead: pairs of spellings, and job titles. Other people have written down the right answers.
// The cases are in the files labelled-names.json and labelled-titles.json of a folder:
//   npm run bench:matching -- --labelled FOLDER [--failures FILE]
// It exits with 1 if the confidences of these matches are wrong: if clearly more or fewer matches are right than the confidences say.
// With --calibrate it measures how often matches of each confidence are right, and writes the result into the source of the service. With
// a folder, it also counts the labelled cases of that folder:
//   npm run bench:matching -- --calibrate [--labelled FOLDER]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/prepare.mjs';
import { memberOf } from '../random.js';
import { type Open, runBenchmark } from './load/benchmark.js';
import {
  calibrate,
  calibrationText,
  type Judged,
  judgedOf,
  tenthsOf,
  tenthsTable,
  toleratedDifference,
} from './matching/confidence.js';
import { type CompanyCase, companyCases } from './matching/company-cases.js';
import { type Company, namesakesLeftOut, type Person, readRecords } from './matching/data.js';
import { judgeColleagues, readColleagues } from './matching/labelled/colleague-cases.js';
import { askCompanyNames, askPersonNames, askTitles, importRecords } from './matching/labelled/labelled-cases.js';
import { bothDirections, readLabelled } from './matching/labelled/labelled-data.js';
import { colleagueReport, labelledFailures, labelledReport } from './matching/labelled/labelled-report.js';
import type { MatchCase, Outcome } from './matching/scores.js';
import { type OwnService, startOwnService } from './matching/own-service.js';
import { pagelessCases, personCases } from './matching/person-cases.js';
import { report } from './matching/report.js';
import { ndjson } from '../../test/support/records/ndjson.js';

/** The source file of the service that contains the measured confidences. */
const calibrationFile = join(root, 'src', 'matching', 'persons', 'score-calibration.ts');

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** The maximum number of cases for each combination of a strategy and a corruption. */
    size: { type: 'string', default: '200' },
    /** The folder of labelled-names.json and labelled-titles.json. */
    labelled: { type: 'string' },
    companies: { type: 'string' },
    persons: { type: 'string' },
    /** Whether to write the measured confidences into the source of the service. */
    calibrate: { type: 'boolean', default: false },
    output: { type: 'string' },
    /** The file into which cases are written that were not answered as expected. */
    failures: { type: 'string' },
  },
});

await runBenchmark(values.output, (open) => {
  if (values.calibrate) return calibrateConfidence(open, values.labelled);
  return values.labelled === undefined ? measureDrawnCases(open) : measureLabelled(open, values.labelled);
});

/** Measures the confidences, and replaces those in the source of the service. The next build uses them. */
async function calibrateConfidence(open: Open, folder: string | undefined): Promise<string> {
  const names = (await readRecords(join(root, 'demo', 'persons.ndjson.gz'))) as Person[];
  const companies = (await readRecords(join(root, 'demo', 'companies.ndjson'))) as Company[];
  const service = await open(startOwnService(null));
  const cases = personCases(companies, names, { seed: values.seed, size: Number(values.size) });
  const judged = judgedOf('drawn', await askPersons(service, cases));
  if (folder !== undefined) {
    const { persons } = await readLabelled(folder);
    judged.push(...judgedPairs(await askPersonNames(service, bothDirections(persons, 0))));
    const colleagues = await readColleagues(folder);
    if (colleagues !== null) judged.push(...(await judgeColleagues(service, colleagues, namesakesLeftOut(names))));
  }
  const pairs = calibrate(judged);
  const source = await readFile(calibrationFile, 'utf8');
  await writeFile(
    calibrationFile,
    source.replace(/(confidence: number\]\)\[\] = \[\n)[^;]*(\];)/, `$1${calibrationText(pairs)}$2`),
  );
  const sets = [...new Set(judged.map(({ set }) => set))];
  const tables = sets.map((name) => `## ${name}\n\n${tenthsTable(judged.filter(({ set }) => set === name))}\n\n`);
  return tables.join('') + calibrationText(pairs);
}

async function measureLabelled(open: Open, folder: string): Promise<string> {
  const { companies, persons, titles } = await readLabelled(folder);
  const names = (await readRecords(join(root, 'demo', 'persons.ndjson.gz'))) as Person[];
  const service = await open(startOwnService({}));
  const companyPairs = bothDirections(companies, 0);
  const outcomes = {
    companies: await askCompanyNames(service, companyPairs, namesakesLeftOut(names)),
    persons: await askPersonNames(service, bothDirections(persons, companyPairs.length)),
    titles: await askTitles(service, titles),
  };
  if (values.failures !== undefined) await writeFile(values.failures, labelledFailures(outcomes));
  const colleagues = await readColleagues(folder);
  // A service of their own, because the counts of words that the first service has read may be older than the import of these names.
  const among =
    colleagues === null
      ? []
      : await judgeColleagues(await open(startOwnService({})), colleagues, namesakesLeftOut(names));
  const table = colleagues === null ? '' : colleagueReport(colleagues, among);
  return labelledReport(outcomes) + table + confidenceReport([...judgedPairs(outcomes.persons), ...among]);
}

/** The matches among pairs of spellings. */
function judgedPairs(pairs: Awaited<ReturnType<typeof askPersonNames>>): Judged[] {
  return pairs.flatMap(({ isMatched, match, same, set }) =>
    isMatched && match !== null ? [{ ...match, set: `pairs of ${set}`, isRight: same }] : [],
  );
}

/**
 * A section of the report about the confidences of labelled matches. The matches are divided by confidence into tenths. The program exits
 * with 1 if the precision of a tenth is too far from its confidences.
 */
function confidenceReport(judged: readonly Judged[]): string {
  const beyond = tenthsOf(judged).filter(
    ({ promised, precision }) => Math.abs(precision - promised) > toleratedDifference,
  );
  if (beyond.length > 0) process.exitCode = 1;
  const verdict =
    beyond.length === 0
      ? `Each tenth is within ${toleratedDifference} of the promised precision.`
      : `${beyond.length} of the tenths are more than ${toleratedDifference} from the promised precision.`;
  return `\n## Confidence\n\n${tenthsTable(judged)}\n\n${verdict}\n`;
}

async function measureDrawnCases(open: Open): Promise<string> {
  const { companies: companiesFile, persons: personsFile } = values;
  if ((companiesFile === undefined) !== (personsFile === undefined))
    throw new Error('--companies and --persons must be given together, because persons are matched by their employers');
  const isOwnData = companiesFile !== undefined && personsFile !== undefined;
  const files = isOwnData ? { companies: companiesFile, persons: personsFile } : null;
  const options = { seed: values.seed, size: Number(values.size) };
  if (!(options.size > 0)) throw new Error('--size must be a number above 0');
  const companies = (await readRecords(companiesFile ?? join(root, 'demo', 'companies.ndjson'))) as Company[];
  const persons = (await readRecords(personsFile ?? join(root, 'demo', 'persons.ndjson.gz'))) as Person[];
  const service = await open(startOwnService(files));
  const outcomes = {
    persons: await askPersons(service, personCases(companies, persons, options)),
    pageless: await measurePageless(open, companies, persons, options),
    companies: await askCompanies(service, companyCases(companies, options)),
  };
  if (values.failures !== undefined) {
    const failures = Object.values(outcomes)
      .flat()
      .filter(({ expected, found }) => expected !== found);
    await writeFile(values.failures, ndjson(failures));
  }
  return report(outcomes, { ...options, files, counts: { companies: companies.length, persons: persons.length } });
}

/** Measures persons without a profile page, in a service of their own. */
async function measurePageless(
  open: Open,
  companies: readonly Company[],
  persons: readonly Person[],
  options: Parameters<typeof pagelessCases>[2],
): Promise<Outcome[]> {
  const { records, cases } = pagelessCases(companies, persons, options);
  const service = await open(startOwnService({}));
  await importRecords(service, { companies, persons: records });
  return askPersons(service, cases);
}

async function askPersons(service: OwnService, cases: readonly MatchCase[]): Promise<Outcome[]> {
  const identifiers = cases.map(({ identifier }) => identifier);
  const options = { fields: ['contact_network_url'], include_contact_data: true };
  const results = await service.enrich('/v1/person/enrich', 'persons', identifiers, options);
  return cases.map((each, index) => {
    const { data, match } = memberOf(results, index);
    // A person without a profile page is identified by the work address.
    return { ...each, found: data.contact_network_url ?? data.email ?? null, match: match ?? null };
  });
}

/** Sends the cases for companies. Those for strict and for enhanced matching are in different requests, because a request has one mode. */
async function askCompanies(service: OwnService, cases: readonly CompanyCase[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const isEnhanced of [true, false]) {
    const asked = cases.filter((each) => each.isEnhanced === isEnhanced);
    const identifiers = asked.map(({ identifier }) => identifier);
    const settings = { fields: ['network_url'], enhanced_matching: isEnhanced };
    const results = await service.enrich('/v1/company/enrich', 'companies', identifiers, settings);
    outcomes.push(
      ...asked.map((each, index) => {
        const { data, match } = memberOf(results, index);
        return { ...each, found: data.network_url ?? null, match: match ?? null };
      }),
    );
  }
  return outcomes;
}
