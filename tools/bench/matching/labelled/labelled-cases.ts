import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberOf } from '../../../random.js';
import type { Person } from '../data.js';
import type { MatchEvidence, OwnService } from '../own-service.js';
import { folded } from '../text.js';
import type { LabelledTitle, SpellingCase } from './labelled-data.js';
import { ndjson } from '../../../../test/support/records/ndjson.js';

export interface SpellingOutcome extends SpellingCase {
  readonly isMatched: boolean;
  /** What the service says about the match; null if nothing matched. */
  readonly match: MatchEvidence | null;
}

export interface TitleOutcome extends LabelledTitle {
  readonly served: readonly string[];
  readonly seniority: string | null;
}

const path = '/v1/person/enrich';
const pageOf = (kind: string, number: number): string => `https://www.network.com/in/${kind}-${number}`;
const siteOf = (number: number): string => `case-${number}.example`;

/**
 * Measures whether a person is found by another spelling of the employer's name. It imports a person with one spelling of each pair, and
 * requests the person with the other one. A request must not find the person of another pair, so the pairs are divided into rounds, and
 * no spelling occurs in two pairs of a round. Before a round, the companies of the last round are renamed.
 * @param names persons with different names, at least as many as cases
 */
export async function askCompanyNames(
  service: OwnService,
  cases: readonly SpellingCase[],
  names: readonly Person[],
): Promise<SpellingOutcome[]> {
  const outcomes: SpellingOutcome[] = [];
  let before: readonly SpellingCase[] = [];
  for (const round of roundsOf(cases)) {
    const companies = [
      ...before.map(({ number }) => ({ website: siteOf(number), name: `Formerly Case ${number}` })),
      ...round.map(({ number, stored }) => ({ website: siteOf(number), name: stored })),
    ];
    const persons = round.map(({ number, stored }) => ({
      network_url: pageOf('company-case', number),
      full_name: fullNameOf(memberOf(names, number)),
      company_name: stored,
      company_website: siteOf(number),
    }));
    await importRecords(service, { companies, persons });
    const identifiers = round.map(({ number, asked }) => ({
      full_name: fullNameOf(memberOf(names, number)),
      company_name: asked,
    }));
    outcomes.push(...(await askSpellings(service, round, identifiers)));
    before = round;
  }
  return outcomes.sort((one, other) => one.number - other.number);
}

/**
 * Measures whether a person is found by another spelling of the name and by the domain of the employer. Each person has a
 * separate employer.
 */
export async function askPersonNames(service: OwnService, cases: readonly SpellingCase[]): Promise<SpellingOutcome[]> {
  const companies = cases.map(({ number }) => ({ website: siteOf(number), name: `Employer ${number}` }));
  const persons = cases.map(({ number, stored }) => ({
    network_url: pageOf('person-case', number),
    full_name: stored,
    company_website: siteOf(number),
  }));
  await importRecords(service, { companies, persons });
  const identifiers = cases.map(({ number, asked }) => ({ full_name: asked, company_domain: siteOf(number) }));
  return askSpellings(service, cases, identifiers);
}

export async function askTitles(service: OwnService, titles: readonly LabelledTitle[]): Promise<TitleOutcome[]> {
  const persons = titles.map(({ title }, number) => ({
    network_url: pageOf('title-case', number),
    full_name: `Title ${number}`,
    job_title: title,
  }));
  await importRecords(service, { persons });
  const identifiers = persons.map(({ network_url }) => ({ network_url }));
  const results = await service.enrich(path, 'persons', identifiers, { include_personas: true });
  return titles.map((title, index) => {
    const { data } = memberOf(results, index);
    const served: unknown = data.personas;
    return { ...title, served: Array.isArray(served) ? served.map(String) : [], seniority: data.seniority ?? null };
  });
}

async function askSpellings(
  service: OwnService,
  cases: readonly SpellingCase[],
  identifiers: readonly object[],
): Promise<SpellingOutcome[]> {
  const results = await service.enrich(path, 'persons', identifiers, { fields: ['full_name'] });
  return cases.map((each, index) => {
    const { data, match } = memberOf(results, index);
    return { ...each, isMatched: data.full_name !== null, match: match ?? null };
  });
}

/**
 * Divides the cases into rounds. No name occurs in two cases of a round, so that every request can find only the record of its own case.
 * Two equal cases are therefore in different rounds.
 */
function roundsOf(cases: readonly SpellingCase[]): SpellingCase[][] {
  const rounds: { readonly spellings: Set<string>; readonly cases: SpellingCase[] }[] = [];
  for (const each of cases) {
    const spellings = [spellingOf(each.stored), spellingOf(each.asked)];
    let round = rounds.find((other) => !spellings.some((spelling) => other.spellings.has(spelling)));
    if (round === undefined) rounds.push((round = { spellings: new Set(), cases: [] }));
    for (const spelling of spellings) round.spellings.add(spelling);
    round.cases.push(each);
  }
  return rounds.map((round) => round.cases);
}

const forms =
  /\b(?:the|inc|incorporated|corp|corporation|co|company|ltd|limited|llc|llp|lp|plc|ag|aktiengesellschaft|jsc|ojsc|ooo|oao)\b/g;

/**
 * A name without legal forms, by which cases are divided into rounds: if "Acme Ltd" and "Acme Inc" were in one round, a request for one
 * could find the record of the other.
 */
function spellingOf(name: string): string {
  const text = folded(name);
  return text.replace(forms, '').replaceAll(' ', '') || text;
}

const fullNameOf = ({ first_name: first, last_name: last }: Person): string => `${first} ${last}`;

export async function importRecords(
  service: OwnService,
  records: Readonly<Partial<Record<'companies' | 'persons', readonly object[]>>>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'labelled-'));
  try {
    const files = Object.entries(records).map(
      ([kind, lines]) => [kind, join(folder, `${kind}.ndjson`), lines] as const,
    );
    for (const [, file, lines] of files) await writeFile(file, ndjson(lines));
    await service.load(Object.fromEntries(files.map(([kind, file]) => [kind, file])));
  } finally {
    await rm(folder, { recursive: true });
  }
}
