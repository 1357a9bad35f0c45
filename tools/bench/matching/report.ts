import { judgedOf, tenthsTable, toleratedDifference } from './confidence.js';
import { confidenceNotes, labelledSection } from './labelled/labelled-page.js';
import { byFault, type Outcome, recallMatrix, table, tally } from './scores.js';

interface Circumstances {
  readonly seed: string;
  readonly size: number;
  /** The files with the records; null if the demo data is measured. */
  readonly files: { readonly companies: string; readonly persons: string } | null;
  readonly counts: { readonly companies: number; readonly persons: number };
}

/** The text of docs/matching-quality.md. */
export function report(
  { persons, pageless, companies }: Readonly<Record<'persons' | 'pageless' | 'companies', readonly Outcome[]>>,
  { seed, size, files, counts }: Circumstances,
): string {
  const all = [...persons, ...pageless, ...companies];
  const origin = files === null ? '' : ` --companies ${files.companies} --persons ${files.persons}`;
  return `# How well identities are resolved

After reading this page you know how often the service finds the right company or person, which mistakes in a list it forgives, and what it
misses on purpose. You can measure the matching of your own data, too.

\`npm run bench:matching -- --seed ${seed} --size ${size}${origin} --output docs/matching-quality.md\` has measured the figures of this page on
${counts.persons} persons at ${counts.companies} companies, and writes the page anew.

${summary('Persons', persons)}
${summary('Persons without a profile page', pageless)}
${summary('Companies', companies)}

A case is one identifier that is looked up: a stored record with one corruption, such as a typing error. For each way to identify a record
and each corruption, the seed draws at most ${size} cases. The typing errors, nicknames, patterns of addresses and legal forms come from
tables that belong to the measurement and that the service does not use.

| Word      | Means                                                                  |
| --------- | ---------------------------------------------------------------------- |
| Right     | The expected record was found                                          |
| Wrong     | Another record was found, or any record where none is expected         |
| Missed    | No record was found, although one is expected                          |
| Refused   | No record was found, as expected                                       |
| Precision | The share of right among all records that were found                   |
| Recall    | The share of right among all cases in which a record is expected       |

For some corruptions no record is expected, so that a refusal is the right answer:

- **Persons.** No person is expected for "not there", "wrong employer", "two fit", "free-mail address" and "role address". The same applies
  to "namesakes", which are two colleagues with the same name who cannot be distinguished. It also applies to the corruptions whose names
  begin with "beside": their identifiers have the e-mail address of another stored person. The corruption "a colleague's initial" asks for a
  person who is not stored, and a colleague with the same initial and family name is stored.
- **Companies.** No company is expected for the cases of "no company". In strict matching no company is expected for an alias, a
  sub-domain, an e-mail address or a misspelt scheme.

A path on a site such as amazon.com counts as the page of another company. So a path that belongs to the owner of the site is missed; these
are the missed cases of the corruption "whole URL".

Precision is lower when more persons with similar names work for one employer. Measure your own data with \`--companies\` and \`--persons\`.
\`--failures FILE\` writes each case that was not answered as expected.

${labelledSection}

## Confidence

\`include_match\` adds a confidence to each match: the probability that it is right. The table below orders the matches of this run by
confidence, the lowest first, and divides them into ten equal groups. *Promised* is the mean confidence of a group, *measured* the share of
its matches that are right. A test fails if the two differ by more than ${toleratedDifference}.

${confidenceNotes}

Persons:

${tenthsTable(judgedOf('persons', persons))}

Persons without a profile page:

${tenthsTable(judgedOf('pageless', pageless))}

The same table for companies, without the matches in which a part of the identifier leads to another company:

${tenthsTable(judgedOf('companies', companies).filter(({ conflicts }) => conflicts.length === 0))}

## Persons

${table(persons)}

The lists below name the corruptions. A fraction such as 378/567 after a name means that the expected record was found in 378 of 567 cases. In the
first list no record was expected in the other cases, so none was missed. A name without a fraction means that all cases ended as
expected.

${byFault(persons)}

${recallOfMissed(persons)}
## Persons without a profile page

For these cases the persons with a work address were imported without their profile pages, as contacts of a CRM are; the others kept them. For
each way and each corruption, the seed draws at most a quarter as many cases as above.

${table(pageless)}

${byFault(pageless)}

${recallOfMissed(pageless)}
## Companies

${table(companies)}

${byFault(companies)}

${summary('Together', all)}
`;
}

function recallOfMissed(outcomes: readonly Outcome[]): string {
  if (tally(outcomes).missed === 0) return '';
  return `The recall of the corruptions with missed cases:\n\n${recallMatrix(outcomes)}\n`;
}

function summary(title: string, outcomes: readonly Outcome[]): string {
  const { cases, precision, recall, f1 } = tally(outcomes);
  const [p, r, f] = [precision, recall, f1].map((value) => (value ?? 0).toFixed(4));
  return `**${title}**: ${cases} cases, precision ${p}, recall ${r}, F1 ${f}.`;
}
