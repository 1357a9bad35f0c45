import { type HeaderMeaning, headerMeaning, keyOfName } from './header-words.js';

/** What a value must be to count as a value of a field. */
export type ValueTest = 'whether public' | 'kind of company' | 'list' | 'page of a funding database' | 'name' | 'place';

/** What a column name in an export of another product means: the field, and how the values of the column are read. */
export interface ForeignName {
  readonly field: string;
  /** The text that is put before each item of a list, such as `personal:` before an address. */
  readonly prefix: string;
  /** The test that a value must pass to count as a value of the field; null if every value counts. */
  readonly test: ValueTest | null;
  /** Whether the value is not the field's value, but is added to it in brackets: `payroll (Composite Score 83)`. */
  readonly isDetail: boolean;
  /** The list field to which the value is added if the field already has another value; null if the value is then left out. */
  readonly surplus: string | null;
}

/** The names that other products give the fields of one kind of record. */
export interface ForeignNames {
  /**
   * Whether the records describe companies or persons. A column name such as `City` does not say whose city it is. It then means the city
   * of this subject.
   */
  readonly subject: 'company' | 'person';
  /**
   * By the name in an export, as {@link keyOfName} writes it: what the name means. If several columns of a file mean the same field, the
   * column whose name comes first in this map is preferred.
   */
  readonly exact: ReadonlyMap<string, ForeignName>;
  /** The same by the {@link meaningKey} of the name, so that a name is also found if it is written in another way or has further words. */
  readonly byMeaning: ReadonlyMap<string, ForeignName>;
}

/** A field, its names in exports in order of preference, and the details of how values under these names are read, if there are any. */
type NameLine = readonly [field: string, names: string, details?: Partial<Omit<ForeignName, 'field'>>];

/**
 * The column names in exports of companies from HubSpot, Salesforce, Apollo, LinkedIn and similar products. Names that are about a contact,
 * such as `Email`, are not here.
 */
const ofCompanies: readonly NameLine[] = [
  ['name', 'company name, account name, company, organization name, organisation name, organization, organisation'],
  ['name', 'business name, company name for emails'],
  ['website', 'company domain name, company domain, domain name, domain, website domain, website url, web site'],
  ['website', 'company url, homepage, homepage url, unique domain'],
  ['network_url', 'company linkedin url, linkedin company page, linkedin company url, company linkedin, linkedin page'],
  ['network_url', 'linkedin url, linkedin profile url, linkedin profile, linkedin, profile page, profile link'],
  ['network_id', 'linkedin company id, company linkedin id, linkedin id'],
  [
    'industry',
    'company industry, primary industry, account industry, linkedin industry, industries, sic code sic text',
  ],
  ['industry', 'sector'],
  ['employee_count', 'number of employees, # employees, employees, no. of employees, total employees, headcount'],
  ['employee_count', 'estimated num employees, numberofemployees, current employee estimate, estimated employees'],
  ['employee_count', 'headcount total, employees all sites'],
  ['size', 'company size, employee range, employees range, size range, headcount range, number of employees range'],
  ['size', 'employee size range, company size range'],
  ['founded_year', 'year founded, founded, year started, founded date, founding date, founded on, date founded'],
  ['account_type', 'company type, organization type, ownership, ownership type, ownership status'],
  ['account_type', 'is public', { test: 'whether public' }],
  ['account_type', 'type', { test: 'kind of company' }],
  ['annual_revenue_range', 'revenue range, annual revenue, company revenue, estimated revenue, revenue'],
  ['annual_revenue_range', 'annual revenue range, revenue range in usd'],
  ['account_description', 'company description, account description, description, short description, about us'],
  ['account_description', 'long description, full description, seo description'],
  ['tagline', 'company tagline, slogan, headline'],
  ['follower_count', 'linkedin followers, number of followers, followers'],
  ['specialities', 'specialties, company specialties, linkedin specialties'],
  ['ticker', 'ticker symbol, stock symbol, stock ticker'],
  ['account_keywords', 'company keywords, keywords'],
  ['account_keywords', 'tags', { test: 'list' }],
  ['account_last_updated', 'last updated, last updated at'],
  ['location_name', 'headquarters, headquarters location, company location, company address, location, hq'],
  ['location_name', 'full address, formatted address, registered address in full, hq address, hq full address'],
  ['location_street_address', 'company street, street address, billing street, address line 1, street, address'],
  ['location_street_address', 'address street'],
  ['location_locality', 'company city, billing city, hq city, headquarters city, city'],
  ['location_region', 'company state, billing state/province, billing state, hq state, state/region, state/province'],
  ['location_region', 'state, region, province'],
  ['location_metro', 'metro, metro area, metropolitan area'],
  ['location_continent', 'continent'],
  ['location_geo', 'location.geo'],
  ['location_postal_code', 'company postal code, billing zip/postal code, billing postal code, zip/postal code'],
  ['location_postal_code', 'postal code, zip code, zip, billing code'],
  ['location_country', 'company country, billing country, hq country, headquarters country, country/region, country'],
  ['location_country', 'jurisdiction code, jurisdiction'],
  ['location_country', 'country of origin, country of registration, country of incorporation'],
  ['funding_profile_url', 'crunchbase url, crunchbase'],
  ['funding_profile_url', 'organization name url', { test: 'page of a funding database' }],
  ['funding_last_date', 'last raised at, last funding date, last fundraise date, last funding at, last round date'],
  ['funding_last_date', 'funding last fundraise date'],
  ['funding_last_date', 'last funding round date, last funding round announced date, last funding on'],
  ['funding_last_type', 'latest funding, last funding type, last funding round, last funding round type'],
  ['funding_last_type', 'latest funding stage, last round type, funding last round type'],
  ['account_phones', 'company phone, company phone number, account phone, main phone, phone number, phone'],
  ['account_emails', 'company email, company email address'],
  ['social_page_url', 'facebook company page, facebook url, company facebook url, facebook'],
  ['social_photo_url', 'instagram url, instagram'],
  ['social_video_url', 'youtube url, youtube'],
  ['social_code_url', 'github url, github'],
  ['social_shortvideo_url', 'tiktok url, tiktok'],
  ['social_post_url', 'twitter url, company twitter url, x url, twitter'],
  ['domains', 'additional domains, alias domains, secondary domains, other domains, domain aliases'],
  ['former_names', 'previous names, previous name, former name'],
  ['aliases', 'also known as, aka, other names, alternative names, doing business as, dba, name alias'],
  ['name', 'legal name, registered name, official name', { surplus: 'aliases' }],
  ['technologies', 'web technologies, company technologies, tech stack, technologies'],
];

/** The column names in exports of contacts. Names of phone numbers of the employer, such as `Company Phone`, are not here. */
const ofPersons: readonly NameLine[] = [
  ['network_url', 'person linkedin url, linkedin profile url, linkedin url, contact linkedin url, linkedin profile'],
  ['network_url', 'linkedin contact profile url, linkedin bio, linkedin, public profile url, profile url, url'],
  ['network_url', 'profile page, profile link, profile, public identifier'],
  ['network_id', 'linkedin member id, linkedin id'],
  ['first_name', 'given name, firstname, contact first name'],
  ['last_name', 'surname, family name, lastname, contact last name'],
  ['full_name', 'contact name, person name, name, display name'],
  ['full_name', 'contact, person', { test: 'name' }],
  ['job_title', 'title, position, current title, current position, current job, job, job name'],
  ['job_title', 'company title, active experience title'],
  ['company_name', 'company, account name, current company, employer, organization name, organisation name'],
  ['company_name', 'organization, organisation, associated company, company name for emails, business name'],
  ['company_name', 'employeecompany'],
  [
    'company_website',
    'company domain name, company domain, company website url, company url, website, website url, domain',
  ],
  ['company_network_url', 'company linkedin url, company linkedin, linkedin company page, linkedin company url'],
  ['company_network_id', 'linkedin company id, company linkedin id'],
  ['country', 'person country, mailing country, country/region'],
  ['region', 'person state, mailing state/province, mailing state, state/region, state/province, state, province'],
  ['location_locality', 'person city, mailing city, city'],
  ['location_locality', 'location, current location', { test: 'place' }],
  ['location_postal_code', 'mailing zip/postal code, mailing postal code, zip/postal code, postal code, zip code, zip'],
  ['emails', 'work email, business email, primary email, email, email address, e mail, contact email, work emails'],
  ['emails', 'secondary email, tertiary email, additional email addresses'],
  ['emails', 'personal email, home email, private email', { prefix: 'personal:' }],
  ['phones', 'work direct phone, direct phone, work phone, mobile phone, mobile phone number, mobile, mobile number'],
  ['phones', 'phone, phone number, primary number, telephone, home phone, other phone'],
  ['phones', 'direct, direct dial, direct number'],
  ['skills', 'inferred skills, member skills collection'],
  [
    'experience',
    'experiences, positions, position history, work experience, work history, employment history, jobs',
    list(),
  ],
  ['experience', 'member experience collection, current employers, past employers', list()],
  ['education', 'educations, schools, education history, member education collection, education background', list()],
];

const ofSignals: readonly NameLine[] = [
  ['date', 'signal date, event date, visit date, intent date, activity date, surge date, week of'],
  ['date', 'job change date, change date, occurred at, detected at, visited at, posted at, published at, timestamp'],
  ['date', 'last seen at, last seen, last visit, last activity date'],
  ['signal_type', 'signal, event type, type'],
  ['message_text', 'message, description, text, topic, topic name, intent topic, visit title, page title'],
  ['message_text', 'keyword, headline, subject, landing page, page url, page'],
  ['message_text', 'composite score, intent score, surge score', { isDetail: true }],
  [
    'account_website',
    'company domain name, company domain, account domain, company website, website url, website, domain',
  ],
  ['account_website', 'new company website, new company domain'],
  [
    'intent_holder_network_url',
    'person linkedin url, linkedin profile url, contact linkedin url, linkedin url, profile url',
  ],
  ['source_type', 'source'],
];

function list(): Partial<ForeignName> {
  return { test: 'list' };
}

/**
 * Column names that mean their field only if they have no other words. `URL` alone is the profile page of a person, but the URL in
 * `Website 1 - Value` is not.
 */
const sayTooLittle = new Set(['url', 'employeecompany', 'profile page', 'profile link', 'profile']);

/** The fields of companies, persons and signals by the column names in exports of other products. */
export const companyNames = namesOf(ofCompanies, 'company');
export const personNames = namesOf(ofPersons, 'person');
// The console imports no signals. `@__PURE__` tells its bundler that it may drop this table.
export const signalNames = /* @__PURE__ */ namesOf(ofSignals, 'company');

function namesOf(lines: readonly NameLine[], subject: ForeignNames['subject']): ForeignNames {
  const exact = new Map<string, ForeignName>();
  const byMeaning = new Map<string, ForeignName>();
  for (const [field, names, details = {}] of lines) {
    const foreign = { field, prefix: '', test: null, isDetail: false, surplus: null, ...details };
    for (const name of names.split(', ')) {
      exact.set(keyOfName(name), foreign);
      const key = meaningKey(headerMeaning(name));
      if (key !== null && !byMeaning.has(key) && !sayTooLittle.has(name)) byMeaning.set(key, foreign);
    }
  }
  return { subject, exact, byMeaning };
}

/**
 * Writes the meaning of a column name as a key. A name that says whose city it is, such as `Company City`, has the key `company: city`. The
 * name `City` has the key `city`.
 */
export function meaningKey(meaning: HeaderMeaning | null): string | null {
  if (meaning === null) return null;
  return meaning.owner === null ? meaning.key : `${meaning.owner}: ${meaning.key}`;
}
