/** The groups of company fields. The service stores one source for all fields of a group, not one for each field. */
const companyGroups = [
  'profile',
  'firmographics',
  'location',
  'funding',
  'contact',
  'social',
  'technologies',
  'headcount',
] as const;

/** The groups of person fields. The service stores one source for all fields of a group, not one for each field. */
const personGroups = ['profile', 'employment', 'contact', 'location', 'skills', 'education'] as const;

export type CompanyGroup = (typeof companyGroups)[number];
export type PersonGroup = (typeof personGroups)[number];

const companyProfile: ReadonlySet<string> = new Set([
  ...[
    'network_url',
    'network_id',
    'website',
    'name',
    'account_description',
    'tagline',
    'follower_count',
    'specialities',
  ],
  ...['network_url_hash', 'company_network_url', 'company_website'],
]);

/** The group of a field of the company catalogue. */
export function companyGroupOf(name: string): CompanyGroup {
  if (companyProfile.has(name)) return 'profile';
  if (name === 'account_phones' || name === 'account_emails') return 'contact';
  const [prefix] = name.split('_');
  return prefix === 'location' || prefix === 'funding' || prefix === 'social' ? prefix : 'firmographics';
}

/** The group of a field of the person catalogue. */
export function personGroupOf(name: string): PersonGroup {
  if (name === 'job_title' || name.startsWith('company_')) return 'employment';
  if (name.startsWith('location_') || name === 'contact_country' || name === 'contact_region') return 'location';
  return 'profile';
}

/**
 * The column `sources` of a stored company or person: for each group of fields its source, and the day on which an import last
 * had values of the group.
 */
export type StoredSources = Readonly<Record<string, readonly [source: string, day: string]>>;

/** Where a group of fields comes from. */
export interface GroupSource {
  /** The name of the source: the one that the imported record gave, or else the one of the whole import. */
  readonly source: string;
  /** The last day on which an import had values of the group, as `YYYY-MM-DD`. */
  readonly confirmed: string;
}

/**
 * Turns stored sources into the form that they have in answers. A group whose source is not known is left out.
 * @param stored null for a record that was imported before sources were stored
 * @param groups the groups to return; all by default
 */
export function sourcesOf(
  stored: StoredSources | null,
  groups: Iterable<string> = Object.keys(stored ?? {}),
): Record<string, GroupSource> {
  const sources: Record<string, GroupSource> = {};
  for (const group of groups) {
    const [source, confirmed] = stored?.[group] ?? [];
    if (source !== undefined && confirmed !== undefined) sources[group] = { source, confirmed };
  }
  return sources;
}
