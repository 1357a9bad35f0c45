import { divided, type KeyedRow, phrasesIn, type Section, Table } from '../platform/tables/table.js';

/** The range of a title that a scope phrase governs. A `phrase` ends at any break and before "and". */
const stretches = ['itself', 'phrase', 'clause', 'segment', 'title'] as const;
export type Stretch = (typeof stretches)[number];

/**
 * What a word describes. `holder`: rank and field of the holder. `field`: the holder's field, but not the rank. `other`: another person
 * or thing.
 */
const standings = ['holder', 'field', 'other'] as const;
export type Standing = (typeof standings)[number];

/** Phrases, each of which has the meaning of its row; a longer phrase overrides the shorter ones in it. */
export interface PhraseRow {
  /** `…` in a phrase means one to four words. */
  readonly phrases: readonly string[];
}

/** Phrases that lower the standing of the words around or after them. */
export interface ScopeRow extends PhraseRow {
  readonly standing: Standing;
  readonly governs: 'all' | 'the rest';
  readonly within: Stretch;
}

/**
 * Every persona tag and its meaning: the closed list of values for `personas` in answers, query definitions and team schemas.
 */
export const personaMeanings = {
  founder: 'Founds or owns a business of their own',
  general_management: 'Runs a whole company, country or business unit',
  board: 'Sits on a supervisory or advisory board',
  investment: 'Invests money: venture capital, private equity, funds, portfolios',
  strategy: 'Strategy, corporate development, transformation, innovation',
  engineering: 'Builds software, hardware or technical systems',
  data: 'Data science, data engineering, analytics, machine learning',
  it: 'Runs internal technology: systems, networks, cloud, business applications, help desk',
  security: 'Information security',
  product: 'Product management and ownership',
  design: 'Design of products, interfaces, graphics, interiors, fashion',
  research: 'Science, research and development, laboratories',
  quality: 'Quality, testing, health, safety and environment',
  project_management: 'Projects, programmes, agile delivery',
  marketing: 'Marketing, brand, demand, content, events, e-commerce',
  communications: 'Public relations, press, internal and corporate communications',
  sales: 'Sells: new business, accounts, revenue, pre-sales',
  partnerships: 'Partners, alliances, channels',
  customer_success: 'Keeps and grows customers, customer experience',
  customer_support: 'Service desks, call centres, support, field service for customers',
  finance: 'Accounting, controlling, audit, tax, treasury, banking, insurance, risk',
  legal: 'Law, contracts, compliance, privacy, regulation',
  people: 'Human resources, recruiting, pay, development of staff',
  operations: 'Business operations, process excellence, service delivery',
  administration: 'Assistance, secretarial and office work',
  procurement: 'Purchasing, sourcing, suppliers',
  supply_chain: 'Logistics, warehouses, planning of material',
  transport: 'Moves people or goods: drivers, pilots, crews, fleets',
  manufacturing: 'Production, plants, maintenance, skilled trades in industry',
  construction: 'Builds and plans buildings and infrastructure',
  real_estate: 'Trades, lets and manages property',
  facilities: 'Keeps premises running, clean and guarded',
  retail: 'Shops, merchandising, trade with consumers',
  hospitality: 'Hotels, restaurants, kitchens, travel',
  medical: 'Health care, nursing, therapy, pharmacy, clinical work',
  education: 'Teaching, schools, universities, training',
  consulting: 'Advises clients as a profession',
  media: 'Journalism, publishing, film, photography, music, translation',
  public_sector: 'Government, administration of states and cities, armed and emergency services',
  social_services: 'Social work, charities, counselling, religious work',
  sustainability: 'Environment, climate, social responsibility',
} as const satisfies Readonly<Record<string, string>>;

export type Persona = keyof typeof personaMeanings;

/**
 * The weight of a phrase for its tags. `role`: a profession or a post; `field`: an area of work; `hint`: a weak word, which counts
 * only without other phrases.
 */
const strengths = ['role', 'field', 'hint'] as const;
export type PersonaStrength = (typeof strengths)[number];

/** Phrases with persona tags. */
export interface PersonaRow extends PhraseRow {
  /** Strongest first; empty for phrases that contain words of other rows without their meaning. */
  readonly tags: readonly Persona[];
  /** Other readings of an ambiguous abbreviation, which apply when other words of the title have their first tag. */
  readonly otherReadings: readonly (readonly Persona[])[];
  readonly strength: PersonaStrength;
  /** Whether the phrase is a post rather than a field: it gives no tags if it is another person's post ("Office of the CEO"). */
  readonly isPost: boolean;
}

/** The ranks of titles, highest first. */
const ranks = ['executive', 'director', 'teamlead', 'ic'] as const;
export type Rank = (typeof ranks)[number];

const yieldings = ['to later ranks', 'to other words'] as const;

/** Phrases with the rank of their holder. */
export interface RankRow extends PhraseRow {
  readonly rank: Rank;
  /** The rank in banks, whose titles are higher than the role. */
  readonly rankInBank: Rank | undefined;
  /**
   * When the phrase gives no rank. `to later ranks`: before another rank of its clause ("Tax Partner", but not "Partner Engineer").
   * `to other words`: with any other word about its holder ("Principal", but not "Principal Engineer" or "Ingeniero principal").
   */
  readonly yields: (typeof yieldings)[number] | undefined;
  /** The rank where the words behind it name a field of work: a "Managing Director, Equities" runs no company. */
  readonly rankWithField: Rank | undefined;
  /** The rank where a word follows it at once: a "Chief Growth" is an officer, a "Section Chief" is not. */
  readonly rankBeforeWord: Rank | undefined;
  /** Personas with which the phrase has another meaning: an MD is a managing director, but not in medicine. */
  readonly exceptIn: readonly Persona[] | undefined;
}

export function scopeRows(): ScopeRow[] {
  return tableOf('scopes.txt').sections.map((section) => {
    const { first, values } = attributesOf(section);
    return {
      standing: oneOf(standings, first, section),
      governs: oneOf(['all', 'the rest'], values.get('governs'), section),
      within: oneOf(stretches, values.get('within'), section),
      phrases: phrasesBelow(section),
    };
  });
}

export function personaRows(): PersonaRow[] {
  return tableOf('personas.txt').sections.map((section) => {
    const [weight = '', ...others] = section.heading.split(';').map((part) => part.trim());
    const { key, value } = divided({ text: weight, place: section.place });
    return {
      tags: personasIn(value, section),
      otherReadings: others
        .filter((part) => part.startsWith('or:'))
        .map((part) => personasIn(part.slice('or:'.length), section)),
      strength: oneOf(strengths, key, section),
      isPost: others.includes('post'),
      phrases: phrasesBelow(section),
    };
  });
}

export function rankRows(): RankRow[] {
  return tableOf('ranks.txt').sections.map((section) => {
    const { first, values } = attributesOf(section);
    const exceptIn = values.get('except in');
    return {
      rank: oneOf(ranks, first, section),
      rankInBank: oneOfIfGiven(ranks, values.get('in a bank'), section),
      yields: oneOfIfGiven(yieldings, values.get('yields'), section),
      rankWithField: oneOfIfGiven(ranks, values.get('with a field'), section),
      rankBeforeWord: oneOfIfGiven(ranks, values.get('before a word'), section),
      exceptIn: exceptIn === undefined ? undefined : personasIn(exceptIn, section),
      phrases: phrasesBelow(section),
    };
  });
}

/** Words of titles that show that the employer is a bank, and industries of banks, of whose names a part suffices. */
export function bankRows(): { readonly business: PhraseRow; readonly industry: PhraseRow } {
  const table = tableOf('banks.txt');
  return {
    business: { phrases: table.phrases('words of titles') },
    industry: { phrases: table.phrases('industries') },
  };
}

/** The articles, which titles do without, and the normal forms of words: the key of a row is final. */
export function wordForms(): { readonly articles: readonly string[]; readonly forms: readonly KeyedRow[] } {
  const table = tableOf('word-forms.txt');
  const languages = new Set(table.sections.map(({ heading }) => heading).filter((heading) => heading !== 'articles'));
  return { articles: table.words('articles'), forms: [...languages].flatMap((language) => table.keyed(language)) };
}

/** Last parts of compounds: those with their usual meaning, and those with another one, by that meaning. */
export function compoundHeads(): { readonly usual: readonly string[]; readonly others: readonly KeyedRow[] } {
  const table = tableOf('compound-heads.txt');
  return { usual: table.words('with their usual meaning'), others: table.keyed('with a meaning of their own') };
}

function tableOf(file: string): Table {
  return Table.read(new URL(`data/${file}`, import.meta.url));
}

/** A heading such as `executive; in a bank: director`. */
function attributesOf({ heading, place }: Section): { first: string; values: ReadonlyMap<string, string> } {
  const [first = '', ...others] = heading.split(';').map((part) => part.trim());
  return {
    first,
    values: new Map(others.map((text) => divided({ text, place })).map(({ key, value }) => [key, value])),
  };
}

function phrasesBelow({ rows }: Section): string[] {
  return rows.flatMap(({ text }) => phrasesIn(text));
}

function personasIn(text: string, section: Section): Persona[] {
  return phrasesIn(text).map((tag) => oneOf(Object.keys(personaMeanings) as Persona[], tag, section));
}

function oneOf<Value extends string>(values: readonly Value[], text: string | undefined, { place }: Section): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`${place}: "${text ?? ''}" is none of ${values.join(', ')}`);
  return found;
}

function oneOfIfGiven<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
  section: Section,
): Value | undefined {
  return text === undefined ? undefined : oneOf(values, text, section);
}
