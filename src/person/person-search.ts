import { companyNameKeys, compareCompanyNames, compareLegalForms } from '../matching/companies/company-name.js';
import { type EmailAddress, isFreeMailDomain, isRoleAddress, parseMailbox } from '../matching/emails/email.js';
import { localPartTokens } from '../matching/emails/local-part.js';
import { nameTokens, parsePersonName, personName, type PersonName } from '../matching/names/person-name.js';
import { parseProfileUrl } from '../matching/urls/profile-url.js';
import { candidatesOfWebsite, websiteCandidates } from '../matching/urls/website.js';
import type { Employers } from './employer.reader.js';
import type { PersonIdentifier } from './person.dto.js';
import type { PersonBlock } from './person.reader.js';

/** What somebody is called, on record or by a caller; null and empty text say nothing. */
export interface Naming {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** Reads each name once: in a list of colleagues, everybody is a candidate for many. */
export class KnownNames {
  private readonly read = new Map<string, readonly PersonName[]>();

  /** @returns what `readNames` does */
  of(naming: Naming): readonly PersonName[] {
    const key = JSON.stringify([naming.firstName, naming.lastName, naming.fullName]);
    const names = this.read.get(key) ?? readNames(naming);
    this.read.set(key, names);
    return names;
  }
}

const moreThanTwoWords = /\S\s+\S+\s+\S/u;
const letterOrDigit = /[\p{L}\p{M}\p{N}]/u;

/**
 * The names by which a person is compared. A full name that holds first and last name says more than they do
 * (middle names, Junior, nicknames), and they tell where in it the family name begins: together they are one name. The
 * full name by itself is a second one, because the place may be a guess of whoever took it apart (Ana María López Ruiz).
 * Empty when nothing is known that can be read.
 */
export function readNames({ firstName, lastName, fullName }: Naming): PersonName[] {
  const first = firstName ?? '';
  const last = lastName ?? '';
  const full = fullName ?? '';
  const start = placeOf(last, full);
  const isWhole = start > 0 && full.slice(0, start).includes(first);
  const split = isWhole ? personName(full.slice(0, start), full.slice(start)) : partsOf(first, last);
  const isClear = isWhole && moreThanTwoWords.exec(full) === null;
  return [split, full === '' || isClear ? null : parsePersonName(full)].filter((name) => name !== null);
}

function partsOf(first: string, last: string): PersonName | null {
  return first === '' && last === '' ? null : personName(first, last);
}

/** Where a word, or words, begin for the last time in a text; -1 where they do not. */
function placeOf(words: string, text: string): number {
  const place = words === '' ? -1 : text.lastIndexOf(words);
  const beside = place === -1 ? '' : text.charAt(place - 1) + text.charAt(place + words.length);
  return letterOrDigit.test(beside) ? -1 : place;
}

const noParts = { firstName: null, lastName: null };

/** What an identifier says, in normal form. */
export interface PersonSearch {
  /** Canonical profile page. */
  readonly networkUrl: string | null;
  readonly email: EmailAddress | null;
  /** Empty where no name is said. */
  readonly names: readonly PersonName[];
  /** Hosts under which the employer may be known, best first; from the domain given, not from the e-mail. */
  readonly domains: readonly string[];
  readonly companyName: string | null;
  /** Keys under which the employer's name may be known. */
  readonly companyNameKeys: readonly string[];
  /** Hosts of the e-mail address, where it may tell who its owner is: not of free mail, not of a role. */
  readonly mailDomains: readonly string[];
}

/** A search that finds nobody. */
export const nobody: PersonSearch = {
  networkUrl: null,
  email: null,
  names: [],
  domains: [],
  companyName: null,
  companyNameKeys: [],
  mailDomains: [],
};

/** @param hosts the only host names that profile URLs may have; null for any */
export function searchOf(identifier: PersonIdentifier, hosts: readonly string[] | null): PersonSearch {
  const page = read(identifier.network_url, (url) => parseProfileUrl(url, hosts === null ? {} : { hosts }));
  const email = read(identifier.work_email, parseMailbox);
  return {
    networkUrl: page?.kind === 'in' ? page.canonical : null,
    email,
    names: namesOf(identifier),
    domains: read(identifier.company_domain, candidatesOfWebsite) ?? [],
    companyName: read(identifier.company_name, (name) => name),
    companyNameKeys: read(identifier.company_name, companyNameKeys) ?? [],
    mailDomains: email === null || !isPersonal(email) ? [] : websiteCandidates(email.domain),
  };
}

/**
 * A domain and a name that one company on record has say where the person works; the name may be other companies' as well, and
 * is left out. Beside a domain of a company with another name both are possible: companies of a group share one.
 */
export function withEmployerOnRecord(search: PersonSearch, employers: Employers): PersonSearch {
  const owners = search.domains.map((domain) => employers.byDomain.get(domain));
  const named = search.companyNameKeys.flatMap((key) => employers.byNameKey.get(key) ?? []);
  return named.some(({ id }) => owners.includes(id)) ? { ...search, companyName: null, companyNameKeys: [] } : search;
}

/** Where to look for who is sought, once the employers are known; empty when nothing can be looked for. */
export function blockOf(search: PersonSearch, employers: Employers): PersonBlock {
  const places = [
    ...domainPlaces(search.domains, employers),
    ...namePlaces(search.companyNameKeys, employers),
    ...domainPlaces(search.mailDomains, employers),
  ];
  const tokens = [
    ...search.names.flatMap(nameTokens),
    ...(search.email === null || search.mailDomains.length === 0 ? [] : localPartTokens(search.email.localPart)),
  ];
  return { employers: [...new Set(places)], tokens: [...new Set(tokens)] };
}

/** The blocks of an employer that is known by a domain. */
export function domainPlaces(domains: readonly string[], employers: Employers): string[] {
  const known = domains.flatMap((domain) => employers.byDomain.get(domain) ?? []);
  return [...known.slice(0, 1).map((id) => `c${id}`), ...domains.map((domain) => `d${domain}`)];
}

/** The blocks of an employer that is known by name. */
function namePlaces(nameKeys: readonly string[], employers: Employers): string[] {
  const known = nameKeys.flatMap((key) => employers.byNameKey.get(key) ?? []);
  return [...known.map(({ id }) => `c${id}`), ...nameKeys.map((key) => `n${key}`)];
}

/** The blocks of companies on record that have the name asked for to its very legal form. */
export function exactPlaces(
  { companyName: asked, companyNameKeys: keys }: PersonSearch,
  employers: Employers,
): string[] {
  if (asked === null) return [];
  const known = keys.flatMap((key) => employers.byNameKey.get(key) ?? []);
  return known
    .filter(({ name }) => compareLegalForms(asked, name) === 'same' && compareCompanyNames(asked, name) === 1)
    .map(({ id }) => `c${id}`);
}

/** Of a name in two halves one half says nothing. */
function namesOf({ full_name: full, first_name: first, last_name: last }: PersonIdentifier): PersonName[] {
  const parts = isGiven(first) && isGiven(last) ? { firstName: first, lastName: last } : noParts;
  return readNames({ ...parts, fullName: full ?? null });
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
