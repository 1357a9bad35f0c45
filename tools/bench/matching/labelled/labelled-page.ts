import { markdown } from '../scores.js';

/**
 * The results of `--labelled` before and after names were improved. Only the halves of the collections that may be
 * looked at were measured.
 */
const measured = [
  ['Companies, screening', 252, '1.00', '1.00', '0.47', '0.79'],
  ['Companies, everyday', 126, '1.00', '1.00', '0.63', '0.82'],
  ['Persons, screening', 528, '0.91', '0.99', '0.45', '0.66'],
  ['Titles', 2646, '0.63', '0.88', '–', '–'],
] as const;

const titles = ['Set', 'Cases', 'Precision before', 'after', 'Recall before', 'after'];

/** The section of docs/matching-quality.md about collections that are not part of the project. */
export const labelledSection = `## Spellings and titles that others labelled

\`npm run bench:matching -- --labelled FOLDER\` imports one spelling and asks for the other, in both directions, or for a title's
personas (precision: one fits). Halves of public sets, not part of the project: screening pairs of opensanctions/nomenklatura and everyday
pairs of easonanalytica/company_name_matcher (both MIT), reported titles of O\\*NET (CC BY 4.0, U.S. Department of Labor).

${markdown(
  titles,
  measured.map((row) => row.map(String)),
)}

Missed on purpose:

- acronyms, tickers and former brands (P&G): import them as \`aliases\`
- funds and trusts of another numeral or year, which the screening set counts as the same
- a slip in a company's name without the person's exact full name, beside another identifier, or where the company is stored
- one letter in a short word, or between two known words or family names (Shipping, Shopping)
- Chinese and Japanese characters whose reading is in no table
- persons with different middle names or several differences`;
