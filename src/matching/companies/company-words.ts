/** Words of company names that are written in several ways; the first of each line stands for all. */
const SAME_WORDS = `
and und et
assoc associates associate
bros brothers
center centre ctr
comms communications communication
consult consulting consultants consultancy
dev development developments
eng engineering engr
enterprise enterprises
group grp gruppe groupe grupo gruppo
holding holdings hldg hldgs
ind industries industry inds
inst institute
intl international internat
lab labs laboratories laboratory
logistic logistics
mfg manufacturing
mgmt management mgt
natl national
partner partners
pharma pharmaceuticals pharmaceutical pharm
product products
resource resources
service services svc svcs
solution solutions
sys system systems
tech technologies technology techs
telecom telecommunications telecommunication telecoms
univ university universitat universite universidad universita
`;

/** Words that a company puts behind its name as often as it leaves them out; `com` is what is left of Acme.com. */
export const TAIL_WORDS: ReadonlySet<string> = new Set(['group', 'holding', 'worldwide', 'global', 'com']);

const forms: ReadonlyMap<string, string> = new Map(
  SAME_WORDS.trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap((words) => words.map((word): [string, string] => [word, words[0] ?? word])),
);

/** The form in lower case that stands for a word (ASCII) and its abbreviations. */
export function companyWord(word: string): string {
  const lower = word.toLowerCase();
  return forms.get(lower) ?? lower;
}
