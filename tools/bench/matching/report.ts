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

After reading this page you know how often the service finds the right company or person. You know in spite of which mistakes in a list it
finds them, and which matches it misses on purpose. You can also measure the matching of your own data.

\`npm run bench:matching -- --seed ${seed} --size ${size}${origin} --output docs/matching-quality.md\` has measured the figures of this page, on ${counts.persons} persons at
${counts.companies} companies. If you run this command again, it writes the page anew.

${summary('Persons', persons)}
${summary('Persons without a profile page', pageless)}
${summary('Companies', companies)}

A case is one identifier that is looked up. It is made from a stored record and a *corruption*, which changes one thing, such as a typing
error in the family name. A *strategy* is a way to identify a record, such as "full name + domain". For each strategy and each corruption,
at most ${size} cases are drawn at random; the same \`--seed\` draws the same cases. The typing errors, nicknames, patterns of e-mail addresses
and legal forms of the corruptions come from tables of the benchmark. The service does not use these tables.

| Word      | Means                                                                  |
| --------- | ---------------------------------------------------------------------- |
| Right     | The expected record was found                                          |
| Wrong     | Another record was found, or any record where none is expected         |
| Missed    | No record was found, although one is expected                          |
| Refused   | No record was found, as expected                                       |
| Precision | The share of right among all records that were found                   |
| Recall    | The share of right among all cases in which a record is expected       |
| F1        | The harmonic mean of precision and recall                              |

With some corruptions the identifier means no stored record. The service is then expected to find no record:

- **Persons.** No person is expected for "not there" (the person is not stored), "wrong employer", "two fit" (the e-mail address fits the
  names of two persons), "free-mail address" and "role address". No person is expected for "namesakes" either: two colleagues have the same
  name, and the identifier does not say which of them is meant. If the name of a corruption begins with "beside", the identifier has the
  e-mail address of one person and the name of another, so no person is expected. "A colleague's initial" has the address of a person who is
  not stored, such as \`jdoe@acme.com\` of John Doe. Only a colleague with the same initial and family name is stored, such as Jane Doe, and
  must not be found.
- **Companies.** No company is expected for the cases of the strategies "no company" and "no company, strict". In strict matching no company
  is expected for an alias, a sub-domain, an e-mail address or a misspelt scheme.

On a site such as amazon.com, many companies have pages of their own. So the service takes every path on such a site for the page of another
company, and does not match the path with the owner of the site. The missed cases of the corruption "whole URL" are paths that do belong to
the owner.

In your own data the precision may be lower, because more persons with similar names may work for one employer. To measure your own data,
name its files with \`--companies\` and \`--persons\`. With \`--failures FILE\`, the benchmark writes every case that did not end as expected to a
file.

${labelledSection}

## Confidence

With the option \`include_match\`, each match has a confidence: the probability that the match is right. For the tables of this section, the
matches of this run were ordered by confidence, the lowest first, and divided into ten equal groups. *Promised* is the mean confidence of a
group. *Measured* is the share of its matches that are right. A test fails if the two differ by more than ${toleratedDifference}.

${confidenceNotes}

Persons:

${tenthsTable(judgedOf('persons', persons))}

Persons without a profile page:

${tenthsTable(judgedOf('pageless', pageless))}

Companies, without the matches in which a part of the identifier leads to another company:

${tenthsTable(judgedOf('companies', companies).filter(({ conflicts }) => conflicts.length === 0))}

## Persons

${table(persons)}

The lists below name the corruptions. If a name has no fraction, all its cases ended as expected. A fraction has the number of cases in
which the expected record was found, and the number of all cases. In the first list, a fraction such as 378/567 means that the expected
record was found in 378 cases, and that in the other 189 cases no record was expected and none was found. In the second list, a fraction
such as 989/1000 means that 11 of 1000 cases were missed or wrong. If a corruption never expects a record, its fraction counts the cases in
which none was found.

${byFault(persons)}

${recallOfMissed(persons)}
## Persons without a profile page

For these cases, all persons with a work e-mail address were imported without their profile pages, because the contacts of a CRM have none.
All other persons were imported with their profile pages. For each strategy and each corruption, at most a quarter as many cases were drawn
as for the section "Persons".

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
