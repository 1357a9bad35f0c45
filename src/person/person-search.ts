import { companyNameKeys, compareCompanyNames, compareLegalForms } from '../matching/companies/company-name.js';
import { identifiesPerson } from '../matching/emails/address-owner.js';
import { type EmailAddress, parseMailbox } from '../matching/emails/email.js';
import { localPartTokens } from '../matching/emails/local-part.js';
import { isFreeMailDomain } from '../matching/emails/mail-providers.js';
import { parsePersonName, personName, type PersonName, searchTokens } from '../matching/names/person-name.js';
import { usableName } from '../matching/text.js';
import { parseProfileUrl } from '../matching/urls/profile-url.js';
import { isNothing, isNothingInName } from '../matching/nothing.js';
import { candidatesOfWebsite, websiteCandidates } from '../matching/urls/website.js';
import type { Employers } from './employer.reader.js';
import type { PersonIdentifier } from './person.dto.js';
import type { PersonBlock } from './block-ranking.js';

/** The names of a person on record or in a request. Null and an empty text mean that a name is unknown. */
export interface Naming {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** A cache of parsed names for one request. In a list of colleagues, one person is a candidate for many searches. */
export class KnownNames {
  private readonly read = new Map<string, readonly PersonName[]>();

  /** The result of {@link readNames}, which is called once for equal names. */
  of(naming: Naming): readonly PersonName[] {
    const key = `${naming.fullName ?? ''}\0${naming.firstName ?? ''}\0${naming.lastName ?? ''}`;
    const known = this.read.get(key);
    if (known !== undefined) return known;
    const names = readNames(naming);
    this.read.set(key, names);
    return names;
  }
}

const moreThanTwoWords = /\S\s+\S+\s+\S/u;
/** Chinese characters and Hangul. In such a name, a space does not show which part is the family name: 辉 崔. */
const eastern = /[\p{Script=Han}\p{Script=Hangul}]/u;
const letterOrDigit = /[\p{L}\p{M}\p{N}]/u;

/**
 * The names by which a person is compared; empty if no name can be parsed.
 *
 * A full name that contains the first and the last name can have further parts, such as middle names, a generation or a nickname.
 * The first and last name then show where its family name begins, and all three give one name: `John`, `Smith` and `John Adam Smith
 * Jr.`.
 *
 * The full name alone gives a second name, because the first and last name may be the guess of a data source: in `Ana María López
 * Ruiz` the last name may be given as `Ruiz`. The second name is left out if the full name is only the first and the last name.
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

/** The index of the last place at which a text contains `words`; -1 if there is none, or if they are parts of longer words there. */
function lastIndexOfWords(words: string, text: string): number {
  const index = words === '' ? -1 : text.lastIndexOf(words);
  const neighbours = index === -1 ? '' : text.charAt(index - 1) + text.charAt(index + words.length);
  return letterOrDigit.test(neighbours) ? -1 : index;
}

const maxFullNameLength = 300;
const noParts = { firstName: null, lastName: null };

/** An identifier of a person in normal form. A part that is missing or unusable is null or empty. */
export interface PersonSearch {
  /** The canonical profile URL. */
  readonly networkUrl: string | null;
  /** Null also for an address that does not identify a person, such as that of a role. */
  readonly email: EmailAddress | null;
  /** The names that the identifier states, as {@link readNames} returns them. */
  readonly names: readonly PersonName[];
  /** The stated full name, or the stated first and last name joined by a space. */
  readonly fullName: string | null;
  /** The hosts that the employer may have, the most specific first. They are from `company_domain`, not from the e-mail address. */
  readonly domains: readonly string[];
  readonly companyName: string | null;
  /** The keys that the name of the employer may have, as `companyNameKeys` returns them. */
  readonly companyNameKeys: readonly string[];
  /** The hosts of the e-mail address. Empty without `email`, and for an address at a free-mail provider, which shows no employer. */
  readonly mailDomains: readonly string[];
}

const none: readonly never[] = [];

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

/** Whether a search has an e-mail address or a name, so that candidates can be scored. */
export function isScorable({ email, names }: PersonSearch): boolean {
  return email !== null || names.length > 0;
}

/** Whether a search can find no person, because it has no profile URL, no e-mail address, and no name with an employer. */
export function isUnusable({ networkUrl, email, names, domains, companyNameKeys }: PersonSearch): boolean {
  const hasEmployer = domains.length > 0 || companyNameKeys.length > 0;
  return networkUrl === null && email === null && (names.length === 0 || !hasEmployer);
}

/**
 * Normalises the identifier of a person. Texts that stand for a missing value are left out. A word such as `null` may be the name of a
 * company, so as the name of the employer it is left out only beside a domain.
 * @param hosts the host names that profile URLs may have; null for any host
 */
export function searchOf(identifier: PersonIdentifier, hosts: readonly string[] | null): PersonSearch {
  const page = read(identifier.network_url, (url) => parseProfileUrl(url, hosts === null ? {} : { hosts }));
  const email = read(identifier.work_email, addressOfPerson);
  const domains = read(identifier.company_domain, candidatesOfWebsite) ?? none;
  const employer = domains.length > 0 && isNothing(identifier.company_name ?? '') ? null : identifier.company_name;
  return {
    networkUrl: page?.kind === 'in' ? page.canonical : null,
    email,
    names: namesOf(identifier),
    fullName: fullNameOf(identifier),
    domains,
    companyName: read(employer, (name) => name),
    companyNameKeys: read(employer, companyNameKeys) ?? none,
    mailDomains: email === null || isFreeMailDomain(email.domain) ? none : websiteCandidates(email.domain),
  };
}

/**
 * Removes the name of the employer from a search if one stored company has both the name and the domain. The domain then
 * identifies the employer, and other companies with the name must not match. If the domain belongs to a company with another
 * name, the search keeps both, because companies of a group share domains.
 */
export function withStoredEmployer(search: PersonSearch, employers: Employers): PersonSearch {
  const owners = search.domains.map((domain) => employers.byDomain.get(domain));
  const named = search.companyNameKeys.flatMap((key) => employers.byNameKey.get(key) ?? []);
  return named.some(({ id }) => owners.includes(id)) ? { ...search, companyName: null, companyNameKeys: [] } : search;
}

/**
 * The block in which the candidates of a search are looked up. It is empty if the search has no employer, or has neither a name nor
 * the work address of a person (the address of a role does not suffice).
 */
export function blockOf(search: PersonSearch, employers: Employers): PersonBlock {
  const employerKeys = [
    ...domainBlockKeys(search.domains, employers),
    ...nameBlockKeys(search.companyNameKeys, employers),
    ...domainBlockKeys(search.mailDomains, employers),
  ];
  const tokens = [
    ...search.names.flatMap(searchTokens),
    ...(search.email === null || search.mailDomains.length === 0 ? [] : localPartTokens(search.email.localPart)),
  ];
  return { employers: [...new Set(employerKeys)], tokens: [...new Set(tokens)] };
}

/**
 * The keys under which the employer with these domains may be in the table `person_block`: `c` followed by a company's id, such
 * as `c42`, and `d` followed by a domain, such as `dacme.com`.
 */
export function domainBlockKeys(domains: readonly string[], employers: Employers): string[] {
  const keys = domains.map((domain) => `d${domain}`);
  for (const domain of domains) {
    const id = employers.byDomain.get(domain);
    if (id !== undefined) return [`c${id}`, ...keys];
  }
  return keys;
}

/**
 * The keys under which the employer with this name may be in the table `person_block`: `c` followed by a company's id, such as
 * `c42`, and `n` followed by a name key, such as `nacme`.
 */
function nameBlockKeys(nameKeys: readonly string[], employers: Employers): string[] {
  const known = nameKeys.flatMap((key) => employers.byNameKey.get(key) ?? []);
  return [...known.map(({ id }) => `c${id}`), ...nameKeys.map((key) => `n${key}`)];
}

/** The keys in the table `person_block` of the stored companies that have exactly the searched name and legal form. */
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

/** The names of an identifier. A first name without a last name, or a last name without a first name, is ignored. */
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

/** Reads an address; null for a placeholder and for the address of a role, such as `info@acme.com`. No person is found by them. */
function addressOfPerson(text: string): EmailAddress | null {
  const email = parseMailbox(text);
  return email !== null && identifiesPerson(email.address) ? email : null;
}

function read<T>(text: string | null | undefined, parse: (text: string) => T | null): T | null {
  return isGiven(text) ? parse(text) : null;
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && !isNothingInName(text);
}
