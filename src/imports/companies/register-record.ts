import { companyNameKey } from '../../matching/companies/company-name.js';
import { type ParsedRecord, parseRecord, type RecordFields } from '../reading/record-fields.js';
import type { RecordFormat } from '../reading/record-source.js';
import { maxNameLength } from '../reading/written-values.js';
import { countryCode } from '../reading/country-code.js';

/** A parsed record of a register of companies. It has neither a website nor a profile page, so name and country identify it. */
export interface RegisterRow {
  /** The legal name. */
  readonly name: string;
  /** See `companyNameKey`. */
  readonly nameKey: string;
  /** See {@link countryCode}. */
  readonly country: string;
  readonly otherNames: readonly string[];
  readonly formerNames: readonly string[];
}

/** Parses a record of a register. `name` and `location_country` are required, `aliases` and `former_names` are optional. */
export function readRegister(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
): ParsedRecord<RegisterRow> {
  return parseRecord(record, format, (fields) => {
    const name = fields.requiredName('name', maxNameLength);
    const nameKey = name === null ? null : companyNameKey(name);
    if (name !== null && nameKey === null) fields.fault('name', 'has no letters or digits');
    const country = countryOf(fields);
    const [otherNames, formerNames] = [namesOf(fields, 'aliases'), namesOf(fields, 'former_names')];
    return name === null || nameKey === null || country === null
      ? null
      : { name, nameKey, country, otherNames, formerNames };
  });
}

function countryOf(fields: RecordFields): string | null {
  const text = fields.country('location_country') ?? fields.lacks(['location_country'], 'is required');
  return text === null ? null : (countryCode(text) ?? fields.fault('location_country', 'is not a country'));
}

function namesOf(fields: RecordFields, field: string): string[] {
  return [...new Set(fields.textList(field, maxNameLength) ?? [])];
}
