import type { RecordFormat } from './record-source.js';
import { isDate, isStill, maxInteger, readDay, readMonth, readTimestamp, readWholeNumber } from './written-values.js';

/** A value that cannot be taken. */
export interface Fault {
  /** Where it stands: `emails[1].address`. */
  readonly member: string;
  readonly reason: string;
  /** As it was read. */
  readonly value: unknown;
}

/** The values of a record that cannot be taken. */
export interface Faults {
  /** The first of them, at most {@link maxFaults}. */
  readonly told: readonly Fault[];
  readonly count: number;
}

/** What became of a raw record. */
export interface ParsedRecord<Row> {
  /** Null for a record that lacks what it must have. */
  readonly row: Row | null;
  /** Why there is no row, or what it lacks. */
  readonly faults: Faults;
}

/** Reads a record. What `parse` cannot take becomes a fault; it gives null where nothing is left to be imported. */
export function parseRecord<Row>(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  parse: (fields: RecordFields) => Row | null,
): ParsedRecord<Row> {
  const faults = new FaultList();
  const row = parse(new RecordFields(record, format, faults));
  return { row, faults: faults.count === 0 ? noFaults : faults };
}

/** One for all records that have none, as rows wait for others with theirs. */
const noFaults: Faults = { told: [], count: 0 };

/** All faults of a record in one line. */
export function reasonOf({ told, count }: Faults): string {
  const reasons = told.map(({ member, reason }) => `${member}: ${reason}`);
  return [...reasons, ...(count > told.length ? [`and ${count - told.length} more`] : [])].join('; ');
}

/** One record may have as many bad values as its line has room for; no more of them than this are kept. */
const maxFaults = 100;

class FaultList implements Faults {
  readonly told: Fault[] = [];
  count = 0;

  add(fault: Fault): void {
    this.count += 1;
    if (this.told.length < maxFaults) this.told.push(fault);
  }
}

const listSeparator = '|';

/**
 * Typed reading of a raw record. Every method gives null for a member that is absent, null or blank, and for one that it
 * cannot read, which becomes a fault. Cells of CSV are text, so there booleans are written out, and the items of a list are
 * separated by `|`. A list loses the items that cannot be read; one that would lose all of them counts as absent.
 */
export class RecordFields {
  constructor(
    private readonly record: Readonly<Record<string, unknown>>,
    private readonly format: RecordFormat,
    private readonly faults: FaultList,
    /** What stands before a member's name in faults. */
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

  requiredText(name: string, maxLength = Infinity): string | null {
    return this.text(name, maxLength) ?? this.lacks([name], 'is required');
  }

  /** A whole number from 0 to 2147483647: a JSON number, or text as `readWholeNumber` takes it. */
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

  /** `YYYY-MM`; given as the first day of the month. */
  requiredMonth(name: string): string | null {
    const text = this.text(name);
    if (text === null) return this.lacks([name], 'is required');
    return readMonth(text) ?? this.fault(name, 'must be a month, YYYY-MM');
  }

  /** A day, a month, which stands for its first day, or a year, which stands for its January. */
  startDate(name: string): string | null {
    const text = this.identifier(name);
    return text === null ? null : (readDay(text, '01') ?? this.noDay(name));
  }

  /** As a start, but a year stands for its December, and `present` for no end. */
  endDate(name: string): string | null {
    const text = this.identifier(name);
    if (text === null) return null;
    return readDay(text, '12') ?? (isStill(text) ? null : this.noDay(name));
  }

  /** An ISO 8601 date or date with time, which is in UTC unless it names an offset; given in UTC with milliseconds. */
  timestamp(name: string): string | null {
    const text = this.text(name);
    return text === null ? null : (readTimestamp(text) ?? this.fault(name, 'must be an ISO 8601 timestamp'));
  }

  /**
   * Blank items are left out; an empty list is not absent.
   * @param read gives null for a text that is not to be taken; it has a fault then
   */
  textList(name: string, maxLength = Infinity, read: (text: string, place: string) => string | null = (text) => text) {
    return this.each(name, (item, place) => {
      const text = this.textOf(item, place, maxLength);
      return text === null ? null : read(text, place);
    });
  }

  /**
   * A list of objects.
   * @param notation reads an item that is written as in a CSV cell into the members that JSON would have
   * @param read gives null for an item that is not to be taken; it has a fault then
   */
  items<T>(
    name: string,
    notation: (text: string) => Record<string, unknown>,
    read: (item: RecordFields) => T | null,
  ): T[] | null {
    return this.each(name, (item, place) => {
      const members = typeof item === 'string' ? notation(item.trim()) : item;
      if (typeof members !== 'object' || members === null || Array.isArray(members))
        return this.fault(place, 'must be an object', item);
      const path = `${this.path}${place}.`;
      return read(new RecordFields(members as Record<string, unknown>, this.format, this.faults, path));
    });
  }

  /** A value that cannot be taken. A member that is read twice has one fault. */
  fault(name: string, reason: string, value: unknown = this.record[name]): null {
    if (!this.hasFault(name)) this.faults.add({ member: this.path + name, reason, value });
    return null;
  }

  /** The want of something that one of the members had to give; no further fault where one of them has one already. */
  lacks(names: readonly [string, ...string[]], reason: string): null {
    return names.some((name) => this.hasFault(name)) ? null : this.fault(names[0], reason);
  }

  hasFault(name: string): boolean {
    return this.faults.told.some(({ member }) => member === this.path + name);
  }

  /** Of the whole record so far. */
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

  private each<T>(name: string, read: (item: unknown, place: string) => T | null): T[] | null {
    const given = this.list(name);
    if (given === null) return null;
    const taken: T[] = [];
    let isEmpty = true;
    for (const [index, item] of given.entries()) {
      if (isBlank(item)) continue;
      isEmpty = false;
      const value = read(item, `${name}[${index}]`);
      if (value !== null) taken.push(value);
    }
    return taken.length === 0 && !isEmpty ? null : taken;
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
    if (value.includes('\0')) return this.fault(name, 'must not hold a NUL character', value);
    const text = value.toWellFormed().trim();
    if (text.length > maxLength) return this.fault(name, `must not be longer than ${maxLength} characters`, value);
    return text === '' ? null : text;
  }
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}
