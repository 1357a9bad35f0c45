import type { Identifier, Kind } from '../enrichment/choice.js';
import { identifierMembers } from '../enrichment/identifiers.js';
import type { ListFile } from './list-file.js';

/** The column of each member of the identifier that the list has, from 0. */
export type Mapping = Readonly<Partial<Record<string, number>>>;

/** Names of columns in lower case without spaces and signs, the likeliest first. */
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

/** What values look like, for columns whose names say nothing. */
const looks: Readonly<Record<Kind, readonly (readonly [member: string, pattern: RegExp])[]>> = {
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

/** Persons have names, addresses or pages of their own. */
export function guessKind(list: ListFile): Kind {
  const { work_email: email, first_name: first, last_name: last, network_url: page } = guessMapping(list, 'persons');
  if ((email ?? first ?? last) !== undefined) return 'persons';
  return page !== undefined && looksLike(list, page, /\/in\//) ? 'persons' : 'companies';
}

/** The columns of members by their names, else by their values. A column has one member at most. */
export function guessMapping(list: ListFile, kind: Kind): Mapping {
  const mapping: Partial<Record<string, number>> = {};
  const plain = list.header.map((name) => name.toLowerCase().replace(/[^\p{L}\d]/gu, ''));
  const free = new Set(plain.keys());
  const take = (member: string, column: number | undefined): void => {
    if (column === undefined || mapping[member] !== undefined) return;
    mapping[member] = column;
    free.delete(column);
  };
  for (const [member, pattern] of looks[kind].slice(0, kind === 'companies' ? 1 : 2))
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
  for (const [member, pattern] of looks[kind])
    take(
      member,
      [...free].find((column) => looksLike(list, column, pattern)),
    );
  return mapping;
}

/** Whether most values of the first rows fit. */
function looksLike({ rows }: ListFile, column: number, pattern: RegExp): boolean {
  const values = rows
    .slice(0, 200)
    .map((row) => row[column]?.trim() ?? '')
    .filter((value) => value !== '');
  return values.length > 0 && values.filter((value) => pattern.test(value)).length > values.length * 0.6;
}

/** What the service is asked about a row. */
export function identifierOf(row: readonly string[], kind: Kind, mapping: Mapping): Identifier {
  const identifier: Record<string, string> = {};
  for (const { name } of identifierMembers[kind]) {
    const column = mapping[name];
    const value = column === undefined ? undefined : row[column]?.trim();
    if (value !== undefined && value !== '') identifier[name] = value;
  }
  return identifier;
}
