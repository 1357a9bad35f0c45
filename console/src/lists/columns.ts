import type { Identifier, Kind } from '../enrichment/choice.js';
import { canIdentify, identifyingText, type IdentifierMember, identifierMembers } from '../enrichment/identifiers.js';
import { count } from '../format.js';
import type { ListTable } from './list-table.js';

/**
 * Which column of the list has which member of the identifier. The value is the index of the column, from 0: `{ website: 1,
 * network_url: 0 }`.
 */
export type Mapping = Readonly<Partial<Record<string, number>>>;

/**
 * For each member of the identifier, the headers that its column usually has. The likeliest header is the first. Only the letters
 * and digits of a header are compared, in lower case, so "E-mail" is written as `email` here.
 */
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
    name: ['companyname', 'company', 'name', 'accountname', 'account', 'organization', 'organisation', 'firma'],
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
  },
};

/** For each field of an import, the member of an identifier with the same meaning: for `company_website` it is `company_domain`. */
const memberOfField: Readonly<Record<Kind, Readonly<Partial<Record<string, string>>>>> = {
  companies: { website: 'website', network_url: 'network_url', network_id: 'network_id', name: 'name' },
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

/** What the values of some members look like. With these patterns a column is recognised by its values, whatever its header says. */
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

/**
 * Guesses whether the rows are persons or companies. They are persons if a column has e-mail addresses, first names, last names or
 * profile pages of persons.
 */
export function guessKind(list: ListTable): Kind {
  const { work_email: email, first_name: first, last_name: last, network_url: page } = guessMapping(list, 'persons');
  if ((email ?? first ?? last) !== undefined) return 'persons';
  return page !== undefined && looksLike(list, page, /\/in\//) ? 'persons' : 'companies';
}

/**
 * Guesses which column has which member of the identifier. Columns with profile pages or e-mail addresses are found first, by their
 * values. Then columns are found by their headers. Members that still have no column are found by the values. No column is used for
 * two members.
 */
export function guessMapping(list: ListTable, kind: Kind): Mapping {
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
  // The headers that are left are read by the rules of the import, which understands names such as `Organization - Website`.
  for (const [column, name] of list.header.entries()) {
    const field = free.has(column) ? (list.columns[kind].find(name)?.field ?? null) : null;
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

/** Whether more than 60 % of the values in a column match the pattern. Only the first 200 rows count, and empty cells are ignored. */
function looksLike({ rows }: ListTable, column: number, pattern: RegExp): boolean {
  const values = rows
    .slice(0, 200)
    .map((row) => row[column]?.trim() ?? '')
    .filter((value) => value !== '');
  return values.length > 0 && values.filter((value) => pattern.test(value)).length > values.length * 0.6;
}

const companyName: IdentifierMember = { name: 'name', label: 'Company name', example: 'Siemens' };

/**
 * What a column of a list can stand for. `external_id` is left out, because the results show all cells of a row anyway, so a row
 * needs no other label. The name of a company is added: it does not identify the company, but the results show it as the name of
 * the row.
 */
export const listMembers: Readonly<Record<Kind, readonly IdentifierMember[]>> = {
  companies: [...identifierMembers.companies.filter(({ name }) => name !== 'external_id'), companyName],
  persons: identifierMembers.persons.filter(({ name }) => name !== 'external_id'),
};

/** The identifier of a row: `{ website: 'a.com' }`. Empty cells are left out. */
export function identifierOf(row: readonly string[], kind: Kind, mapping: Mapping): Identifier {
  const identifier: Record<string, string> = {};
  for (const { name } of listMembers[kind]) {
    const value = cellOf(row, mapping, name);
    if (value !== '' && name !== companyName.name) identifier[name] = value;
  }
  return identifier;
}

/**
 * What a row is called in the results: the name of its company or person. If there is no name, it is the first member of the
 * identifier, or else the first cell that is not empty.
 */
export function titleOf(row: readonly string[], kind: Kind, mapping: Mapping): string {
  const cell = (member: string): string => cellOf(row, mapping, member);
  const name =
    kind === 'companies' ? cell('name') : cell('full_name') || `${cell('first_name')} ${cell('last_name')}`.trim();
  if (name !== '') return name;
  const [first] = Object.values(identifierOf(row, kind, mapping));
  return first ?? row.find((each) => each.trim() !== '') ?? '';
}

function cellOf(row: readonly string[], mapping: Mapping, member: string): string {
  const column = mapping[member];
  return column === undefined ? '' : (row[column]?.trim() ?? '');
}

/** A list, and what its rows and columns stand for. */
interface Listed {
  readonly table: ListTable;
  readonly choice: { readonly kind: Kind };
  readonly mapping: Mapping;
}

/** Says to the user why a row cannot be requested, if it has nothing that identifies a company or a person. */
export function unidentifiedText({ table, choice: { kind }, mapping }: Listed, row: number): string {
  const name = kind === 'companies' ? cellOf(table.rows[row] ?? [], mapping, companyName.name) : '';
  return name === ''
    ? identifyingText[kind]
    : `Row ${count(table.lines[row] ?? 0)} has only the name ${name}, and no company was chosen for this name.`;
}

/** The rows of a list that have the same identifier. The identifier is sent once, and charged once for all these rows. */
export interface Group {
  /** The identifier as it is written in the first of these rows. Null if the rows have nothing that identifies a company or a person. */
  readonly identifier: Identifier | null;
  /** Equal for identifiers that differ only in spelling, such as `https://www.a.com/` and `a.com`. */
  readonly key: string;
  /** The indices of the rows. */
  readonly rows: number[];
}

/** The company that the user has chosen for each name, by the {@link nameKey} of the name: `{ siemens: { website: 'siemens.com' } }`. */
export type Names = Readonly<Record<string, Identifier>>;

/** The words of a name in lower case. The result is equal for two spellings of a name, such as `Siemens, AG` and `siemens ag`. */
export function nameKey(name: string): string {
  return (
    name
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  );
}

/** The name of a company in a list, and how many rows have this name. */
export interface NamedRows {
  readonly name: string;
  readonly rows: number;
}

/** The companies of which the list has only the name, each name once. Their rows have no website, profile page or id. */
export function namesWithoutIdentifier({ rows }: ListTable, kind: Kind, mapping: Mapping): NamedRows[] {
  const names = new Map<string, { name: string; rows: number }>();
  const members = Object.keys(mapping).filter((member) => member !== companyName.name);
  if (kind === 'companies' && mapping[companyName.name] !== undefined)
    for (const row of rows) {
      if (members.some((member) => cellOf(row, mapping, member) !== '')) continue;
      const name = cellOf(row, mapping, companyName.name);
      const key = nameKey(name);
      if (key === '') continue;
      const known = names.get(key);
      if (known === undefined) names.set(key, { name, rows: 1 });
      else known.rows += 1;
    }
  return [...names.values()];
}

/** The groups of a list, in the order of their first rows. The code is written for speed, because a list may have 100,000 rows. */
export function groupsOf({ rows }: ListTable, kind: Kind, mapping: Mapping, names: Names): Group[] {
  const groups = new Map<string, Group>();
  const columns = listMembers[kind].flatMap(({ name }): (readonly [member: string, column: number])[] => {
    const column = mapping[name];
    return column === undefined || name === companyName.name ? [] : [[name, column]];
  });
  /**
   * For each combination of members, whether it is enough to identify a record. The index in this array is the combination as a number:
   * it has one bit for each entry of `columns`, which is set if a row has a value there. So `canIdentify` runs once for each
   * combination, not for each row.
   */
  const isEnough: boolean[] = [];
  for (const [index, row] of rows.entries()) {
    let key = '';
    let members = 0;
    for (const [at, [member, column]] of columns.entries()) {
      const value = row[column]?.trim() ?? '';
      if (value === '') continue;
      key += keyPart(member, value);
      members |= 1 << at;
    }
    isEnough[members] ??= canIdentify(
      kind,
      columns.flatMap(([member], at) => ((members & (1 << at)) === 0 ? [] : [member])),
    );
    const named = isEnough[members] === true ? undefined : chosenFor(row, kind, mapping, names);
    if (isEnough[members] !== true) key = named === undefined ? '' : keyOf(named);
    const group = groups.get(key);
    if (group !== undefined) group.rows.push(index);
    else {
      const identifier = isEnough[members] === true ? identifierOf(row, kind, mapping) : (named ?? null);
      groups.set(key, { identifier, key, rows: [index] });
    }
  }
  return [...groups.values()];
}

function chosenFor(row: readonly string[], kind: Kind, mapping: Mapping, names: Names): Identifier | undefined {
  return kind === 'companies' ? names[nameKey(cellOf(row, mapping, companyName.name))] : undefined;
}

/** A text that is equal for two identifiers if the service reads both as the same identifier. */
export function keyOf(identifier: Identifier): string {
  let key = '';
  for (const member of Object.keys(identifier)) key += keyPart(member, identifier[member] ?? '');
  return key;
}

function keyPart(member: string, value: string): string {
  return `${member}\n${plainOf(member, value)}\n`;
}

function plainOf(member: string, value: string): string {
  const isAddress = member === 'website' || member === 'company_domain' || member === 'network_url';
  if (!isAddress && member !== 'work_email') return value;
  const plain = value.toLowerCase();
  const isPlain = !isAddress || (!plain.includes('/') && !plain.startsWith('www.'));
  return isPlain ? plain : plain.replace(/^https?:\/\/|\/$/g, '').replace(/^www\./, '');
}
