import { compareCompanyNames, companyNameKey } from '../../matching/companies/company-name.js';
import { websiteCandidates } from '../../matching/urls/website.js';
import { type Employer, minNameSimilarity } from '../../matching/persons/employers.js';

/** A stored company that may be an employer. */
export interface EmployerCompany {
  /** `company.id`. */
  readonly id: string;
  readonly industry: string | null;
  /** The current, former and alternative names of the company, if it was found by a name; otherwise an empty list. */
  readonly names: readonly string[];
}

/** Stored companies by their keys. */
export interface KnownEmployers {
  readonly byNetworkId: ReadonlyMap<string, EmployerCompany>;
  readonly byNetworkUrl: ReadonlyMap<string, EmployerCompany>;
  readonly byHost: ReadonlyMap<string, EmployerCompany>;
  /** The companies by the key of their name. A key that several companies have is not here. */
  readonly byNameKey: ReadonlyMap<string, EmployerCompany>;
}

/** The keys by which the companies of some employers are looked up, each key once. */
export interface EmployerKeys {
  readonly networkIds: readonly string[];
  readonly networkUrls: readonly string[];
  readonly hosts: readonly string[];
  readonly nameKeys: readonly string[];
}

export function employerKeys(employers: readonly Employer[]): EmployerKeys {
  const written = writtenKeys(employers);
  return {
    ...written,
    // Many persons have the same employer, so each website and each name is processed only once.
    hosts: distinct(written.hosts.flatMap(websiteCandidates)),
    nameKeys: distinct(distinct(employers.map(({ name }) => name)).map(companyNameKey)),
  };
}

/** The identifiers of employers as the records have them, without names and other forms of a website. They find most companies. */
export function writtenKeys(employers: readonly Employer[]): EmployerKeys {
  return {
    networkIds: distinct(employers.map(({ networkId }) => networkId)),
    networkUrls: distinct(employers.map(({ networkUrl }) => networkUrl)),
    hosts: distinct(employers.map(({ website }) => website)),
    nameKeys: [],
  };
}

/** The stored company that matches an employer: by the network id, else by the profile page, else by the website, else by the name. */
export function matchEmployer(employer: Employer, known: KnownEmployers): EmployerCompany | null {
  const { networkId, networkUrl, website, name } = employer;
  const byId = networkId === null ? undefined : known.byNetworkId.get(networkId);
  const byUrl = networkUrl === null ? undefined : known.byNetworkUrl.get(networkUrl);
  const byHost = website === null ? undefined : byWebsite(website, known.byHost);
  return byId ?? byUrl ?? byHost ?? (name === null ? null : byName(name, known));
}

function byName(name: string, known: KnownEmployers): EmployerCompany | null {
  if (known.byNameKey.size === 0) return null;
  const company = known.byNameKey.get(companyNameKey(name) ?? '');
  return company?.names.some((other) => compareCompanyNames(name, other) >= minNameSimilarity) === true
    ? company
    : null;
}

function byWebsite(website: string, known: KnownEmployers['byHost']): EmployerCompany | undefined {
  if (known.size === 0) return undefined;
  const exact = known.get(website);
  if (exact !== undefined) return exact;
  const host = websiteCandidates(website).find((candidate) => known.has(candidate));
  return host === undefined ? undefined : known.get(host);
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
