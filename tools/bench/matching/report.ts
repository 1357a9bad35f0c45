import { labelledSection } from './labelled/labelled-page.js';
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
  { persons, companies }: { readonly persons: readonly Outcome[]; readonly companies: readonly Outcome[] },
  { seed, size, files, counts }: Circumstances,
): string {
  const all = [...persons, ...companies];
  const origin = files === null ? '' : ` --companies ${files.companies} --persons ${files.persons}`;
  return `# How well identities are resolved

Made by \`npm run bench:matching -- --seed ${seed} --size ${size}${origin} --output docs/matching-quality.md\` on ${counts.persons} persons at
${counts.companies} companies. Run it again.

${summary('Persons', persons)}
${summary('Companies', companies)}

At most ${size} cases for a strategy and a corruption, drawn by the seed. Typos, nicknames, address patterns and legal forms come from
own tables, which the service does not use.

- **Right**: the expected record was found. **Wrong**: another one was, or one where none is expected. **Missed**: none was, though one
  is expected. **Refused**: none was, and none is expected. **Recall** is right among all cases that expect a record.
- No record is expected of persons in "not there", "wrong employer", "namesakes" (two colleagues of one name that nothing tells apart),
  "two fit", "free-mail address", "role address", "beside … name" (another person's address on record) and "a colleague's
  initial" (another person with the initial and family name of a stored one, at another address); of companies in "no company"
  and in strict matching of an alias, a sub-domain, an e-mail address or a misspelt scheme.
- Paths on sites such as amazon.com count as pages of others, so the owner's own ("whole URL") are missed.
- Precision falls with the number of names at one employer. Measure your own data with \`--companies\` and \`--persons\`;
  \`--failures FILE\` writes each case that was not answered as expected.

${labelledSection}

## Persons

${table(persons)}

Corruptions, with the cases as expected if not all are:

${byFault(persons)}

Recall of those with missed cases:

${recallMatrix(persons)}

## Companies

${table(companies)}

${byFault(companies)}

${summary('Together', all)}
`;
}

function summary(title: string, outcomes: readonly Outcome[]): string {
  const { cases, precision, recall, f1 } = tally(outcomes);
  const [p, r, f] = [precision, recall, f1].map((value) => (value ?? 0).toFixed(4));
  return `**${title}**: ${cases} cases, precision ${p}, recall ${r}, F1 ${f}.`;
}
