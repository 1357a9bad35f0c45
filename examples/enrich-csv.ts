// Adds company data to a CSV file: npm run example -- enrich-csv companies.csv enriched.csv
//
// It finds companies by the columns `website`, `network_url` and `network_id`. It also knows the names that exports of other products give
// these columns, such as `Company Domain Name`. All columns of the file are kept. If it is started again with the same file, rows that
// were enriched before are not charged again. The environment variables DATA_ACCESS_URL and DATA_ACCESS_KEY have the address of the
// service and the API key.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { type CompanyIdentifier, DataAccessClient } from 'data-access-client';
import { ColumnMapping } from '../src/imports/reading/column-mapping.js';
import { companyShape } from '../src/imports/reading/record-shapes.js';

type Row = Readonly<Record<string, string>>;

const { DATA_ACCESS_URL: baseUrl = 'http://127.0.0.1:3000', DATA_ACCESS_KEY: apiKey = '' } = process.env;
const [input, output] = process.argv.slice(2);
if (input === undefined || output === undefined)
  throw new Error('Usage: npm run example -- enrich-csv FILE-TO-READ.csv FILE-TO-WRITE.csv');

const fields = ['name', 'industry', 'size', 'employee_count', 'founded_year', 'location_country'] as const;
const report = (text: string): void => void process.stderr.write(`${text}\n`);
const tally = { rows: 0, matched: 0, refused: 0, charged: 0 };

const client = new DataAccessClient({
  baseUrl,
  apiKey,
  maxWait: 300_000,
  onRetry: ({ error, delay }) => report(`${error.message}; the next attempt is in ${Math.round(delay / 1_000)} s`),
});

/** The names of columns that `admin import companies` knows. */
const names = new ColumnMapping(companyShape);

/** The rows that were read and have no result yet. The results come in the order of the rows. */
const waiting: Row[] = [];

async function* companies(path: string): AsyncGenerator<CompanyIdentifier> {
  const rows = createReadStream(path).pipe(parse({ columns: true, bom: true, trim: true, relax_column_count: true }));
  for await (const row of rows as AsyncIterable<Row>) {
    if (waiting.length === 0 && tally.rows === 0) expectIdentifiers(Object.keys(row));
    waiting.push(row);
    const { website, network_url, network_id } = names.renamed(row) as Row;
    yield { website, network_url, network_id };
  }
}

/** @throws Error if no column identifies a company */
function expectIdentifiers(columns: readonly string[]): void {
  const fields = names.renamed(Object.fromEntries(columns.map((column) => [column, column])));
  if (!['website', 'network_url', 'network_id'].some((field) => field in fields))
    throw new Error(
      `No column identifies a company: ${columns.join(', ')}. Name one of them website, network_url or network_id`,
    );
}

async function* enrichedLines(path: string, idempotencyKey: string): AsyncGenerator<string> {
  const results = client.enrichCompanies(companies(path), {
    fields,
    idempotencyKey,
    onChunk: ({ response }) => (tally.charged += response?.credits.data_access?.charged ?? 0),
  });
  for await (const { data, matched, faults } of results) {
    const row = waiting.shift() ?? {};
    if (tally.rows === 0) yield lineOf([...Object.keys(row), 'matched', ...fields.map((field) => `company_${field}`)]);
    tally.rows += 1;
    if (matched) tally.matched += 1;
    if (faults !== undefined) tally.refused += 1;
    yield lineOf([...Object.values(row), matched, ...fields.map((field) => data[field])]);
  }
}

/** A line of the CSV file, with quoted cells. A text that begins like a formula gets an apostrophe, so that spreadsheets do not run it. */
function lineOf(cells: readonly (string | number | boolean | null)[]): string {
  const quoted = cells.map((cell) =>
    String(cell ?? '')
      .replace(/^(?=[=+@-])/, "'")
      .replaceAll('"', '""'),
  );
  return `${quoted.map((text) => `"${text}"`).join(',')}\n`;
}

const hash = createHash('sha256');
await pipeline(createReadStream(input), hash);
await pipeline(enrichedLines(input, `enrich-csv ${hash.digest('hex')}`), createWriteStream(output));
report(
  `${tally.rows} ${tally.rows === 1 ? 'row' : 'rows'}, ${tally.matched} matched, ${tally.refused} without an identifier, ${tally.charged} ${tally.charged === 1 ? 'credit' : 'credits'}`,
);
