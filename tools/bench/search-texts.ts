// Measures how well sentences become filters, without a language model. The sentences and their labels are other people's, in a file with
// the members `people` and `companies`. `search-texts/person-labels.ts` and `company-labels.ts` say how their labels map to members of
// filters. The values on record are those of the demo data.
//   npm run bench:search-texts -- FILE [--half 0|1] [--misses]
// With --half only one half of the sentences is read, which the hash of their ids chooses. So rules can be made with one half, and
// measured with the other. With --misses it also prints the sentences that were not read as their labels say.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/prepare.mjs';
import { interpret } from '../../src/search/interpretation/interpret.js';
import { type KnownMember, type KnownValues, knownIn } from '../../src/search/interpretation/known-values.js';
import { readRecords } from './matching/data.js';
import { type CompanyCase, judgeCompany, usesOnlyOurMembers } from './search-texts/company-labels.js';
import {
  hasForeignMember,
  judgeFunction,
  judgePlace,
  judgeSeniority,
  type PersonCase,
} from './search-texts/person-labels.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { half: { type: 'string' }, misses: { type: 'boolean', default: false } },
});
const file = positionals[0] ?? process.env.SEARCH_TEXTS;
if (file === undefined) throw new Error('Name the file with the sentences: npm run bench:search-texts -- FILE');

/** The day on which the sentences were written, roughly. */
const today = new Date('2026-01-01');
const { people, companies } = JSON.parse(await readFile(file, 'utf8')) as {
  people: PersonCase[];
  companies: CompanyCase[];
};
const known = await knownOfDemo();
const misses: string[] = [];
const start = performance.now();
const personLines = measurePersons(people.filter(isInHalf));
const companyLines = measureCompanies(companies.filter(isInHalf));
const count = people.filter(isInHalf).length + companies.filter(isInHalf).length;
const each = ((performance.now() - start) / count).toFixed(2);
if (values.misses) process.stdout.write(`${misses.join('\n')}\n\n`);
process.stdout.write(
  `| | right | of | share |\n| --- | --: | --: | --: |\n${[...personLines, ...companyLines].join('\n')}\n\n${each} ms for each sentence\n`,
);

function isInHalf({ id }: { readonly id: string }): boolean {
  const digest = createHash('sha256').update(`split:${id}`).digest('hex');
  return values.half === undefined || Number.parseInt(digest.slice(0, 1), 16) % 2 === Number(values.half);
}

function measurePersons(cases: readonly PersonCase[]): string[] {
  const counts = {
    seniority: 0,
    'seniority, plain labels': 0,
    place: 0,
    function: 0,
    'function, all personas': 0,
    'no wrong member': 0,
  };
  for (const each of cases) {
    const { where, not_understood: rest } = interpret(each.text, 'persons', known, today);
    const seniority = judgeSeniority(where, each);
    const fields = judgeFunction(where, each);
    const place = judgePlace(where, each);
    const isForeign = hasForeignMember(where, each);
    const isWrong = [seniority.stated, fields.stated, place].includes('wrong') || isForeign;
    counts.seniority += Number(seniority.stated === 'right');
    counts['seniority, plain labels'] += Number(seniority.plain === 'right');
    counts.place += Number(place === 'right');
    counts.function += Number(fields.stated === 'right');
    counts['function, all personas'] += Number(fields.plain === 'right');
    counts['no wrong member'] += Number(!isWrong);
    const missed = [
      seniority.stated === 'right' ? '' : `seniority ${seniority.stated}`,
      fields.stated === 'right' ? '' : `function ${fields.stated}`,
      place === 'right' ? '' : `place ${place}`,
      isForeign ? 'foreign member' : '',
    ].filter((text) => text !== '');
    if (missed.length > 0)
      misses.push(
        `${missed.join(', ')}: ${each.text} | ${each.role_function}, ${each.role_seniority}, ${each.geo_name} (${each.geo_type}) | ${JSON.stringify(where)} | ${JSON.stringify(rest)}`,
      );
  }
  return Object.entries(counts).map(([name, right]) => line(`persons: ${name}`, right, cases.length));
}

function measureCompanies(cases: readonly CompanyCase[]): string[] {
  const counts = new Map<string, { right: number; of: number }>();
  const add = (name: string, isRight: boolean) => {
    const { right, of } = counts.get(name) ?? { right: 0, of: 0 };
    counts.set(name, { right: right + Number(isRight), of: of + 1 });
  };
  for (const each of cases) {
    const { where, not_understood: rest } = interpret(each.text, 'companies', known, today);
    const { missing, wrong } = judgeCompany(where, each);
    const isOurs = usesOnlyOurMembers(each);
    const isRight = missing.length === 0 && wrong.length === 0;
    if (isOurs) {
      add('only our members, exactly', isRight);
      add(each.constraints.company === undefined ? 'of them, kinds of companies' : 'of them, named companies', isRight);
    }
    add('no wrong member', wrong.length === 0);
    for (const name of isOurs
      ? [...missing.map((member) => `${member} missing`), ...wrong.map((member) => `${member} wrong`)]
      : [])
      add(name, true);
    if (wrong.length > 0 || (isOurs && !isRight))
      misses.push(
        `${isOurs ? 'ours' : 'other'}: missing ${missing.join()}; wrong ${wrong.join()}: ${each.text} | ${JSON.stringify({ ...each.constraints, criteria: undefined })} | ${JSON.stringify(where)} | ${JSON.stringify(rest)}`,
      );
  }
  return [...counts].map(([name, { right, of }]) => line(`companies: ${name}`, right, of));
}

function line(name: string, right: number, of: number): string {
  return `| ${name} | ${right} | ${of} | ${(right / of).toFixed(3)} |`;
}

async function knownOfDemo(): Promise<KnownValues> {
  const companyRecords = await readRecords(join(root, 'demo', 'companies.ndjson'));
  const personRecords = await readRecords(join(root, 'demo', 'persons.ndjson.gz'));
  const lists: Record<KnownMember, string[]> = {
    industries: [],
    keywords: [],
    technologies: [],
    countries: [],
    regions: [],
    localities: [],
    account_types: [],
    funding_types: [],
  };
  const add = (member: KnownMember, value: unknown) => {
    for (const text of [value].flat()) if (typeof text === 'string') lists[member].push(text);
  };
  for (const record of [...companyRecords, ...personRecords] as Record<string, unknown>[]) {
    add('industries', record.industry);
    add('keywords', record.account_keywords);
    add('keywords', record.specialities);
    add('account_types', record.account_type);
    add('localities', record.location_locality);
    for (const member of ['location_region', 'contact_region']) add('regions', record[member]);
    for (const member of ['location_country', 'contact_country']) add('countries', record[member]);
    const technologies = record.technologies as { name: string }[] | undefined;
    add(
      'technologies',
      technologies?.map(({ name }) => name),
    );
  }
  return knownIn(lists);
}
