/** The type of a field's value, by its name in the OpenAPI document. */
export type CompanyFieldType = 'string' | 'integer' | 'boolean' | 'string[]' | 'date' | 'date-time';

/** A company field that requests can name. */
export interface CompanyField {
  readonly name: string;
  readonly type: CompanyFieldType;
  readonly description: string;
  /** The column of table `company`. */
  readonly column: string;
  /**
   * Says whether the value is made from the company's profile page: `address` for the page itself, `hash` for the hash of the
   * page. It is undefined for all other fields.
   */
  readonly page?: 'address' | 'hash';
}

type FieldLine = readonly [name: string, type: CompanyFieldType, description: string];

const stored: readonly FieldLine[] = [
  ['network_url', 'string', 'Canonical profile page'],
  ['network_id', 'string', 'Numeric company id'],
  ['website', 'string', 'Normalised primary domain'],
  ['name', 'string', 'Canonical name'],
  ['industry', 'string', 'Primary industry'],
  ['size', 'string', 'Employee-count band, such as 1001-5000'],
  ['employee_count', 'integer', 'Reported headcount'],
  ['founded_year', 'integer', 'Year founded'],
  ['account_type', 'string', 'Public, Private, Educational, Nonprofit and the like'],
  ['annual_revenue_range', 'string', 'Revenue band'],
  ['account_description', 'string', 'Long description'],
  ['tagline', 'string', 'Positioning in one line'],
  ['follower_count', 'integer', 'Followers on the networking site'],
  ['specialities', 'string[]', 'Self-declared focus areas'],
  ['is_b2b', 'boolean', 'Sells to businesses'],
  ['enriched_category', 'string', 'Category label derived by the data owner'],
  ['ticker', 'string', 'Stock ticker'],
  ['account_last_updated', 'date-time', 'When the firmographic data was last refreshed'],
  ['ai_account_summary', 'string', 'Executive summary'],
  ['account_keywords', 'string[]', 'Keywords'],
  ['location_name', 'string', 'Headquarters as a label'],
  ['location_street_address', 'string', 'Street address'],
  ['location_locality', 'string', 'City'],
  ['location_region', 'string', 'State, province or region'],
  ['location_metro', 'string', 'Metropolitan area'],
  ['location_postal_code', 'string', 'Postal code'],
  ['location_country', 'string', 'Country'],
  ['location_continent', 'string', 'Continent'],
  ['location_geo', 'string', 'Latitude and longitude, separated by a comma'],
  ['funding_profile_url', 'string', 'Profile in a funding database'],
  ['funding_last_date', 'date', 'Date of the last funding round'],
  ['funding_last_type', 'string', 'Type of the last funding round'],
  ['account_phones', 'string[]', 'Phone numbers'],
  ['account_emails', 'string[]', 'E-mail addresses'],
  ['social_page_url', 'string', 'Page-sharing network'],
  ['social_photo_url', 'string', 'Photo-sharing network'],
  ['social_video_url', 'string', 'Video channel'],
  ['social_code_url', 'string', 'Code-hosting organisation'],
  ['social_shortvideo_url', 'string', 'Short-video network'],
  ['social_post_url', 'string', 'Short-post network'],
  ['social_chat_url', 'string', 'Chat community'],
  ['social_forum_url', 'string', 'Forum community'],
];

const derived: readonly CompanyField[] = [
  {
    name: 'network_url_hash',
    type: 'string',
    description: 'SHA-256 (hex) of the canonical profile page; a stable join key',
    column: 'network_url',
    page: 'hash',
  },
  {
    name: 'company_network_url',
    type: 'string',
    description: 'The same as network_url',
    column: 'network_url',
    page: 'address',
  },
  { name: 'company_website', type: 'string', description: 'The same as website', column: 'website' },
];

const inColumnOfSameName = stored.map(([name, type, description]): CompanyField => {
  const field = { name, type, description, column: name };
  return name === 'network_url' ? { ...field, page: 'address' } : field;
});

/**
 * Every field of the catalogue by its name. It is a map and not an object, because a caller may request a field named
 * `constructor`, which every object has.
 */
export const companyCatalogue: ReadonlyMap<string, CompanyField> = new Map(
  [...inColumnOfSameName, ...derived].map((field) => [field.name, field]),
);
