import { compareCompanyNames, companyNameKey } from '../../matching/companies/company-name.js';
import { websiteCandidates } from '../../matching/urls/website.js';
import { type Employer, minNameSimilarity } from './person-employment.js';

/** A stored company that may be an employer. */
export interface EmployerCompany {
  /** `company.id`. */
  readonly id: string;
  readonly industry: string | null;
  /**
   * The name, former names and aliases of a company that was found by its name; empty for a company that was found in another
   * way.
   */
  readonly names: readonly string[];
}

/** Stored companies by their keys. */
export interface KnownEmployers {
  readonly byNetworkId: ReadonlyMap<string, EmployerCompany>;
  readonly byNetworkUrl: ReadonlyMap<string, EmployerCompany>;
  readonly byHost: ReadonlyMap<string, EmployerCompany>;
  /** For each name key that exactly one company has: this company. */
  readonly byNameKey: ReadonlyMap<string, EmployerCompany>;
}

/** All keys to look up for employers, each once. */
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
    // Employers repeat, so each website and name is read once.
    hosts: distinct(written.hosts.flatMap(websiteCandidates)),
    nameKeys: distinct(distinct(employers.map(({ name }) => name)).map(companyNameKey)),
  };
}

/** The identifiers of employers as they are written in the file. They find most companies. */
export function writtenKeys(employers: readonly Employer[]): EmployerKeys {
  return {
    networkIds: distinct(employers.map(({ networkId }) => networkId)),
    networkUrls: distinct(employers.map(({ networkUrl }) => networkUrl)),
    hosts: distinct(employers.map(({ website }) => website)),
    nameKeys: [],
  };
}

/** The stored company that matches an employer by its id, else its profile page, its website or its name. */
export function matchEmployer(employer: Employer, known: KnownEmployers): EmployerCompany | null {
  const { networkId, networkUrl, website, name } = employer;
  const byId = networkId === null ? undefined : known.byNetworkId.get(networkId);
  const byUrl = networkUrl === null ? undefined : known.byNetworkUrl.get(networkUrl);
  const byHost = website === null ? undefined : byWebsite(website, known.byHost);
  return byId ?? byUrl ?? byHost ?? (name === null ? null : byName(name, known));
}

function byName(name: string, known: KnownEmployers): EmployerCompany | null {
  const company = known.byNameKey.get(companyNameKey(name) ?? '');
  return company?.names.some((other) => compareCompanyNames(name, other) >= minNameSimilarity) === true
    ? company
    : null;
}

function byWebsite(website: string, known: KnownEmployers['byHost']): EmployerCompany | undefined {
  const exact = known.get(website);
  if (exact !== undefined) return exact;
  const host = websiteCandidates(website).find((candidate) => known.has(candidate));
  return host === undefined ? undefined : known.get(host);
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
