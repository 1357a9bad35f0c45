import type { RecordFormat } from './record-source.js';

/** Why a record is refused; the message begins with the field's name. */
export class FieldRefusal extends Error {
  constructor(field: string, complaint: string) {
    super(`${field}: ${complaint}`);
  }
}

/** What became of a raw record: the row that it gives, or why it is refused. */
export type ParsedRecord<Row> = { readonly row: Row } | { readonly reason: string };

/** Runs `parse` over a record's fields and turns a {@link FieldRefusal} into the reason. */
export function parseRecord<Row>(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  parse: (fields: RecordFields) => Row,
): ParsedRecord<Row> {
  try {
    return { row: parse(new RecordFields(record, format)) };
  } catch (error) {
    if (error instanceof FieldRefusal) return { reason: error.message };
    throw error;
  }
}

const MAX_INTEGER = 2_147_483_647;
const LIST_SEPARATOR = '|';
const LONE_SURROGATE = /\p{Cs}/gu;
const DIGITS = /^[0-9]{1,10}$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const MONTH = /^[0-9]{4}-[0-9]{2}$/;
const TIMESTAMP =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)(Z|[+-][0-9]{2}:[0-9]{2})?)?$/;

/**
 * Typed reading of a raw record. Every method gives null for a member that is absent, null or blank, and throws a
 * {@link FieldRefusal} for one of another type. Cells of CSV are text, so there numbers and booleans are written out, and
 * the items of a list are separated by `|`.
 */
export class RecordFields {
  constructor(
    private readonly record: Readonly<Record<string, unknown>>,
    private readonly format: RecordFormat,
    /** What stands before a field's name in messages. */
    private readonly path = '',
  ) {}

  /** Trimmed text that PostgreSQL can store; half of a surrogate pair becomes U+FFFD. */
  text(name: string, maxLength = Infinity): string | null {
    return this.textOf(this.present(name), name, maxLength);
  }

  /** Text, or a whole JSON number written out: exports often have ids as numbers. */
  identifier(name: string, maxLength = Infinity): string | null {
    const value = this.present(name);
    return Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : this.textOf(value, name, maxLength);
  }

  requiredText(name: string, maxLength = Infinity): string {
    return this.text(name, maxLength) ?? this.refuse(name, 'is required');
  }

  /** A whole number from 0 to 2147483647: a JSON number, or digits. */
  integer(name: string): number | null {
    const value = this.present(name);
    if (value === null) return null;
    const number = typeof value === 'string' && DIGITS.test(value.trim()) ? Number(value) : value;
    const isInRange = typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_INTEGER;
    return isInRange ? number : this.refuse(name, `must be a whole number from 0 to ${MAX_INTEGER}`);
  }

  requiredInteger(name: string): number {
    return this.integer(name) ?? this.refuse(name, 'is required');
  }

  boolean(name: string): boolean | null {
    const value = this.present(name);
    if (value === null || typeof value === 'boolean') return value;
    const word = this.format === 'csv' && typeof value === 'string' ? value.trim().toLowerCase() : null;
    if (word === 'true' || word === 'false') return word === 'true';
    return this.refuse(name, 'must be true or false');
  }

  /** `YYYY-MM-DD`. */
  date(name: string): string | null {
    const text = this.text(name);
    return text === null || isDate(text) ? text : this.refuse(name, 'must be a date, YYYY-MM-DD');
  }

  /** `YYYY-MM`; given as the first day of the month. */
  month(name: string): string | null {
    const text = this.text(name);
    if (text === null) return null;
    return isMonth(text) ? `${text}-01` : this.refuse(name, 'must be a month, YYYY-MM');
  }

  requiredMonth(name: string): string {
    return this.month(name) ?? this.refuse(name, 'is required');
  }

  /** `YYYY-MM-DD` or `YYYY-MM`; the latter is given as the first day of the month. */
  dateOrMonth(name: string): string | null {
    const text = this.text(name);
    if (text === null || isDate(text)) return text;
    return isMonth(text) ? `${text}-01` : this.refuse(name, 'must be a date, YYYY-MM-DD or YYYY-MM');
  }

  /** An ISO 8601 date or date with time, which is in UTC unless it names an offset; given in UTC with milliseconds. */
  timestamp(name: string): string | null {
    const text = this.text(name);
    return text === null ? null : (utcTimestamp(text) ?? this.refuse(name, 'must be an ISO 8601 timestamp'));
  }

  /** Blank items are left out; an empty list is not absent. */
  textList(name: string, maxLength = Infinity): string[] | null {
    const items = this.list(name, (text) => text);
    if (items === null) return null;
    return items.flatMap((item, index) => this.textOf(item, `${name}[${index}]`, maxLength) ?? []);
  }

  /**
   * A list of objects.
   * @param notation reads an item as it is written in a CSV cell into the members that JSON would have
   */
  items(name: string, notation: (text: string) => Record<string, unknown>): RecordFields[] | null {
    const items = this.list(name, notation);
    return (
      items?.map((item, index) => {
        const field = `${name}[${index}]`;
        if (typeof item !== 'object' || item === null || Array.isArray(item))
          return this.refuse(field, 'must be an object');
        return new RecordFields(item as Record<string, unknown>, this.format, `${this.path}${field}.`);
      }) ?? null
    );
  }

  refuse(name: string, complaint: string): never {
    throw new FieldRefusal(`${this.path}${name}`, complaint);
  }

  private present(name: string): unknown {
    const value = this.record[name] ?? null;
    return typeof value === 'string' && value.trim() === '' ? null : value;
  }

  private list(name: string, fromCell: (text: string) => unknown): unknown[] | null {
    const value = this.present(name);
    if (value === null || Array.isArray(value)) return value;
    if (this.format !== 'csv' || typeof value !== 'string') return this.refuse(name, 'must be a list');
    const cells = value.split(LIST_SEPARATOR).filter((cell) => cell.trim() !== '');
    return cells.map((cell) => fromCell(cell.trim()));
  }

  private textOf(value: unknown, field: string, maxLength: number): string | null {
    if (value === null) return null;
    if (typeof value !== 'string') return this.refuse(field, 'must be a string');
    if (value.includes('\0')) return this.refuse(field, 'must not hold a NUL character');
    const text = value.replace(LONE_SURROGATE, '\uFFFD').trim();
    if (text.length > maxLength) return this.refuse(field, `must not be longer than ${maxLength} characters`);
    return text === '' ? null : text;
  }
}

function isMonth(text: string): boolean {
  return MONTH.test(text) && isDate(`${text}-01`);
}

/** Years go from 1, because PostgreSQL has no year 0. */
function isDate(text: string): boolean {
  if (!DATE.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function utcTimestamp(text: string): string | null {
  const [, date, time, offset] = TIMESTAMP.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return null;
  const instant = new Date(`${date}T${time ?? '00:00'}${offset ?? 'Z'}`);
  const isStorable = !Number.isNaN(instant.getTime()) && /^(?!0000)[0-9]{4}-/.test(instant.toISOString());
  return isStorable ? instant.toISOString() : null;
}
