import { isNothing, isNothingInName } from '../../matching/nothing.js';

type RawRecord = Readonly<Record<string, unknown>>;

/** The fields with the name of the person or company that a record describes. In them, a word such as `Null` may be a name. */
const nameFields: ReadonlySet<string> = new Set(['name', 'full_name', 'first_name', 'last_name']);
/** The fields that often repeat the name of a record, so that an equal text in them says nothing about it. */
const repeatingFields: ReadonlySet<string> = new Set(['name', 'full_name', 'former_names', 'aliases']);

/** Whether a value is absent, or a text that stands for a missing value. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && isNothing(value));
}

/**
 * Whether the value of a member stands for a missing value in a field. A word such as `Null` may be a person's name. So in a field for a
 * name it stands for a missing value only if another member of the record has the same text, which a program has then written.
 * @param fieldOf the field that a member fills; null if it fills none
 */
export function isAbsent(
  record: RawRecord,
  member: string,
  field: string,
  fieldOf: (member: string) => string | null,
): boolean {
  const value = record[member];
  if (!nameFields.has(field) || typeof value !== 'string' || !isNothing(value)) return isBlank(value);
  return isNothingInName(value) || hasElsewhere(record, member, value.trim(), fieldOf);
}

function hasElsewhere(record: RawRecord, member: string, text: string, fieldOf: (member: string) => string | null) {
  return Object.entries(record).some(([other, value]) => {
    const isSame = other !== member && typeof value === 'string' && value.trim() === text;
    return isSame && !repeatingFields.has(fieldOf(other) ?? '');
  });
}
