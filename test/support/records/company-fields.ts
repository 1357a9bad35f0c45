/** The type of a value that is not null, as it is in JSON. */
export type WireType = 'string' | 'integer' | 'boolean' | 'list' | 'date' | 'timestamp';

/** The company fields of the contract. It is a second copy of the catalogue, so that tests notice if a field is missing. */
export const companyFields: Readonly<Record<string, WireType>> = {
  network_url: 'string',
  network_id: 'string',
  network_url_hash: 'string',
  website: 'string',
  name: 'string',
  industry: 'string',
  size: 'string',
  employee_count: 'integer',
  founded_year: 'integer',
  account_type: 'string',
  annual_revenue_range: 'string',
  account_description: 'string',
  tagline: 'string',
  follower_count: 'integer',
  specialities: 'list',
  is_b2b: 'boolean',
  enriched_category: 'string',
  ticker: 'string',
  account_last_updated: 'timestamp',
  ai_account_summary: 'string',
  account_keywords: 'list',
  location_name: 'string',
  location_street_address: 'string',
  location_locality: 'string',
  location_region: 'string',
  location_metro: 'string',
  location_postal_code: 'string',
  location_country: 'string',
  location_continent: 'string',
  location_geo: 'string',
  funding_profile_url: 'string',
  funding_last_date: 'date',
  funding_last_type: 'string',
  account_phones: 'list',
  account_emails: 'list',
  social_page_url: 'string',
  social_photo_url: 'string',
  social_video_url: 'string',
  social_code_url: 'string',
  social_shortvideo_url: 'string',
  social_post_url: 'string',
  social_chat_url: 'string',
  social_forum_url: 'string',
  company_network_url: 'string',
  company_website: 'string',
};

export const companyFieldNames = Object.keys(companyFields);

/** Whether a value that is not null has the JSON type. */
export function isOfType(type: WireType | undefined, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
    case 'timestamp':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
    default:
      return type === 'string' && typeof value === 'string' && value !== '';
  }
}
