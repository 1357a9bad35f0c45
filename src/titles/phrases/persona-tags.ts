/**
 * Every persona tag and whom it is given to: the closed list from which `personas` in answers, query definitions and
 * team schemas take their values.
 */
export const PERSONA_MEANINGS = {
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

export type Persona = keyof typeof PERSONA_MEANINGS;

/**
 * How strongly a phrase speaks for its tags. `role` names a profession or a post, `field` an area of work, and a `hint`
 * is a word that means little beside others: it is heard only where nothing else speaks.
 */
export type PersonaStrength = 'role' | 'field' | 'hint';

/** Phrases that give tags. */
export interface PersonaRow {
  /** Strongest first; empty for phrases that hold words of other rows and mean none of them. */
  readonly tags: readonly Persona[];
  /** Further readings of an ambiguous abbreviation: taken instead when other words of the title name their first tag. */
  readonly otherReadings?: readonly (readonly Persona[])[];
  readonly strength: PersonaStrength;
  /** Names a post rather than a field: says nothing where it is somebody else's post ("Office of the CEO"). */
  readonly isPost?: true;
  /** Separated by commas; a longer phrase overrides the shorter ones in it. `…` is one to four words. */
  readonly phrases: string;
}
