import { identifiesPerson } from '../../matching/emails/address-owner.js';
import type { RowClaims } from '../merging/disputed-rows.js';
import { currentPositions, type Employer, isKnown, mayBeSame } from '../../matching/persons/employers.js';
import { type Naming } from './person-employment.js';
import { contradict, haveOtherNames } from './person-identity.js';
import { namingAfter, type PersonRow } from './person-record.js';
import { noNames } from './person-state.js';

/** The identifiers that say which person a record is about. A network id does not: no record finds its person by it. */
export function claimedKeys({ networkUrl, emails }: PersonRow): string[] {
  const keys = networkUrl === null ? [] : [`url ${networkUrl}`];
  for (const { address } of emails ?? []) keys.push(`email ${address}`);
  return keys;
}

/**
 * Decides whether two records that share an identifier are about different persons. Their names must differ, and they must have no other
 * identifier in common.
 *
 * If only the family names differ, a marriage can explain it. Then the records are about different persons only if their addresses and
 * their employers differ, too.
 *
 * Several persons may share a mailbox. Two records with one address are about different persons only if each of them also has another
 * identification. Otherwise this function returns false, and the person of the first record keeps the address.
 * @param key the shared identifier, as {@link claimedKeys} writes it
 * @param today `YYYY-MM-DD`; it decides which positions are current ones
 */
export function contradictPersons(one: PersonRow, other: PersonRow, key: string, today: string): boolean {
  const [mine, theirs] = [namingAfter(one, noNames), namingAfter(other, noNames)];
  if (!haveOtherNames(mine, theirs)) return false;
  const others = otherKeys(other, key);
  if (otherKeys(one, key).some((each) => others.includes(each))) return false;
  if (key.startsWith('email ') && !(isIdentifiedWithout(one, key) && isIdentifiedWithout(other, key))) return false;
  if (contradict(mine, theirs) || isOfRole(key)) return true;
  return haveOtherAddresses(one, other, key) && haveOtherEmployers(one, other, today);
}

/** A stored person who has the profile page of a record, with what can contradict the record. */
export interface PageHolder {
  readonly naming: Naming;
  readonly employer: Employer;
  readonly addresses: readonly string[];
}

/** How a record with a profile page contradicts the stored person who has this page; null if the two may be one person. */
export function contradictionTo(row: PersonRow, holder: PageHolder, today: string): 'names' | 'all' | null {
  const naming = namingAfter(row, holder.naming);
  if (!haveOtherNames(naming, holder.naming)) return null;
  const given = (row.emails ?? []).map(({ address }) => address);
  if (given.some((address) => holder.addresses.includes(address))) return null;
  if (contradict(naming, holder.naming)) return 'names';
  const employers = employersOfRow(row, today);
  const isElsewhere =
    employers.length > 0 && isKnown(holder.employer) && !employers.some((each) => mayBeSame(each, holder.employer));
  return isElsewhere && given.length > 0 && holder.addresses.length > 0 ? 'all' : null;
}

function otherKeys(row: PersonRow, key: string): string[] {
  return [...claimedKeys(row), ...(row.networkId === null ? [] : [`id ${row.networkId}`])].filter(
    (each) => each !== key,
  );
}

function haveOtherAddresses(one: PersonRow, other: PersonRow, key: string): boolean {
  const isMarked = (row: PersonRow): boolean => otherKeys(row, key).some((each) => each.startsWith('email '));
  return key.startsWith('email ') || (isMarked(one) && isMarked(other));
}

function haveOtherEmployers(one: PersonRow, other: PersonRow, today: string): boolean {
  const [mine, theirs] = [employersOfRow(one, today), employersOfRow(other, today)];
  return mine.length > 0 && theirs.length > 0 && !mine.some((each) => theirs.some((held) => mayBeSame(each, held)));
}

function employersOfRow({ employer, experience }: PersonRow, today: string): Employer[] {
  return [employer, ...currentPositions(experience ?? [], today).map((held) => held.employer)].filter(isKnown);
}

function isOfRole(key: string): boolean {
  return key.startsWith('email ') && !identifiesPerson(key.slice('email '.length));
}

/** Whether a record without one of its identifiers still says which person it is about. */
function isIdentifiedWithout(row: PersonRow, key: string): boolean {
  return withoutKeys(row, (each) => each === key) !== null;
}

/**
 * Returns a copy of a record without its disputed identifiers; null if the rest does not say which person the record is about. A
 * profile page, an address, or a name with an employer says it.
 */
export function withoutKeys(row: PersonRow, isDisputed: (key: string) => boolean): PersonRow | null {
  const emails = row.emails?.filter(({ address }) => !isDisputed(`email ${address}`)) ?? null;
  const rest = {
    ...row,
    networkUrl: row.networkUrl === null || isDisputed(`url ${row.networkUrl}`) ? null : row.networkUrl,
    // An empty list would remove the stored addresses.
    emails: emails?.length === 0 ? null : emails,
  };
  const isNamed = namingAfter(row, noNames).fullName !== null;
  const isEmployed = isKnown(row.employer) || row.experience?.some(({ employer }) => isKnown(employer)) === true;
  return rest.networkUrl !== null || rest.emails !== null || (isNamed && isEmployed) ? rest : null;
}

/** Splits a key from {@link claimedKeys}: `email a@b.example` → the field `emails` of the record, and the address. */
function memberOf(key: string): { readonly member: string; readonly value: string } {
  const [kind = '', value = ''] = key.split(' ', 2);
  return { member: kind === 'url' ? 'network_url' : 'emails', value };
}

export const personClaims: RowClaims<PersonRow> = { claimedKeys, memberOf, withoutKeys };
