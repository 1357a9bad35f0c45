import { markdown } from '../scores.js';

/**
 * The results of `--labelled` before and after the comparison of names was improved. Each collection was divided into two halves. Nobody
 * may look at the cases of one half while names are improved, so only the other half was measured here.
 */
const measured = [
  ['Companies, screening', 252, '1.00', '1.00', '0.47', '0.79'],
  ['Companies, everyday', 126, '1.00', '1.00', '0.63', '0.82'],
  ['Companies beside neighbours', 1210, '1.00', '1.00', '0.87', '0.95'],
  ['Companies, patents', 552, '1.00', '1.00', '0.51', '0.83'],
  ['Companies, films', 160, '1.00', '1.00', '0.59', '0.78'],
  ['Persons, screening', 528, '0.91', '1.00', '0.45', '0.67'],
  ['Titles', 2646, '0.63', '0.90', '–', '–'],
] as const;

const titles = ['Set', 'Cases', 'Precision before', 'after', 'Recall before', 'after'];

/** The section of docs/matching-quality.md about collections that are not part of the project. */
export const labelledSection = `## Spellings and titles that others labelled

The project has made the cases of "Persons" and "Companies" on this page itself. Others have labelled the cases of this section: pairs of
two spellings, with the statement whether both mean the same company or person, and job titles with their fields of work.
\`npm run bench:matching -- --labelled FOLDER\` imports one spelling of a pair and requests the other, and then the other way round. For a job
title it requests the personas. The answer is right if one of these personas is the labelled field of work.

Each set is one half of a public collection. The collections are not part of the project. The sets "screening" are pairs from the check of
names against sanctions lists (opensanctions/nomenklatura, MIT). "Everyday" has pairs of usual company names
(easonanalytica/company_name_matcher, MIT). "Titles" has job titles that people reported to O\\*NET (CC BY 4.0, U.S. Department of Labor).
"Beside neighbours" has companies as two business databases write them; each company is stored together with the companies whose names are
most similar (MatthiasUckert/Rmatch, MIT). "Patents" has applicants as patents write them (dedupeio/dedupe-examples, MIT). "Films" has
companies that are in two film databases (rohfle/tmdb-wikidata-company-matching, no licence stated). The comparison of names was improved
with these sets; "before" and "after" mean before and after this improvement.

${markdown(
  titles,
  measured.map((row) => row.map(String)),
)}

Some matches are missed on purpose, because a wrong match is worse than a missed one:

- Tickers, former brands and short forms such as "P&G" match nothing. Import them as \`aliases\`. The initials of at least three words do
  match: "HPW" and "Halibutron Pump Works". For this, at most 100 persons on record may have the requested full name, and at most one name on
  record may contain the initials as a word. If both names have legal forms, these must be of one country, and "Ltd" and "Inc." do not
  suffice.
- Funds and trusts whose names differ in a numeral or a year count as different, such as "Halibutron Fund I" and "Halibutron Fund II". The
  set "Companies, screening" labels such pairs as the same company.
- A person is found at an employer whose name has a typing error or is a shorter form only under three conditions: the full name of the
  person is exactly the stored name, the request has no other identifier, and no stored company has the requested name.
- A name that lacks whole words usually does not count as a shorter form, because it may be the name of the parent company: "Halibutron"
  does not match "Halibutron Energy". Every name may lack words such as "Group". A name may lack other words if it has at least two words in
  common with the stored name, and only this stored name has one of them: "Halibutron Trading" matches "Halibutron Marine Trading". The
  other word may be abbreviated, singular or misspelt in one name. In front or inside, only one word may be lacking. If both names have
  legal forms, the forms must be of one country. "Ltd" and "Inc." do not suffice, because companies of many countries have them. A name
  without a legal form that has at least 24 characters may lack its last words, because lists cut long names. No name lacks a place or a
  number, no short name lacks a note behind a comma, and the name of a school lacks only words such as "Group".
- A single rare word in common suffices if it has the initials of the lacking words: "Groupe HPW" matches "Groupe HPW Halibutron Pump Works".
  Places and words of schools may be among these lacking words.
- A country in brackets behind a legal form counts as a note only if companies of this country have the legal form: "Halibutron S.A. (Spain)"
  matches "Halibutron S.A.", but "Halibutron S.A. (Malaysia)" does not. American forms such as "LLP" count only for the United States.
- Two words with the same beginning and other endings match only beside rare words, if at least five letters and half of the longer word
  are the same: "Halibutron Metallurgy" matches "Halibutron Metallurgie". Four letters and two fifths of the longer word suffice if the names
  are not those of schools and, if both have legal forms, these are of one country ("Ltd" and "Inc." do not count): "Halibutron Chemie"
  matches "Halibutron Chemikalien".
- Two words may be in another order only if both names have legal forms of the same country, and one of the words is rare. An abbreviation
  of a rare word matches only if it is in the table of abbreviations, or stands for "saint".
- Two words that differ in one letter do not match if they are short, or if both are known words or family names, such as "Shipping" and
  "Shopping". The words must be longer if the names have no other word: "Zonia" does not match "Zonina". Two such names also do not match
  if only one of them is a "Ltd" or "Co., Ltd.", such as "Halibutron Ltd" and "Hailbutron AG".
- A Japanese name in Chinese characters does not match a name in Latin letters, because the pronunciation of its characters does not follow
  rules. Neither does a Malay name in Chinese characters without a dot between its parts. Of Chinese names in the spelling of Hakka or Foochow,
  only the family name is known.
- Two names with different middle names do not match, and neither do two names that differ in several places.
- A requested name that differs from a stored name does not match if it is also similar to the name of a colleague at the same employer.
- If a person is stored twice, under two spellings, only a request with exactly one of these spellings finds the person.
- A name in another script is compared by its sounds: "Джон Браун" matches John Brown. It does not match if the vowels of a short word
  differ. Neither does it match if the sounds do not show whether a woman or a man is meant: Simon and Simone sound the same in Cyrillic
  letters.`;

/** What was measured with labelled sets that are not part of the project. */
export const confidenceNotes = `The confidence of a match is not its score. The service uses scores to rank the candidates for a person, and returns a match only if one
candidate is clearly the best. To find out how often the matches with a certain score are right, the cases of this page and sets that others
labelled were measured. The labelled sets have 2,969 members of 237 parliaments among their colleagues, 563 formal and misspelt names, and
1,936 companies beside the companies with the most similar names. The matches with the lowest scores are right nearly as often as those with
the highest. So scores from 0.80 to 1 become confidences from 0.989 to 0.995. In the labelled sets alone, the matches have this precision:

${markdown(
  ['Set', 'Matches', 'Precision'],
  [
    ['Members of parliaments, Latin script', '1383', '0.9942'],
    ['Members of parliaments, other scripts', '667', '0.9925'],
    ['Formal and misspelt names, alone at an employer', '547', '1.0000'],
    ['Names of nobody, at parliaments', '0', '–'],
    ['Companies beside neighbours, three sets', '1730', '1.0000'],
  ],
)}

Most of the wrong matches are persons who are in their set twice. If a part of the identifier contradicts the match, such as an id that
belongs to another company, the confidence is multiplied by 0.75. This is done for companies, and for persons who were found by profile
page. The factor is not measured but chosen, because no set says which of two contradicting parts is wrong. After a change of the matching
of persons, \`npm run bench:matching -- --calibrate\` measures the confidences anew and writes them into the source of the service. With
\`--labelled FOLDER\` it also uses cases that others labelled.`;
