import { charged, type ChargeOutcomes } from '../billing/credits/charge-explanation.js';
import { charges, type Charges } from '../billing/credits/credit-amounts.js';
import { companyCatalogue, type CompanyField } from '../catalogue/company-catalogue.js';
import { companyGroupOf, type GroupSource, sourcesOf, type StoredSources } from '../catalogue/field-groups.js';
import { type PageWriter, profileUrlHash } from '../matching/urls/profile-url.js';
import type { Resolution } from '../enrichment/unmatched-reasons.js';
import { openRecord } from '../enrichment/enrichment-answer.js';
import type { QueryCounts } from '../tenancy/query-fields/query-field.reader.js';
import type { CompanyKeys } from './company-match.js';
import type { CompanyEnrichRequest } from './company.dto.js';

export interface CompanySelection {
  /** The requested names, each once, in the order of the request. */
  readonly fields: readonly SelectedField[];
  /**
   * The columns to read, in the order of the catalogue. So two requests that name the same fields in different orders use the
   * same prepared statement.
   */
  readonly columns: readonly string[];
  /** The requested names that are not in the catalogue. They may be query fields of the tenant. */
  readonly queryFields: readonly string[];
  /** The index of the column `sources` in `columns`, and the groups of the requested fields; null if no sources are requested. */
  readonly sources: { readonly columnIndex: number; readonly groups: ReadonlySet<string> } | null;
}

interface SelectedField {
  readonly name: string;
  /** The catalogue entry of the field; undefined for a name that is not in the catalogue. */
  readonly field: CompanyField | undefined;
  /** The index of the field's column in `columns`; -1 for a name that is not in the catalogue. */
  readonly columnIndex: number;
  /**
   * Converts the stored text of the field into the text for answers; undefined if answers contain the stored text as it is.
   */
  readonly write: ((stored: string) => string) | undefined;
}

export interface CompanyValues {
  /** `company.id` */
  readonly id: string;
  /**
   * The values of the selected columns, in the order of the columns. The array may have more values at its end, such as the id of
   * the company.
   */
  readonly values: readonly unknown[];
}

/** The columns of all fields in the order of the catalogue, each once. */
const allColumns = [...new Set([...companyCatalogue.values()].map((field) => field.column))];

/**
 * Selects the fields of a request.
 * @param names the requested names; a name may occur twice, or be the name of no field
 * @param writePage converts a stored profile URL into the URL that answers contain
 */
export function selectCompanyFields(names: readonly string[], writePage: PageWriter): CompanySelection {
  const distinct = [...new Set(names)];
  const requestedColumns = new Set(distinct.flatMap((name) => companyCatalogue.get(name)?.column ?? []));
  const columns = allColumns.filter((column) => requestedColumns.has(column));
  const fields = distinct.map((name) => {
    const field = companyCatalogue.get(name);
    const columnIndex = field === undefined ? -1 : columns.indexOf(field.column);
    return { name, field, columnIndex, write: writerOf(field, writePage) };
  });
  return { fields, columns, queryFields: distinct.filter((name) => !companyCatalogue.has(name)), sources: null };
}

/** Extends a selection, so that the sources of the selected fields are read, too. */
export function withSources(selection: CompanySelection): CompanySelection {
  const groups = new Set(
    selection.fields.flatMap(({ name, field }) => (field === undefined ? [] : companyGroupOf(name))),
  );
  const { columns } = selection;
  return { ...selection, columns: [...columns, 'sources'], sources: { columnIndex: columns.length, groups } };
}

/** The sources of the selected fields of a company; undefined if the selection does not read sources. */
export function companySourcesOf(
  { values }: CompanyValues,
  { sources }: CompanySelection,
): Readonly<Record<string, GroupSource>> | undefined {
  if (sources === null) return undefined;
  return sourcesOf((values[sources.columnIndex] ?? null) as StoredSources | null, sources.groups);
}

function writerOf(field: CompanyField | undefined, writePage: PageWriter): SelectedField['write'] {
  if (field?.page === 'hash') return (stored) => profileUrlHash(writePage(stored));
  return field?.page === 'address' ? writePage : undefined;
}

/**
 * Makes the `data` of a result: the selected fields of a company. All are null if `company` is undefined. The object has no
 * prototype, because a request may name a field `__proto__`.
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
 * The credits to reserve for a request: one for each different set of keys among its identifiers. Two spellings of one website
 * have the same keys, so they count once. The reservation is always high enough, because identifiers with the same keys match
 * the same company.
 * @param isFree whether the request costs nothing because it names no existing field, such as a request for signals only
 * @param keys the keys of each company of the request, in the order of the request
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
 * Tells for each identifier whether it is charged. If several identifiers match one company, only the first of them is charged.
 * @param found for each identifier, in the order of the request, the company that matched or the reason why none did
 */
export function companyChargeOutcomes(
  found: readonly (Resolution & { readonly record?: Pick<CompanyValues, 'id'> | undefined })[],
): ChargeOutcomes {
  const seen = new Set<string>();
  const outcomes = found.map(({ record, reason }) => {
    if (record === undefined) return reason ?? 'no_candidate';
    if (seen.has(record.id)) return 'same_company';
    seen.add(record.id);
    return charged;
  });
  return new Map([['data_access', outcomes]]);
}

/**
 * A text that is equal for two identifiers with the same keys. For an identifier without keys, the text is made from the
 * identifier.
 */
function lookupText(
  { inOrder }: CompanyKeys,
  identifier: CompanyEnrichRequest['companies'][number] | undefined,
): string {
  const [first] = inOrder;
  if (first === undefined)
    return JSON.stringify([identifier?.website, identifier?.network_url, identifier?.network_id]);
  // Most identifiers have one key. Its kind can be left out of the text, because no value can be a key of two kinds.
  return inOrder.length === 1 ? first.value : inOrder.map(({ kind, value }) => `${kind} ${value}`).join('\n');
}
