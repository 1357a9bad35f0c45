import { divided, type KeyedRow, phrasesIn, type Section, Table, wordsIn } from '../platform/tables/table.js';

/**
 * How far a scope phrase can govern words: only `itself`, or up to the end of the `phrase`, `clause`, `segment` or `title`. Here, a
 * `phrase` ends at the end of the clause or before "and".
 */
const stretches = ['itself', 'phrase', 'clause', 'segment', 'title'] as const;
export type Stretch = (typeof stretches)[number];

/**
 * The possible standings of a word: what it describes in the title.
 * - `holder`: the holder, that is, the person who has the title. Such a word can give a rank and persona tags.
 * - `field`: only the holder's field of work, such as `partner` in "Head of Partner Management". It gives no rank.
 * - `other`: another person or thing, such as `ceo` in "Assistant to the CEO".
 */
const standings = ['holder', 'field', 'other'] as const;
export type Standing = (typeof standings)[number];

/** A row of a table: phrases with the same meaning. If a longer phrase contains a shorter one, only the longer one counts in a title. */
export interface PhraseRow {
  /** The phrases as the table writes them. A `…` in a phrase stands for one to four arbitrary words. */
  readonly phrases: readonly string[];
}

/**
 * Scope phrases: they govern words near them, and lower the standing of these words. In "Assistant to the CEO", the scope phrase "to"
 * governs "CEO", which is therefore another person.
 */
export interface ScopeRow extends PhraseRow {
  /** The highest standing that the governed words can have. */
  readonly standing: Standing;
  /** Whether a phrase governs its own words and those on both sides of it, or only the words after it. */
  readonly governs: 'all' | 'the rest';
  readonly within: Stretch;
}

/** The persona tags with their meanings. `personas` in answers, query definitions and schemas of teams has only these values. */
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
 * - `hint`: a weak word, such as "Technician". It counts only if the title has no stronger phrase with tags, apart from phrases for work
 *   that exists in every field.
 */
const strengths = ['role', 'field', 'hint'] as const;
export type PersonaStrength = (typeof strengths)[number];

/** Phrases that have persona tags. */
export interface PersonaRow extends PhraseRow {
  /**
   * The persona tags of the phrases, the strongest first. It is empty for phrases that contain a phrase of another row, but do not have its
   * meaning.
   */
  readonly tags: readonly Persona[];
  /**
   * For an ambiguous abbreviation: the tags of each of its other readings. A reading applies if other words of the title have the first tag
   * of this reading.
   */
  readonly otherReadings: readonly (readonly Persona[])[];
  readonly strength: PersonaStrength;
  /** Whether the phrase names a post, such as "CEO". It then gives no tags if it is another person's post, as in "Office of the CEO". */
  readonly isPost: boolean;
  /** Whether the phrase names work that exists in every field, such as "Clerk". Then a `hint` in the title says which field it is. */
  readonly isOfAnyField: boolean;
}

/** The ranks of titles, from the highest to the lowest. */
export const ranks = ['executive', 'director', 'teamlead', 'ic'] as const;
export type Rank = (typeof ranks)[number];

const yieldings = ['to later ranks', 'to other words', 'to a word before it'] as const;
const kinds = ['profession'] as const;

/** Phrases that give the holder of a title a rank. */
export interface RankRow extends PhraseRow {
  readonly rank: Rank;
  /** The rank of the phrase if the employer is a bank. Titles in banks sound higher than the work is. */
  readonly rankInBank: Rank | undefined;
  /** The rank of the phrase if the title names medical work: a "Chef de service" leads a department of a hospital. */
  readonly rankInMedicine: Rank | undefined;
  /**
   * When the phrase has no rank because of other words; undefined if it always has its rank.
   * - `to later ranks`: if a phrase that always has its rank follows in the clause. "Tax Partner" has the rank of "Partner", but "Partner
   *   Engineer" has the rank of "Engineer".
   * - `to other words`: if the clause has another word about the holder, except "senior" and words such as "at" before an employer.
   *   "Senior Principal at Acme" has the rank, but "Principal Engineer" has not.
   * - `to a word before it`: if another word of the segment stands directly before the phrase, except "and" and "senior". The Dutch
   *   "schepen" is an alderman in "Schepen van Cultuur", but the ships in "Technicus schepen".
   */
  readonly yields: (typeof yieldings)[number] | undefined;
  /** The rank of the phrase if words after it name a field of work: a "Managing Director, Equities" does not run a whole company. */
  readonly rankWithField: Rank | undefined;
  /**
   * Words for a group of persons, such as "committee". A field in a clause with such a word does not count for {@link rankWithField},
   * because it is the field of the group: a "Chair, Audit Committee" leads no department. If the clause also has the word "member", the
   * field counts, because the holder does not lead this group: "Chair of Medicine and Council Member".
   */
  readonly groups: readonly string[];
  /**
   * The rank of the phrase if another word about the holder directly follows it in the clause: a "Chief Growth" is a chief officer, but a
   * "Section Chief" is not. The words "of" and "and" do not count.
   */
  readonly rankBeforeWord: Rank | undefined;
  /**
   * The rank of the phrase if the words directly after it end with a profession: a "Head Porter" leads the porters, but no department. It
   * goes before {@link rankBeforeWord}.
   */
  readonly rankBeforeProfession: Rank | undefined;
  /**
   * The value `profession` says that the phrases of this row are professions, such as "Porter". Only before such a phrase does the word
   * "Head" have its {@link rankBeforeProfession}. It is undefined for all other rows.
   */
  readonly kind: (typeof kinds)[number] | undefined;
  /**
   * If the title has one of these persona tags, the phrase means something else and has no rank. An "MD" is a managing director, but not
   * in a title of medicine, such as "MD, Cardiology".
   */
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
  return tableOf('personas.txt').sections.map(personaRowOf);
}

/** Weak words that were found by counting in the names of occupations. `personaRows` has the phrases that were chosen by hand. */
export function occupationRows(): PersonaRow[] {
  return tableOf('occupation-words.txt').sections.map(personaRowOf);
}

function personaRowOf(section: Section): PersonaRow {
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
}

export function rankRows(): RankRow[] {
  return tableOf('ranks.txt').sections.map((section) => {
    const { first, values } = attributesOf(section);
    const exceptIn = values.get('except in');
    return {
      rank: oneOf(ranks, first, section),
      rankInBank: oneOfIfGiven(ranks, values.get('in a bank'), section),
      rankInMedicine: oneOfIfGiven(ranks, values.get('in medicine'), section),
      yields: oneOfIfGiven(yieldings, values.get('yields'), section),
      rankWithField: oneOfIfGiven(ranks, values.get('with a field'), section),
      groups: phrasesIn(values.get('but not beside') ?? ''),
      rankBeforeWord: oneOfIfGiven(ranks, values.get('before a word'), section),
      rankBeforeProfession: oneOfIfGiven(ranks, values.get('before a profession'), section),
      kind: oneOfIfGiven(kinds, values.get('kind'), section),
      exceptIn: exceptIn === undefined ? undefined : personasIn(exceptIn, section),
      phrases: phrasesBelow(section),
    };
  });
}

/** The phrases that show that an employer is a bank: `business` in the title of a person, `industry` in the name of the industry. */
export function bankRows(): { readonly business: PhraseRow; readonly industry: PhraseRow } {
  const table = tableOf('banks.txt');
  return {
    business: { phrases: table.phrases('words of titles') },
    industry: { phrases: table.phrases('industries') },
  };
}

/**
 * The tables of words. `articles` are left out of titles. Each row of `forms` has a normal form as its key, and the words that it replaces:
 * `manager` replaces `mgr`.
 */
export function wordForms(): { readonly articles: readonly string[]; readonly forms: readonly KeyedRow[] } {
  const table = tableOf('word-forms.txt');
  const languages = new Set(table.sections.map(({ heading }) => heading).filter((heading) => heading !== 'articles'));
  return { articles: table.words('articles'), forms: [...languages].flatMap((language) => table.keyed(language)) };
}

/**
 * A section of compound-heads.txt about words for leaders, such as "Führer". The rows say before which first parts these words mean no
 * leader.
 */
export interface CompoundGroup {
  /** The words for leaders that are the last parts of the compounds, such as `Führer`. */
  readonly leaders: readonly string[];
  /** The value of each row has the first parts of the compounds, such as `Kran`. Its key is the meaning of the compound: `crane operator`. */
  readonly rows: readonly KeyedRow[];
  /** Whether other parts may stand before the first part: `Kran` is in a row, so `Autokran` counts, too. */
  readonly inCompounds: boolean;
}

/**
 * The words that can be the last part of a compound. The words in `usual` mean the same there as alone. The words in `others` mean
 * something else there, and the key of their row says what. The words for leaders in `groups` mean no leader after certain first parts.
 * The first parts in `ranked` say that the profession in the last part leads others: "Ober" in "Oberkellner". The first parts in `deputies`
 * stand before a word for a leader: "Vize" in "Vizerektor".
 */
export function compoundParts(): {
  readonly usual: readonly string[];
  readonly others: readonly KeyedRow[];
  readonly groups: readonly CompoundGroup[];
  readonly ranked: readonly KeyedRow[];
  readonly deputies: readonly KeyedRow[];
} {
  const table = tableOf('compound-heads.txt');
  const groups = table.sections.filter(({ heading }) => groupMark.test(heading));
  return {
    usual: table.words('with their usual meaning'),
    others: table.keyed('with a meaning of their own'),
    groups: groups.map(({ heading, rows }) => ({
      leaders: wordsIn(heading.replace(groupMark, '')),
      inCompounds: heading.startsWith('also in compounds'),
      rows: rows.map(divided),
    })),
    ranked: table.keyed('first parts that rank a profession'),
    deputies: table.keyed('first parts of deputies and others beside a leader'),
  };
}

/** How the heading of a {@link CompoundGroup} begins. The words for leaders follow. */
const groupMark = /^(?:also in compounds )?before /;

function tableOf(file: string): Table {
  return Table.read(new URL(`data/${file}`, import.meta.url));
}

/**
 * Reads the heading of a section: in `executive; in a bank: director`, the first part is `executive`, and `in a bank` has the value
 * `director`.
 */
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
