import { type Alias, keyOfName } from './member-names.js';

/** A field, its names in exports in order of preference, and a prefix for each item of a list. */
type NameLine = readonly [field: string, names: string, prefix?: string];

/**
 * Headers of company exports of HubSpot, Salesforce, Apollo, LinkedIn and similar products. Headers about a contact, such as `Email`,
 * are not included.
 */
const ofCompanies: readonly NameLine[] = [
  ['name', 'company name, account name, company, organization name, organisation name, organization, organisation'],
  ['name', 'business name, company name for emails'],
  ['website', 'company domain name, company domain, domain name, domain, website domain, website url, web site'],
  ['website', 'company url, homepage, homepage url'],
  ['network_url', 'company linkedin url, linkedin company page, linkedin company url, company linkedin, linkedin page'],
  ['network_url', 'linkedin url, linkedin profile url, linkedin profile, linkedin'],
  ['network_id', 'linkedin company id, company linkedin id, linkedin id'],
  ['industry', 'company industry, primary industry, account industry'],
  ['employee_count', 'number of employees, # employees, employees, no. of employees, total employees, headcount'],
  ['employee_count', 'estimated num employees, numberofemployees'],
  ['size', 'company size, employee range, employees range, size range, headcount range, number of employees range'],
  ['founded_year', 'year founded, founded, year started'],
  ['account_type', 'company type, organization type, ownership'],
  ['annual_revenue_range', 'revenue range, annual revenue, company revenue, estimated revenue, revenue'],
  ['account_description', 'company description, account description, description, short description, about us'],
  ['follower_count', 'linkedin followers, number of followers, followers'],
  ['specialities', 'specialties, company specialties, linkedin specialties'],
  ['ticker', 'ticker symbol, stock symbol, stock ticker'],
  ['account_keywords', 'company keywords, keywords'],
  ['location_name', 'headquarters, headquarters location, company location, company address, location, hq'],
  ['location_street_address', 'company street, street address, billing street, address line 1, street, address'],
  ['location_locality', 'company city, billing city, hq city, headquarters city, city'],
  ['location_region', 'company state, billing state/province, billing state, hq state, state/region, state/province'],
  ['location_region', 'state, region, province'],
  ['location_postal_code', 'company postal code, billing zip/postal code, billing postal code, zip/postal code'],
  ['location_postal_code', 'postal code, zip code, zip'],
  ['location_country', 'company country, billing country, hq country, headquarters country, country/region, country'],
  ['funding_profile_url', 'crunchbase url, crunchbase'],
  ['funding_last_date', 'last raised at, last funding date'],
  ['funding_last_type', 'latest funding, last funding type, last funding round'],
  ['account_phones', 'company phone, company phone number, account phone, main phone, phone number, phone'],
  ['account_emails', 'company email, company email address'],
  ['social_page_url', 'facebook company page, facebook url, company facebook url, facebook'],
  ['social_photo_url', 'instagram url, instagram'],
  ['social_video_url', 'youtube url, youtube'],
  ['social_code_url', 'github url, github'],
  ['social_shortvideo_url', 'tiktok url, tiktok'],
  ['social_post_url', 'twitter url, company twitter url, x url, twitter'],
  ['domains', 'additional domains, alias domains, secondary domains, other domains'],
  ['former_names', 'previous names, previous name, former name'],
  ['aliases', 'also known as, aka, other names, alternative names, doing business as, dba'],
  ['technologies', 'web technologies, company technologies, tech stack'],
];

/** Headers of contact exports, without phone numbers of the employer, such as `Company Phone`. */
const ofPersons: readonly NameLine[] = [
  ['network_url', 'person linkedin url, linkedin profile url, linkedin url, contact linkedin url, linkedin profile'],
  ['network_url', 'linkedin contact profile url, linkedin bio, linkedin, public profile url, profile url, url'],
  ['network_id', 'linkedin member id'],
  ['first_name', 'given name, firstname, contact first name'],
  ['last_name', 'surname, family name, lastname, contact last name'],
  ['full_name', 'contact name, person name, name'],
  ['job_title', 'title, position, current title, current position, current job'],
  ['company_name', 'company, account name, current company, employer, organization name, organisation name'],
  ['company_name', 'organization, organisation, associated company, company name for emails'],
  [
    'company_website',
    'company domain name, company domain, company website url, company url, website, website url, domain',
  ],
  ['company_network_url', 'company linkedin url, company linkedin, linkedin company page, linkedin company url'],
  ['company_network_id', 'linkedin company id, company linkedin id'],
  ['country', 'person country, mailing country, country/region'],
  ['region', 'person state, mailing state/province, mailing state, state/region, state/province, state, province'],
  ['location_locality', 'person city, mailing city, city'],
  ['location_postal_code', 'mailing zip/postal code, mailing postal code, zip/postal code, postal code, zip code, zip'],
  ['emails', 'work email, business email, primary email, email, email address, e mail, contact email, work emails'],
  ['emails', 'secondary email, tertiary email, additional email addresses'],
  ['emails', 'personal email, home email, private email', 'personal:'],
  ['phones', 'work direct phone, direct phone, work phone, mobile phone, mobile phone number, mobile, mobile number'],
  ['phones', 'phone, phone number, primary number, telephone, home phone, other phone'],
];

const ofSignals: readonly NameLine[] = [
  ['date', 'signal date, event date'],
  ['signal_type', 'signal, event type, type'],
  ['message_text', 'message, description, text'],
  [
    'account_website',
    'company domain name, company domain, account domain, company website, website url, website, domain',
  ],
  [
    'intent_holder_network_url',
    'person linkedin url, linkedin profile url, contact linkedin url, linkedin url, profile url',
  ],
  ['source_type', 'source'],
];

/** Fields by the headers of other products' exports, keyed by `keyOfName`, in order of preference. */
export const companyAliases = aliasesOf(ofCompanies);
export const personAliases = aliasesOf(ofPersons);
export const signalAliases = aliasesOf(ofSignals);

function aliasesOf(lines: readonly NameLine[]): ReadonlyMap<string, Alias> {
  return new Map(
    lines.flatMap(([field, names, prefix = '']) =>
      names.split(', ').map((name) => [keyOfName(name), { field, prefix }] as const),
    ),
  );
}
