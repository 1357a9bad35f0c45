import { charges, type Charges } from '../billing/credits/credit-amounts.js';
import { companyCatalogue, type CompanyField } from '../catalogue/company-catalogue.js';
import { type PageWriter, profileUrlHash } from '../matching/urls/profile-url.js';
import { openRecord } from '../enrichment/enrichment-answer.js';
import type { QueryCounts } from '../tenancy/query-fields/query-field.reader.js';
import type { CompanyKeys } from './company-match.js';
import type { CompanyEnrichRequest } from './company.dto.js';

/** The requested company fields: each name once, in the order of the request. */
export interface CompanySelection {
  readonly fields: readonly SelectedField[];
  /** The columns to read, in the catalogue's order, so that the order of a request does not change the statement. */
  readonly columns: readonly string[];
  /** The names that are not in the catalogue. */
  readonly queryFields: readonly string[];
}

interface SelectedField {
  readonly name: string;
  /** Undefined for a name that is not in the catalogue. */
  readonly field: CompanyField | undefined;
  /** The index in `columns`; -1 without a field. */
  readonly columnIndex: number;
  /** How an answer writes a text of the column; undefined where it is sent as stored. */
  readonly write: ((stored: string) => string) | undefined;
}

export interface CompanyValues {
  readonly id: string;
  /** Begins with the values of the selected columns. */
  readonly values: readonly unknown[];
}

/** In the catalogue's order. */
const allColumns = [...new Set([...companyCatalogue.values()].map((field) => field.column))];

/** @param writePage how answers write profile pages */
export function selectCompanyFields(names: readonly string[], writePage: PageWriter): CompanySelection {
  const distinct = [...new Set(names)];
  const requestedColumns = new Set(distinct.flatMap((name) => companyCatalogue.get(name)?.column ?? []));
  const columns = allColumns.filter((column) => requestedColumns.has(column));
  const fields = distinct.map((name) => {
    const field = companyCatalogue.get(name);
    const columnIndex = field === undefined ? -1 : columns.indexOf(field.column);
    return { name, field, columnIndex, write: writerOf(field, writePage) };
  });
  return { fields, columns, queryFields: distinct.filter((name) => !companyCatalogue.has(name)) };
}

function writerOf(field: CompanyField | undefined, writePage: PageWriter): SelectedField['write'] {
  if (field?.page === 'hash') return (stored) => profileUrlHash(writePage(stored));
  return field?.page === 'address' ? writePage : undefined;
}

/**
 * The selected fields of a company; all are null without one. The object has no prototype, because requests may name a field
 * `__proto__`.
 */
export function companyDataOf(
  company: CompanyValues | undefined,
  selection: CompanySelection,
  counts: QueryCounts,
): Record<string, unknown> {
  const data = openRecord();
  for (const { name, field, columnIndex, write } of selection.fields) {
    if (company === undefined) data[name] = null;
    else data[name] = field === undefined ? counts.of(name, company.id) : valueOf(company.values[columnIndex], write);
  }
  return data;
}

function valueOf(stored: unknown, write: SelectedField['write']): unknown {
  if (stored === null || stored === undefined) return null;
  if (Array.isArray(stored)) return stored.length === 0 ? null : stored;
  return write !== undefined && typeof stored === 'string' ? write(stored) : stored;
}

/**
 * One credit for each identifier with different keys, so that two spellings of a site count once. The matched companies are
 * never more.
 * @param isFree whether the request names no field that exists, as one for signals alone
 * @param keys the keys of the request's companies, in their order
 */
export function companyReservation(
  { companies }: Pick<CompanyEnrichRequest, 'companies'>,
  isFree: boolean,
  keys: readonly CompanyKeys[],
): Charges {
  if (isFree) return charges({ data_access: 0 });
  const distinct = new Set(keys.map((identifierKeys, index) => lookupText(identifierKeys, companies[index])));
  return charges({ data_access: distinct.size });
}

/**
 * @param isFree as for {@link companyReservation}
 * @param found the ids of the matched companies, each once
 */
export function companyCharges(isFree: boolean, found: readonly string[]): Charges {
  return charges({ data_access: isFree ? 0 : found.length });
}

/** A text that distinguishes lookups: the keys, or the identifier itself if it has none. */
function lookupText(
  { inOrder }: CompanyKeys,
  identifier: CompanyEnrichRequest['companies'][number] | undefined,
): string {
  const [first] = inOrder;
  if (first === undefined)
    return JSON.stringify([identifier?.website, identifier?.network_url, identifier?.network_id]);
  // Most have one, and no kind of key can be taken for another.
  return inOrder.length === 1 ? first.value : inOrder.map(({ kind, value }) => `${kind} ${value}`).join('\n');
}
