/** The range of a title that a scope phrase governs. A `phrase` ends at any break and before "and". */
export type Stretch = 'itself' | 'phrase' | 'clause' | 'segment' | 'title';

/**
 * What a word describes. `holder`: rank and field of the holder. `field`: the holder's field, but not the rank. `other`: another person
 * or thing.
 */
export type Standing = 'holder' | 'field' | 'other';

/** Phrases that lower the standing of the words around or after them. */
export interface ScopeRow {
  readonly standing: Standing;
  readonly governs: 'all' | 'the rest';
  readonly within: Stretch;
  /** Separated by commas; a longer phrase overrides the shorter ones in it. */
  readonly phrases: string;
}

export const scopeRows: readonly ScopeRow[] = [
  // The titles of the assisted person do not describe the assistant.
  {
    standing: 'other',
    governs: 'the rest',
    within: 'title',
    phrases: 'assistant to, assistenz to, secretary to, aide to, pa to',
  },
  { standing: 'other', governs: 'the rest', within: 'segment', phrases: 'to' },
  {
    standing: 'other',
    governs: 'the rest',
    within: 'clause',
    phrases: `
      at, bei, chez, presso, former, formerly, ex, past, previously, aspiring, looking, seeking, bij`,
  },
  {
    standing: 'other',
    governs: 'all',
    within: 'segment',
    phrases: 'retired, retiree, unemployed, arbeitssuchend, job seeker, between jobs, i.R.',
  },
  { standing: 'field', governs: 'the rest', within: 'phrase', phrases: 'of' },
  {
    standing: 'field',
    governs: 'all',
    within: 'segment',
    phrases: 'assistant, assistenz, secretary, receptionist',
  },
  {
    standing: 'field',
    governs: 'all',
    within: 'phrase',
    phrases: `
      intern, trainee, student, working student, graduate program, thesis, in residence, in training, Referendar`,
  },
  { standing: 'field', governs: 'the rest', within: 'phrase', phrases: 'junior' },
  {
    standing: 'field',
    governs: 'all',
    within: 'itself',
    phrases: `
      ceo office, cxo office, president office, chairman office, founder office, md office, director office,
      executive office, chief executive office, vice president office, vorstand office, managing director office,
      executive search, head hunter, founder associate, founder staff, president club, owner relations,
      owner representative, head start, partner program, partner management, partner relations, partner relationship,
      partner success, partner marketing, partner sales, partner development, partner ecosystem, partner enablement,
      partner operations, partner support, partner account, partner solutions, partner business, partner engagement,
      partner network, partner services, partner experience, partner growth, partner strategy, partner technology,
      partner and alliance, partner and channel, channel partner, technology partner, business partner, hr partner,
      people partner, talent partner, finance partner, sales partner, delivery partner, implementation partner,
      care partner, training partner, learning partner, strategic partner, diversity partner, inclusion partner,
      acquisition partner, development partner, culture partner, communications partner, marketing partner,
      change partner, procurement partner, it partner, recruitment partner, recruiting partner, success partner,
      client partner, growth partner, product partner, data partner, service partner, project partner, lead generation,
      lead gen, lead qualification, lead management, lead nurturing, lead acquisition, lead handling, lead development,
      lead research, lead conversion, inbound lead, outbound lead, thought leader, industry leader, world leader,
      market leader, opinion leader`,
  },
  // Longer phrases with the words above in which the rank is the holder's, or "to" names no person.
  {
    standing: 'holder',
    governs: 'all',
    within: 'itself',
    phrases: `
      assistant director, assistant manager, assistant general manager, assistant store manager,
      assistant branch manager, assistant restaurant manager, assistant vice president, assistant professor,
      assistant principal, assistant head, assistant dean, assistant superintendent, assistant team leader,
      assistant general counsel, assistant supervisor, assistant chief, secretary general, general secretary,
      secretary of state, company secretary, corporate secretary, cabinet secretary, permanent secretary,
      student success, student affairs, student services, student support, student recruitment, student experience,
      student life, student development, student engagement, student housing, junior partner, student counselor,
      student advisor, intern program, trainee program, trainee manager, go to market, route to market, business to business,
      direct to consumer, business to consumer, order to cash, procure to pay, purchase to pay, source to pay,
      record to report, lead to cash, hire to retire, quote to cash, end to end, peer to peer, made to measure,
      idea to market, door to door, face to face, day to day`,
  },
];

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
 * The weight of a phrase for its tags. `role`: a profession or a post; `field`: an area of work; `hint`: a weak word, which counts only
 * without other phrases.
 */
export type PersonaStrength = 'role' | 'field' | 'hint';

/** Phrases with persona tags. */
export interface PersonaRow {
  /** Strongest first; empty for phrases that contain words of other rows without their meaning. */
  readonly tags: readonly Persona[];
  /** Other readings of an ambiguous abbreviation, which apply when other words of the title have their first tag. */
  readonly otherReadings?: readonly (readonly Persona[])[];
  readonly strength: PersonaStrength;
  /** Whether the phrase is a post rather than a field: it gives no tags if it is another person's post ("Office of the CEO"). */
  readonly isPost?: true;
  /** Separated by commas; a longer phrase overrides the shorter ones in it. `…` is one to four words. */
  readonly phrases: string;
}
