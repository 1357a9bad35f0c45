import { table, tally } from './scores.mjs';

/** The page that docs/matching-quality.md is. */
export function report({ persons, companies }, { seed, size, files, counts }) {
  const all = [...persons, ...companies];
  const origin = files === null ? '' : ` --companies ${files.companies} --persons ${files.persons}`;
  return `# How well identities are resolved

Made by \`npm run bench:matching -- --seed ${seed} --size ${size}${origin} --output docs/matching-quality.md\` on ${counts.persons} persons at
${counts.companies} companies. Do not edit: run it again.

${summary('Persons', persons)}
${summary('Companies', companies)}

Each strategy and corruption has at most ${size} cases, drawn by the seed. Typos, nicknames, address patterns and legal forms come from
the benchmark's own tables, which the service does not know. What the columns count:

- **Right**: the record meant was found. **Wrong**: another one was, or one where none is meant. **Missed**: none was, though one
  is meant. **Refused**: none was, and none is meant.
- **Precision** is right among all that was found (right and wrong), **recall** right among all cases that mean a record,
  **F1** their harmonic mean.
- A record is never meant in the cases "not there", "wrong employer", "namesakes" (two colleagues of one name, and nothing that
  tells them apart), "two fit", "free-mail address", "role address", "beside … name" (an address of somebody else's on record) and "a
  colleague's initial" (of a stranger who shares it and the family name with somebody there who has another address), nor for companies
  where "nobody meant" is asked, or strict matching of an alias, a sub-domain, an e-mail address or a misspelt scheme.
- Paths on sites such as amazon.com are taken for pages of others, so the owner's own (\`amazon.com/en/about\` in "whole URL") are
  missed.
- Strangers whose name is within two letters or a nickname of a colleague's are left out: nobody could tell them from a slip. So
  are persons with a namesake at work, except in their own rows, and corrupted names that come nearer to a colleague's.
- Totals count cases, and rare corruptions have fewer than the others: a smaller \`--size\` gives them more weight. Runs of one size
  can be compared.
- Precision falls with the number of names that stand beside each other: what is measured on a dozen people a company says little
  of an employer whose thousands are loaded. Measure on your own data with \`--companies\` and \`--persons\`.

## Persons by strategy

${table(['Strategy'], persons, ({ strategy }) => [strategy])}

## Persons by corruption

${table(['Corruption'], persons, ({ corruption }) => [corruption])}

## Persons by strategy and corruption

${table(['Strategy', 'Corruption'], persons, ({ strategy, corruption }) => [strategy, corruption])}

## Companies by strategy and corruption

${table(['Strategy', 'Corruption'], companies, ({ strategy, corruption }) => [strategy, corruption])}

${summary('Together', all)}
`;
}

function summary(title, outcomes) {
  const { cases, precision, recall, f1 } = tally(outcomes);
  const [p, r, f] = [precision, recall, f1].map((value) => (value ?? 0).toFixed(4));
  return `**${title}**: ${cases} cases, precision ${p}, recall ${r}, F1 ${f}.`;
}
