/** Spelling variants of words in company names; the first of each line is the normal form. */
const wordVariants = `
and und et og och oraz
aluminum aluminium
assoc associates associate
assn association assoziation associazione asociacion associacao
bros brothers
catalog catalogue
center centre ctr centro zentrum
cheque check
color colour
comms communications communication
consult consulting consultants consultancy consultant
coop cooperative cooperatives
corp corporation corporations
defense defence
dept department
dev development developments
distrib distribution distributors distributor
eng engineering engr engineers
enterprise enterprises
equip equipment eqpt
fdn foundation
favor favour
fed federal
fin financial
fiber fibre
flavor flavour
gen general
germany deutschland alemania allemagne germania
govt government
gray grey
group grp gruppe groupe grupo gruppo gruppa grup grupp gruppen groep grupa
harbor harbour
holding holdings hldg hldgs
honor honour
hosp hospital hospitals
hungary magyarorszag
ind industries industry inds industria industrie
ins insurance
inst institute institut instituto istituto
intl international internat internationale internacional internazionale int internationaal
invest investment investments
italy italia
jewelry jewellery
lab labs laboratories laboratory
labor labour
liter litre
logistic logistics logistik logistica
meter metre
mexico mexique
mfg manufacturing
mgmt management mgt
mktg marketing
mt mount
natl national nationale nacional nazionale
neighbor neighbour
netherlands nederland
orthopedic orthopaedic
pakistan pak
partner partners
pediatric paediatric
pharma pharmaceuticals pharmaceutical pharm
poland polska
product products
program programme programs programmes
property properties props
realty rlty
resource resources
rail railway railways railroad rly
service services svc svcs
soc society
solution solutions
spain espana
sys system systems
sweden sverige
switzerland schweiz suisse svizzera
tech technologies technology techs
telecom telecommunications telecommunication telecoms telekom
theater theatre
tire tyre
tires tyres
transport transportation
turkey turkiye
uk unitedkingdom
univ university universitat universite universidad universita universiteit universitet
us usa unitedstates unitedstatesofamerica
venture ventures
works wks
`;

/** Words that companies often omit at the end of their names; `com` is from Acme.com. */
export const tailWords: ReadonlySet<string> = new Set(['group', 'holding', 'worldwide', 'global', 'com', 'intl']);

/** A tail that often names another company of a group: only a name without a legal form may omit it. */
export const distinctTailWord = 'intl';

/** Articles that names in these languages often omit: La Poste, El Corte Inglés. */
export const articles: ReadonlySet<string> = new Set('the le la les el los las il gli het der das'.split(' '));

/** Words between other words: names with and without them are one name only if further evidence agrees. */
export const linkWords: ReadonlySet<string> = new Set(
  'and of for the in at on to de del della dei du des da do dos das di la le les y e en fur for van von der'.split(' '),
);

const forms: ReadonlyMap<string, string> = new Map(
  wordVariants
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap((words) => words.map((word): [string, string] => [word, words[0] ?? word])),
);

const britishEnding = /isation(?=s?$|al$)/;
/** Names of countries in several words, which are written as one abbreviation, too. */
const unitedStates = /\bunited states(?: of america)?\b/;
const unitedKingdom = /\bunited kingdom\b/;

/** The normal forms of ASCII words and their abbreviations, in lower case; "the" inside a name is left out. */
export function companyWords(words: readonly string[]): string[] {
  const lower = words.map((word) => word.toLowerCase());
  const joined = lower.includes('united')
    ? lower.join(' ').replace(unitedStates, 'us').replace(unitedKingdom, 'uk').split(' ')
    : lower;
  const named = joined.lastIndexOf('the') > 0 ? joined.filter((word, index) => word !== 'the' || index === 0) : joined;
  return named.map(companyWord);
}

function companyWord(word: string): string {
  return forms.get(word) ?? (word.length > 8 ? word.replace(britishEnding, 'ization') : word);
}
