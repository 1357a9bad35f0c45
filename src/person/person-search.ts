import { companyNameKeys, compareCompanyNames, compareLegalForms } from '../matching/companies/company-name.js';
import { type EmailAddress, isFreeMailDomain, isRoleAddress, parseMailbox } from '../matching/emails/email.js';
import { localPartTokens } from '../matching/emails/local-part.js';
import { nameTokens, parsePersonName, personName, type PersonName } from '../matching/names/person-name.js';
import { usableName } from '../matching/text.js';
import { parseProfileUrl } from '../matching/urls/profile-url.js';
import { candidatesOfWebsite, websiteCandidates } from '../matching/urls/website.js';
import type { Employers } from './employer.reader.js';
import type { PersonIdentifier } from './person.dto.js';
import type { PersonBlock } from './candidate.reader.js';

/** The names of a person, stored or in a request; null and '' mean unknown. */
export interface Naming {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** Caches parsed names: in a list of colleagues, a person is a candidate of many searches. */
export class KnownNames {
  private readonly read = new Map<string, readonly PersonName[]>();

  /** See {@link readNames}. */
  of(naming: Naming): readonly PersonName[] {
    const key = JSON.stringify([naming.firstName, naming.lastName, naming.fullName]);
    const names = this.read.get(key) ?? readNames(naming);
    this.read.set(key, names);
    return names;
  }
}

const moreThanTwoWords = /\S\s+\S+\s+\S/u;
/** A space in such a name does not say which part is the family name: 辉 崔. */
const eastern = /[\p{Script=Han}\p{Script=Hangul}]/u;
const letterOrDigit = /[\p{L}\p{M}\p{N}]/u;

/**
 * The names to compare a person by. A full name that contains the first and the last name has more parts than they (middle names,
 * generations, nicknames), and they show where its family name begins: together they are one name. The full name alone is a
 * second one, because the split may be the guess of a data source (Ana María López Ruiz). Empty if no name can be parsed.
 */
export function readNames({ firstName, lastName, fullName }: Naming): PersonName[] {
  const first = firstName ?? '';
  const last = lastName ?? '';
  const full = fullName ?? '';
  const start = lastIndexOfWords(last, full);
  const isWhole = start > 0 && full.slice(0, start).includes(first);
  const split = isWhole ? personName(full.slice(0, start), full.slice(start)) : partsOf(first, last);
  const isSplit = isWhole && !full.includes(',') && !eastern.test(full);
  const isClear = isSplit && moreThanTwoWords.exec(full) === null;
  return [split, full === '' || isClear ? null : parsePersonName(full)].filter((name) => name !== null);
}

function partsOf(first: string, last: string): PersonName | null {
  return first === '' && last === '' ? null : personName(first, last);
}

/** The index of the last occurrence of whole words in a text; -1 without one. */
function lastIndexOfWords(words: string, text: string): number {
  const index = words === '' ? -1 : text.lastIndexOf(words);
  const neighbours = index === -1 ? '' : text.charAt(index - 1) + text.charAt(index + words.length);
  return letterOrDigit.test(neighbours) ? -1 : index;
}

const maxFullNameLength = 300;
const noParts = { firstName: null, lastName: null };

/** A normalised person identifier. */
export interface PersonSearch {
  /** The canonical profile page. */
  readonly networkUrl: string | null;
  readonly email: EmailAddress | null;
  /** Empty without a name. */
  readonly names: readonly PersonName[];
  /** As written; null without a name. */
  readonly fullName: string | null;
  /** Possible hosts of the employer, best first; from `company_domain`, not from the e-mail address. */
  readonly domains: readonly string[];
  readonly companyName: string | null;
  /** Possible name keys of the employer. */
  readonly companyNameKeys: readonly string[];
  /** Hosts of a personal work address; empty for free-mail and role addresses. */
  readonly mailDomains: readonly string[];
}

const none: readonly never[] = [];

/** A search that matches no person. */
export const emptySearch: PersonSearch = {
  networkUrl: null,
  email: null,
  names: [],
  fullName: null,
  domains: [],
  companyName: null,
  companyNameKeys: [],
  mailDomains: [],
};

/** Whether a search has more to find a person by than a page: an address or a name. */
export function isScorable({ email, names }: PersonSearch): boolean {
  return email !== null || names.length > 0;
}

/** Whether a search has nothing to find a person by: no page, no address, and no name with an employer. */
export function isUnusable({ networkUrl, email, names, domains, companyNameKeys }: PersonSearch): boolean {
  const hasEmployer = domains.length > 0 || companyNameKeys.length > 0;
  return networkUrl === null && email === null && (names.length === 0 || !hasEmployer);
}

/** @param hosts the accepted host names of profile URLs; null for any host */
export function searchOf(identifier: PersonIdentifier, hosts: readonly string[] | null): PersonSearch {
  const page = read(identifier.network_url, (url) => parseProfileUrl(url, hosts === null ? {} : { hosts }));
  const email = read(identifier.work_email, parseMailbox);
  return {
    networkUrl: page?.kind === 'in' ? page.canonical : null,
    email,
    names: namesOf(identifier),
    fullName: fullNameOf(identifier),
    domains: read(identifier.company_domain, candidatesOfWebsite) ?? none,
    companyName: read(identifier.company_name, (name) => name),
    companyNameKeys: read(identifier.company_name, companyNameKeys) ?? none,
    mailDomains: email === null || !isPersonal(email) ? none : websiteCandidates(email.domain),
  };
}

/**
 * Removes the employer's name if a stored company has both the name and the domain: the domain identifies the employer, and other
 * companies may share the name. If the domain belongs to a company with another name, both stay: companies of a group share domains.
 */
export function withStoredEmployer(search: PersonSearch, employers: Employers): PersonSearch {
  const owners = search.domains.map((domain) => employers.byDomain.get(domain));
  const named = search.companyNameKeys.flatMap((key) => employers.byNameKey.get(key) ?? []);
  return named.some(({ id }) => owners.includes(id)) ? { ...search, companyName: null, companyNameKeys: [] } : search;
}

/** The block of candidates for a search; empty if the search has no employer or no name. */
export function blockOf(search: PersonSearch, employers: Employers): PersonBlock {
  const employerKeys = [
    ...domainBlockKeys(search.domains, employers),
    ...nameBlockKeys(search.companyNameKeys, employers),
    ...domainBlockKeys(search.mailDomains, employers),
  ];
  const tokens = [
    ...search.names.flatMap(nameTokens),
    ...(search.email === null || search.mailDomains.length === 0 ? [] : localPartTokens(search.email.localPart)),
  ];
  return { employers: [...new Set(employerKeys)], tokens: [...new Set(tokens)] };
}

/** The block keys of an employer by its domains. */
export function domainBlockKeys(domains: readonly string[], employers: Employers): string[] {
  const known = domains.flatMap((domain) => employers.byDomain.get(domain) ?? []);
  return [...known.slice(0, 1).map((id) => `c${id}`), ...domains.map((domain) => `d${domain}`)];
}

/** The block keys of an employer by its name. */
function nameBlockKeys(nameKeys: readonly string[], employers: Employers): string[] {
  const known = nameKeys.flatMap((key) => employers.byNameKey.get(key) ?? []);
  return [...known.map(({ id }) => `c${id}`), ...nameKeys.map((key) => `n${key}`)];
}

/** The block keys of stored companies with exactly the searched name and legal form. */
export function exactNameBlockKeys(
  { companyName: searched, companyNameKeys: keys }: PersonSearch,
  employers: Employers,
): string[] {
  if (searched === null) return [];
  const known = keys.flatMap((key) => employers.byNameKey.get(key) ?? []);
  return known
    .filter(({ name }) => compareLegalForms(searched, name) === 'same' && compareCompanyNames(searched, name) === 1)
    .map(({ id }) => `c${id}`);
}

/** A first name without a last name, or the reverse, is ignored. */
function namesOf({ full_name: full, first_name: first, last_name: last }: PersonIdentifier): readonly PersonName[] {
  const hasParts = isGiven(first) && isGiven(last);
  if (!hasParts && !isGiven(full)) return none;
  const parts = hasParts ? { firstName: first, lastName: last } : noParts;
  return readNames({ ...parts, fullName: full ?? null });
}

function fullNameOf({ full_name: full, first_name: first, last_name: last }: PersonIdentifier): string | null {
  if (isGiven(full)) return usableName(full, maxFullNameLength);
  return isGiven(first) && isGiven(last) ? usableName(`${first} ${last}`, maxFullNameLength) : null;
}

function isPersonal({ localPart, domain }: EmailAddress): boolean {
  return !isFreeMailDomain(domain) && !isRoleAddress(localPart);
}

function read<T>(text: string | null | undefined, parse: (text: string) => T | null): T | null {
  return isGiven(text) ? parse(text) : null;
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}
