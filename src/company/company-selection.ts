import { openRecord } from '../platform/null-prototype.js';
import type { QueryCounts } from '../tenancy/query-fields/query-field.reader.js';
import { companyCatalogue, type CompanyField } from '../catalogue/company-catalogue.js';

/** What is asked of companies: each name once, in the order asked. */
export interface CompanySelection {
  readonly fields: readonly SelectedField[];
  /** The columns to read, in the catalogue's order, so that the same fields in another order are the same statement. */
  readonly columns: readonly string[];
  /** The names outside of the catalogue. */
  readonly queryFields: readonly string[];
}

interface SelectedField {
  readonly name: string;
  /** Undefined for a name outside of the catalogue. */
  readonly field: CompanyField | undefined;
  /** Place among the columns; -1 without a field. */
  readonly place: number;
}

/** A company as it was read: its id, and the values of a selection's columns. */
export interface CompanyValues {
  readonly id: string;
  readonly values: readonly unknown[];
}

/** In the catalogue's order. */
const everyColumn = [...new Set([...companyCatalogue.values()].map((field) => field.column))];

export function selectCompanyFields(names: readonly string[]): CompanySelection {
  const distinct = [...new Set(names)];
  const asked = new Set(distinct.flatMap((name) => companyCatalogue.get(name)?.column ?? []));
  const columns = everyColumn.filter((column) => asked.has(column));
  const fields = distinct.map((name) => {
    const field = companyCatalogue.get(name);
    return { name, field, place: field === undefined ? -1 : columns.indexOf(field.column) };
  });
  return { fields, columns, queryFields: distinct.filter((name) => !companyCatalogue.has(name)) };
}

/**
 * The selected fields of a company, or all of them null without one. The object has no prototype, because `__proto__` is
 * a name like any other here.
 */
export function companyDataOf(
  company: CompanyValues | undefined,
  selection: CompanySelection,
  counts: QueryCounts,
): Record<string, unknown> {
  const data = openRecord();
  for (const { name, field, place } of selection.fields) {
    if (company === undefined) data[name] = null;
    else data[name] = field === undefined ? counts.of(name, company.id) : valueOf(company.values[place], field);
  }
  return data;
}

function valueOf(stored: unknown, field: CompanyField): unknown {
  if (stored === null || stored === undefined) return null;
  if (Array.isArray(stored)) return stored.length === 0 ? null : stored;
  return field.derive !== undefined && typeof stored === 'string' ? field.derive(stored) : stored;
}
