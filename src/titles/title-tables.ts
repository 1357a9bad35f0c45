import { divided, type KeyedRow, phrasesIn, type Section, Table } from '../platform/tables/table.js';

/**
 * The parts of a title in which a scope phrase can govern words, the smallest first. A `phrase` ends at the end of its
 * clause or before "and".
 */
const stretches = ['itself', 'phrase', 'clause', 'segment', 'title'] as const;
export type Stretch = (typeof stretches)[number];

/**
 * What a word of a title describes:
 * - `holder`: the rank and the field of the holder.
 * - `field`: the holder's field, but not the rank, such as `partner` in "Head of Partner Management".
 * - `other`: another person or thing, such as `ceo` in "Assistant to the CEO".
 */
const standings = ['holder', 'field', 'other'] as const;
export type Standing = (typeof standings)[number];

/** Phrases that share the meaning of their row. A longer phrase overrides the shorter ones in it. */
export interface PhraseRow {
  /** The phrases as the table has them. A `…` in a phrase stands for one to four words. */
  readonly phrases: readonly string[];
}

/** Phrases that lower the standing of the words that they govern: "to" in "Assistant to the CEO". */
export interface ScopeRow extends PhraseRow {
  /** The highest standing that the governed words can have. */
  readonly standing: Standing;
  /** Whether a phrase governs itself and the words on both sides of it, or only those behind it. */
  readonly governs: 'all' | 'the rest';
  readonly within: Stretch;
}

/**
 * The meaning of each persona tag. These are all values that `personas` can have in answers, query definitions and team schemas.
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
 * How strongly a phrase speaks for its tags:
 * - `role`: a profession or a post, such as "Recruiter".
 * - `field`: an area of work, such as "Mobile".
 * - `hint`: a weak word, such as "Technician", which only counts if the title has no other phrase with tags, or only phrases for
 *   work of any field.
 */
const strengths = ['role', 'field', 'hint'] as const;
export type PersonaStrength = (typeof strengths)[number];

/** Phrases that have persona tags. */
export interface PersonaRow extends PhraseRow {
  /**
   * The persona tags of the phrases, the strongest first. Empty for phrases that contain words of other rows, but do not have
   * their meaning.
   */
  readonly tags: readonly Persona[];
  /**
   * For an ambiguous abbreviation, the tags of each of its other meanings. A meaning applies if other words of the title have its
   * first tag.
   */
  readonly otherReadings: readonly (readonly Persona[])[];
  readonly strength: PersonaStrength;
  /** Whether the phrase names a post. It gives no tags if the post is another person's, as in "Office of the CEO". */
  readonly isPost: boolean;
  /** Whether the phrase names work that exists in every field, such as "Clerk". Weak words beside it say which field it is. */
  readonly isOfAnyField: boolean;
}

/** The ranks of titles, from the highest to the lowest. */
export const ranks = ['executive', 'director', 'teamlead', 'ic'] as const;
export type Rank = (typeof ranks)[number];

const yieldings = ['to later ranks', 'to other words'] as const;

/** Phrases that give the holder of a title a rank. */
export interface RankRow extends PhraseRow {
  readonly rank: Rank;
  /** The rank of the phrase in banks, whose titles sound higher than the work is. */
  readonly rankInBank: Rank | undefined;
  /**
   * Beside which words the phrase gives no rank; undefined for none.
   * - `to later ranks`: before another rank in its clause. "Tax Partner" has the rank of "Partner", but "Partner Engineer" has not.
   * - `to other words`: beside any other word about the holder in its clause. "Principal" is a rank, but not in "Principal
   *   Engineer".
   */
  readonly yields: (typeof yieldings)[number] | undefined;
  /** The rank of the phrase if words behind it name a field of work: a "Managing Director, Equities" does not run a company. */
  readonly rankWithField: Rank | undefined;
  /** The rank of the phrase if a word directly follows it: a "Chief Growth" is a chief officer, a "Section Chief" is not. */
  readonly rankBeforeWord: Rank | undefined;
  /** The personas with which the phrase has another meaning: an MD is a managing director, but not in medicine. */
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
      isOfAnyField: others.includes('of any field'),
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

/** The phrases of titles that show that the employer is a bank, and the phrases that the name of a bank's industry contains. */
export function bankRows(): { readonly business: PhraseRow; readonly industry: PhraseRow } {
  const table = tableOf('banks.txt');
  return {
    business: { phrases: table.phrases('words of titles') },
    industry: { phrases: table.phrases('industries') },
  };
}

/** The articles, which are left out of titles, and the words of each normal form. The key of a row is the normal form. */
export function wordForms(): { readonly articles: readonly string[]; readonly forms: readonly KeyedRow[] } {
  const table = tableOf('word-forms.txt');
  const languages = new Set(table.sections.map(({ heading }) => heading).filter((heading) => heading !== 'articles'));
  return { articles: table.words('articles'), forms: [...languages].flatMap((language) => table.keyed(language)) };
}

/**
 * The words that can be the last part of a compound. `usual` are those that mean the same as when they stand alone. `others` are
 * those that mean something else there. The key of a row of `others` is that meaning.
 */
export function compoundHeads(): { readonly usual: readonly string[]; readonly others: readonly KeyedRow[] } {
  const table = tableOf('compound-heads.txt');
  return { usual: table.words('with their usual meaning'), others: table.keyed('with a meaning of their own') };
}

function tableOf(file: string): Table {
  return Table.read(new URL(`data/${file}`, import.meta.url));
}

/** The parts of a heading: `executive; in a bank: director` → `executive`, and the value `director` of `in a bank`. */
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
  if (found === undefined) {
    throw new Error(`${place}: "${text ?? ''}" is none of the possible values, which are ${values.join(', ')}`);
  }
  return found;
}

function oneOfIfGiven<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
  section: Section,
): Value | undefined {
  return text === undefined ? undefined : oneOf(values, text, section);
}
