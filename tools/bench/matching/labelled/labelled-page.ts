import { markdown } from '../scores.js';

/**
 * The results of `--labelled` before and after names were improved. Only the halves of the collections that may be
 * looked at were measured.
 */
const measured = [
  ['Companies, screening', 252, '1.00', '1.00', '0.47', '0.79'],
  ['Companies, everyday', 126, '1.00', '1.00', '0.63', '0.82'],
  ['Companies beside neighbours', 1210, '1.00', '1.00', '0.87', '0.91'],
  ['Companies, patents', 552, '1.00', '1.00', '0.51', '0.72'],
  ['Companies, films', 160, '1.00', '1.00', '0.59', '0.63'],
  ['Persons, screening', 528, '0.91', '0.99', '0.45', '0.66'],
  ['Titles', 2646, '0.63', '0.88', '–', '–'],
] as const;

const titles = ['Set', 'Cases', 'Precision before', 'after', 'Recall before', 'after'];

/** The section of docs/matching-quality.md about collections that are not part of the project. */
export const labelledSection = `## Spellings and titles that others labelled

The cases of "Persons" and "Companies" on this page are made by us. The pairs of this section were labelled by others: two spellings of one
company or person, and job titles with their fields of work. \`npm run bench:matching -- --labelled FOLDER\` imports one spelling and asks for the other, in both directions. For a job title it
asks for the personas; an answer is right if one of them fits.

The sets are halves of public collections, which are not part of the project: pairs for screening of opensanctions/nomenklatura and everyday
pairs of easonanalytica/company_name_matcher (both MIT), and reported titles of O\\*NET (CC BY 4.0, U.S. Department of Labor). "Beside neighbours" are companies as two
business databases write them, each stored with its nearest neighbours (MatthiasUckert/Rmatch, MIT). "Patents" are applicants as patents
write them (dedupeio/dedupe-examples, MIT). "Films" are companies that two film databases have (rohfle/tmdb-wikidata-company-matching, no
licence stated). "Before" and "after" mean an improvement of the comparison of names.

${markdown(
  titles,
  measured.map((row) => row.map(String)),
)}

Some matches are missed on purpose, because a wrong match is worse than a missed one:

- Acronyms, tickers and former brands, such as "P&G", match nothing. Import them as \`aliases\`.
- Funds and trusts whose names differ in a numeral or a year count as different. The set "Companies, screening" labels them as the same.
- A slip in the name of a company, or a shorter form of it, is not forgiven if the person's full name is not exactly the same, if another
  identifier is sent, or if a company with the sent name exists.
- A name that lacks whole words is no shorter form, because it may be the parent company: "Halibutron" and "Halibutron Energy". The
  same applies to two words in another order, and to an abbreviation of a rare word.
- One different letter is not forgiven in a short word, or between two known words or family names, such as "Shipping" and "Shopping".
- Japanese names in Chinese characters match nothing in Latin letters, because their readings are not regular. Neither do Malay names in Chinese
  characters without dots, and Chinese names that are spelled by Hakka or Foochow, apart from their family names.
- Persons with different middle names, or with several differences, do not match.
- A name that differs from the stored name does not match if the name of a colleague would match, too.
- A person who is stored twice, under two spellings, matches only an identifier with exactly one of these spellings.
- Names in other scripts are compared by their sounds, such as "Джон Браун" and John Brown. They are missed if a short word has other vowels,
  or if the sounds do not show whether a woman or a man is meant, as those of Simon and Simone in Cyrillic letters.`;

/** What was measured with labelled sets that are not part of the project. */
export const confidenceNotes = `The score of a person is not its confidence: it ranks candidates, and a candidate that does not stand out is no match at all. To find out how
often the matches of each score are right, the cases of this page and sets that others labelled were measured (2,969 members of 237 parliaments
among their colleagues, 563 formal and misspelt names, 1,936 companies beside their nearest neighbours). There, matches of the weakest
scores are nearly as often right as those of the best. So scores from 0.80 to 1 become confidences from 0.989 to 0.995. On the sets of
others alone the matches have this precision:

${markdown(
  ['Set', 'Matches', 'Precision'],
  [
    ['Members of parliaments, Latin script', '1330', '0.9902'],
    ['Members of parliaments, other scripts', '241', '0.9668'],
    ['Formal and misspelt names, alone at an employer', '546', '1.0000'],
    ['Names of nobody, at parliaments', '0', '–'],
    ['Companies beside neighbours, three sets', '1605', '1.0000'],
  ],
)}

Most of the wrong matches are persons whom the set has twice. A part of an identifier that leads to another record multiplies the
confidence by 0.75. That factor is a choice: no set says which of two parts is the wrong one. After a change of the matching of persons,
\`npm run bench:matching -- --calibrate\` measures the confidences anew and writes them into the source of the service, and
\`--labelled FOLDER\` adds cases that others labelled.`;
