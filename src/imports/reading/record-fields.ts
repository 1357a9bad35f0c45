import type { RecordFormat } from './record-source.js';
import { readWrittenDate } from './written-dates.js';
import { isDate, isOngoing, maxInteger, readDay, readMonth, readTimestamp, readWholeNumber } from './written-values.js';

/** An invalid value. */
interface Fault {
  /** The path of the value: `emails[1].address`. */
  readonly member: string;
  readonly reason: string;
  /** The value in the record. */
  readonly value: unknown;
}

/** The invalid values of a record. */
export interface Faults {
  /** The first faults, at most {@link maxFaults}. */
  readonly first: readonly Fault[];
  readonly count: number;
}

/** The result of parsing a record. */
export interface ParsedRecord<Row> {
  /** The row that was read; null for a record that lacks required values. */
  readonly row: Row | null;
  /** The faults of the record. A record may have faults and still a row. */
  readonly faults: Faults;
}

/** Parses a record and collects its faults. @param parse returns null for a record without required values */
export function parseRecord<Row>(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  parse: (fields: RecordFields) => Row | null,
): ParsedRecord<Row> {
  const faults = new FaultList();
  const row = parse(new RecordFields(record, format, faults));
  return { row, faults: faults.count === 0 ? noFaults : faults };
}

/** Shared by all records without faults, which saves memory in batches. */
const noFaults: Faults = { first: [], count: 0 };

/** Writes the faults of a record as one line. */
export function reasonOf({ first, count }: Faults): string {
  const reasons = first.map(({ member, reason }) => `${member}: ${reason}`);
  return [...reasons, ...(count > first.length ? [`and ${count - first.length} more`] : [])].join('; ');
}

/** The maximum number of stored faults; a long line may have many more. */
const maxFaults = 100;

class FaultList implements Faults {
  readonly first: Fault[] = [];
  count = 0;

  add(fault: Fault): void {
    this.count += 1;
    if (this.first.length < maxFaults) this.first.push(fault);
  }
}

const listSeparator = '|';

/**
 * Typed access to a raw record. Every method returns null for an absent, null or blank member, and for an invalid one, which becomes a
 * fault. In CSV, booleans are `true` or `false`, and `|` separates the items of a list. Invalid items of a list are omitted; a list
 * with only invalid items counts as absent.
 */
export class RecordFields {
  constructor(
    private readonly record: Readonly<Record<string, unknown>>,
    private readonly format: RecordFormat,
    private readonly faults: FaultList,
    /** The prefix of member names in faults. */
    private readonly path = '',
  ) {}

  /** Reads a text, trims it, and makes it storable in PostgreSQL: unpaired surrogates become U+FFFD. */
  text(name: string, maxLength = Infinity): string | null {
    return this.textOf(this.present(name), name, maxLength);
  }

  /** Reads a text, or a JSON integer as a text, because exports often contain ids as numbers. */
  identifier(name: string, maxLength = Infinity): string | null {
    const value = this.present(name);
    return Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : this.textOf(value, name, maxLength);
  }

  requiredText(name: string, maxLength = Infinity): string | null {
    return this.text(name, maxLength) ?? this.lacks([name], 'is required');
  }

  /** Reads an integer from 0 to 2147483647: a JSON number, or a text that `readWholeNumber` accepts. */
  integer(name: string): number | null {
    const value = this.present(name);
    if (value === null) return null;
    const number = typeof value === 'string' ? readWholeNumber(value) : value;
    const isInRange = typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= maxInteger;
    return isInRange ? number : this.fault(name, `must be a whole number from 0 to ${maxInteger}`);
  }

  requiredInteger(name: string): number | null {
    return this.integer(name) ?? this.lacks([name], 'is required');
  }

  boolean(name: string): boolean | null {
    const value = this.present(name);
    if (value === null || typeof value === 'boolean') return value;
    const word = this.format === 'csv' && typeof value === 'string' ? value.trim().toLowerCase() : null;
    if (word === 'true' || word === 'false') return word === 'true';
    return this.fault(name, 'must be true or false');
  }

  /** `YYYY-MM-DD`. */
  date(name: string): string | null {
    const text = this.text(name);
    return text === null || isDate(text) ? text : this.fault(name, 'must be a date, YYYY-MM-DD');
  }

  requiredDate(name: string): string | null {
    return this.date(name) ?? this.lacks([name], 'is required');
  }

  /** Reads a month, `YYYY-MM`, and returns its first day. */
  requiredMonth(name: string): string | null {
    const text = this.text(name);
    if (text === null) return this.lacks([name], 'is required');
    return readMonth(text) ?? this.fault(name, 'must be a month, YYYY-MM');
  }

  /** Reads a day, a month (as its first day) or a year (as the first of January). */
  startDate(name: string): string | null {
    const text = this.identifier(name);
    return text === null ? null : (dayOf(text, '01') ?? this.noDay(name));
  }

  /** Reads the end of a period: a day, a month (as its first day), a year (as the first of December), or `present` for no end. */
  endDate(name: string): string | null {
    const text = this.identifier(name);
    if (text === null) return null;
    return dayOf(text, '12') ?? (isOngoing(text) ? null : this.noDay(name));
  }

  /** Reads an ISO 8601 date, or date and time, which is in UTC if it has no offset. It is returned in UTC with milliseconds. */
  timestamp(name: string): string | null {
    const text = this.text(name);
    return text === null ? null : (readTimestamp(text) ?? this.fault(name, 'must be an ISO 8601 timestamp'));
  }

  /**
   * Reads a list of texts. Blank items are omitted. An empty list does not count as absent.
   * @param read returns null, after a fault, for an invalid text
   */
  textList(name: string, maxLength = Infinity, read: (text: string, path: string) => string | null = (text) => text) {
    return this.each(name, (item, path) => {
      const text = this.textOf(item, path, maxLength);
      return text === null ? null : read(text, path);
    });
  }

  /**
   * Reads a list of objects.
   * @param notation parses an item in CSV notation
   * @param read returns null, after a fault, for an invalid item
   */
  items<T>(
    name: string,
    notation: (text: string) => Record<string, unknown>,
    read: (item: RecordFields) => T | null,
  ): T[] | null {
    return this.each(name, (item, path) => {
      const members = typeof item === 'string' ? notation(item.trim()) : item;
      if (typeof members !== 'object' || members === null || Array.isArray(members))
        return this.fault(path, 'must be an object', item);
      const prefix = `${this.path}${path}.`;
      return read(new RecordFields(members as Record<string, unknown>, this.format, this.faults, prefix));
    });
  }

  /** Adds a fault. A member that is read twice has one fault. */
  fault(name: string, reason: string, value: unknown = this.record[name]): null {
    if (!this.hasFault(name)) this.faults.add({ member: this.path + name, reason, value });
    return null;
  }

  /**
   * Adds a fault for a required value that any of several members could have. If one of these members already has a fault, none
   * is added.
   */
  lacks(names: readonly [string, ...string[]], reason: string): null {
    return names.some((name) => this.hasFault(name)) ? null : this.fault(names[0], reason);
  }

  hasFault(name: string): boolean {
    return this.faults.first.some(({ member }) => member === this.path + name);
  }

  /** The faults of the whole record so far. */
  get faultCount(): number {
    return this.faults.count;
  }

  private noDay(name: string): null {
    return this.fault(name, 'must be a date, YYYY-MM-DD, YYYY-MM or YYYY');
  }

  private present(name: string): unknown {
    const value = this.record[name] ?? null;
    return isBlank(value) ? null : value;
  }

  private each<T>(name: string, read: (item: unknown, path: string) => T | null): T[] | null {
    const items = this.list(name);
    if (items === null) return null;
    const values: T[] = [];
    let isEmpty = true;
    for (const [index, item] of items.entries()) {
      if (isBlank(item)) continue;
      isEmpty = false;
      const value = read(item, `${name}[${index}]`);
      if (value !== null) values.push(value);
    }
    return values.length === 0 && !isEmpty ? null : values;
  }

  private list(name: string): unknown[] | null {
    const value = this.present(name);
    if (value === null || Array.isArray(value)) return value;
    if (this.format === 'csv' && typeof value === 'string') return value.split(listSeparator);
    return this.fault(name, 'must be a list');
  }

  private textOf(value: unknown, name: string, maxLength: number): string | null {
    if (value === null) return null;
    if (typeof value !== 'string') return this.fault(name, 'must be a string', value);
    if (value.includes('\0')) return this.fault(name, 'must not contain a NUL character', value);
    const text = value.toWellFormed().trim();
    if (text.length > maxLength) return this.fault(name, `must not be longer than ${maxLength} characters`, value);
    return text === '' ? null : text;
  }
}

/** Reads a day in our notation or in that of another product; null for any other text. */
function dayOf(text: string, monthOfYear: '01' | '12'): string | null {
  return readDay(text, monthOfYear) ?? readDay(readWrittenDate(text, 'month first') ?? '', monthOfYear);
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}
