import type { Identifier, Kind } from '../enrichment/choice.js';
import { companyNames, fieldNamed, personNames } from '../../../src/imports/reading/foreign-names.js';
import { identifierMembers } from '../enrichment/identifiers.js';
import type { ListFile } from './list-file.js';

/**
 * The members of an identifier that the list has, each with the index of its column, from 0: `{ website: 1, external_id: 0 }`.
 */
export type Mapping = Readonly<Partial<Record<string, number>>>;

/** The names that columns usually have, the likeliest first. They are lower-case letters and digits: "E-mail" is `email`. */
const usualNames: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  companies: {
    website: [
      'website',
      'domain',
      'companydomain',
      'companywebsite',
      'web',
      'url',
      'homepage',
      'websiteurl',
      'webseite',
    ],
    network_url: ['networkurl', 'companynetworkurl', 'profile', 'profileurl', 'profilepage', 'companyprofile'],
    network_id: ['networkid', 'companynetworkid', 'companyid'],
    external_id: ['externalid', 'id', 'recordid', 'crmid', 'accountid', 'kundennummer'],
  },
  persons: {
    network_url: ['networkurl', 'contactnetworkurl', 'profile', 'profileurl', 'profilepage', 'personprofile'],
    work_email: ['workemail', 'email', 'emailaddress', 'mail', 'businessemail', 'contactemail'],
    full_name: ['fullname', 'name', 'contactname', 'contact', 'person'],
    first_name: ['firstname', 'givenname', 'forename', 'first', 'vorname', 'prenom'],
    last_name: ['lastname', 'surname', 'familyname', 'last', 'nachname', 'nom'],
    company_domain: ['companydomain', 'domain', 'companywebsite', 'website', 'employerdomain'],
    company_name: [
      'companyname',
      'company',
      'employer',
      'account',
      'accountname',
      'organization',
      'organisation',
      'firma',
    ],
    external_id: ['externalid', 'id', 'recordid', 'crmid', 'contactid', 'leadid'],
  },
};

/** The members by the fields of imports. */
const memberOfField: Readonly<Record<Kind, Readonly<Partial<Record<string, string>>>>> = {
  companies: { website: 'website', network_url: 'network_url', network_id: 'network_id' },
  persons: {
    network_url: 'network_url',
    emails: 'work_email',
    full_name: 'full_name',
    first_name: 'first_name',
    last_name: 'last_name',
    company_website: 'company_domain',
    company_name: 'company_name',
  },
};

/** What the values of a member look like. They identify columns whose names say nothing. */
const valuePatterns: Readonly<Record<Kind, readonly (readonly [member: string, pattern: RegExp])[]>> = {
  companies: [
    ['network_url', /^(https?:\/\/)?[\w.-]+\/company\/[^/]+/i],
    ['website', /^(https?:\/\/)?([\w-]+\.)+[a-z]{2,}(\/\S*)?$/i],
  ],
  persons: [
    ['network_url', /^(https?:\/\/)?[\w.-]+\/in\/[^/]+/i],
    ['work_email', /^\S+@\S+\.[a-z]{2,}$/i],
    ['company_domain', /^(https?:\/\/)?([\w-]+\.)+[a-z]{2,}(\/\S*)?$/i],
  ],
};

/** A list with the names, e-mail addresses or profile pages of persons is a list of persons, any other one of companies. */
export function guessKind(list: ListFile): Kind {
  const { work_email: email, first_name: first, last_name: last, network_url: page } = guessMapping(list, 'persons');
  if ((email ?? first ?? last) !== undefined) return 'persons';
  return page !== undefined && looksLike(list, page, /\/in\//) ? 'persons' : 'companies';
}

/**
 * Guesses which column has which member of the identifier. Columns with profile pages or e-mail addresses are found by their
 * values, other columns by their names, and the rest by their values. No column is used for two members.
 */
export function guessMapping(list: ListFile, kind: Kind): Mapping {
  const mapping: Partial<Record<string, number>> = {};
  const plain = list.header.map((name) => name.toLowerCase().replace(/[^\p{L}\d]/gu, ''));
  const free = new Set(plain.keys());
  const take = (member: string, column: number | undefined): void => {
    if (column === undefined || mapping[member] !== undefined) return;
    mapping[member] = column;
    free.delete(column);
  };
  for (const [member, pattern] of valuePatterns[kind].slice(0, kind === 'companies' ? 1 : 2))
    take(
      member,
      [...free].find((column) => looksLike(list, column, pattern)),
    );
  for (const [member, names] of Object.entries(usualNames[kind])) {
    const columns = names.map((name) => plain.indexOf(name));
    take(
      member,
      columns.find((column) => column !== -1 && free.has(column)),
    );
  }
  // The other columns are then found by the rules of imports, which understand names such as `Organization - Website`.
  for (const [column, name] of list.header.entries()) {
    const field = free.has(column) ? fieldNamed(kind === 'companies' ? companyNames : personNames, name) : null;
    const member = field === null ? undefined : memberOfField[kind][field];
    if (member !== undefined) take(member, column);
  }
  for (const [member, pattern] of valuePatterns[kind])
    take(
      member,
      [...free].find((column) => looksLike(list, column, pattern)),
    );
  return mapping;
}

/** Whether more than 60 % of the values of a column fit the pattern. It looks at the first 200 rows and ignores empty cells. */
function looksLike({ rows }: ListFile, column: number, pattern: RegExp): boolean {
  const values = rows
    .slice(0, 200)
    .map((row) => row[column]?.trim() ?? '')
    .filter((value) => value !== '');
  return values.length > 0 && values.filter((value) => pattern.test(value)).length > values.length * 0.6;
}

/** The identifier of a row: `{ website: 'a.com' }`. Empty cells are left out. */
export function identifierOf(row: readonly string[], kind: Kind, mapping: Mapping): Identifier {
  const identifier: Record<string, string> = {};
  for (const { name } of identifierMembers[kind]) {
    const column = mapping[name];
    const value = column === undefined ? undefined : row[column]?.trim();
    if (value !== undefined && value !== '') identifier[name] = value;
  }
  return identifier;
}

/**
 * The indices of the rows with the same identifier, in the order of their first rows. The customer's own id does not count, because it
 * is not used for matching.
 */
export function groupsOf({ rows }: ListFile, kind: Kind, mapping: Mapping): number[][] {
  const groups = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    const { external_id: _, ...identifier } = identifierOf(row, kind, mapping) as Record<string, unknown>;
    const key = JSON.stringify(identifier);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }
  return [...groups.values()];
}
