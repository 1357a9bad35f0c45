import { isNothing } from '../../matching/nothing.js';
import { isAbsent, isBlank } from './absent-values.js';
import type { RecordFormat } from './record-source.js';
import { epochInstant, readWrittenDate } from './written-dates.js';
import { cellItems } from './written-lists.js';
import {
  isDate,
  isOngoing,
  maxInteger,
  readDay,
  readMonth,
  readTimestamp,
  readWholeNumber,
  withoutFormula,
  withoutZeroDecimals,
} from './written-values.js';

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
  /** The row that was read; null if the record lacks required values. */
  readonly row: Row | null;
  /** The faults of the record. If only optional values have faults, `row` is not null. */
  readonly faults: Faults;
}

/** Parses a record and collects its faults. @param parse reads the row; it returns null if the record lacks required values */
export function parseRecord<Row>(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  parse: (fields: RecordFields) => Row | null,
): ParsedRecord<Row> {
  const faults = new FaultList();
  const row = parse(new RecordFields(record, format, faults));
  return { row, faults: faults.count === 0 ? noFaults : faults };
}

/** All records without faults share this object. This saves memory in large batches. */
const noFaults: Faults = { first: [], count: 0 };

/** Writes the faults of a record as one line: `name: must be a string; is_b2b: must be true or false`. */
export function reasonOf({ first, count }: Faults): string {
  const reasons = first.map(({ member, reason }) => `${member}: ${reason}`);
  return [...reasons, ...(count > first.length ? [`and ${count - first.length} more`] : [])].join('; ');
}

const codeOfNamibia = 'NA';
/** Matches a name, a phone number or a host of Namibia. */
const ofNamibia = /namibia|windhoek|\+ ?264|[a-z0-9]\.na(?=["/:?|;,])/i;

/** The oldest companies and schools that still exist were founded some centuries after this year. */
const firstYear = 500;
/** A person may say in which future year a course of studies will end. */
const maxYearsAhead = 10;
const dayLength = 10;

/** The maximum number of faults of a record that are stored. A long list may have many more, which are only counted. */
const maxFaults = 100;

class FaultList implements Faults {
  readonly first: Fault[] = [];
  count = 0;

  add(fault: Fault): void {
    this.count += 1;
    if (this.first.length < maxFaults) this.first.push(fault);
  }
}

/**
 * Reads the members of a raw record as values of a type. If a member is absent, or stands for a missing value (see `isNothing`), a method
 * returns null. It also returns null for an invalid value, and adds a fault. In CSV, a boolean is written as `true` or `false`, and the items
 * of a list are written as `cellItems` reads them. Invalid items are left out of a list. A list that has only invalid items, or only items
 * that stand for missing values, counts as absent.
 */
export class RecordFields {
  constructor(
    private readonly record: Readonly<Record<string, unknown>>,
    private readonly format: RecordFormat,
    private readonly faults: FaultList,
    /** The path of the record, which is put before the names of members in faults: `emails[1].` for an item of a list. */
    private readonly path = '',
  ) {}

  /** Reads a text and trims it. Unpaired surrogates, which PostgreSQL cannot store, become U+FFFD. */
  text(name: string, maxLength = Infinity): string | null {
    return this.textOf(this.present(name), name, maxLength);
  }

  /** Reads the name of the person or the company that the record describes, as `text` does. A word such as `Null` may be a name here. */
  name(name: string, maxLength = Infinity): string | null {
    if (isAbsent(this.record, name, name, (member) => member)) return null;
    const value = this.record[name] ?? null;
    return this.textOf(typeof value === 'string' ? withoutFormula(value) : value, name, maxLength);
  }

  /**
   * Reads a country as a text. `NA` is the code of Namibia, and R writes it for a missing value. In JSON, which has null, it is the code. In
   * CSV it is the code only if the record has something else of Namibia.
   */
  country(name: string): string | null {
    const value = this.record[name];
    if (typeof value !== 'string' || value.trim() !== codeOfNamibia) return this.text(name);
    const isOnly = Object.entries(this.record).every(([other, text]) => other === name || text !== value);
    const isCode = isOnly && (this.format === 'ndjson' || ofNamibia.test(JSON.stringify(this.record)));
    return isCode ? codeOfNamibia : null;
  }

  requiredName(name: string, maxLength = Infinity): string | null {
    return this.name(name, maxLength) ?? this.lacks([name], 'is required');
  }

  /**
   * Reads an id or a code as a text. It may be an integer in JSON, because exports often have ids as numbers. Programs that keep numbers as
   * floating-point numbers write `7700201.0`, which is `7700201`.
   */
  identifier(name: string, maxLength = Infinity): string | null {
    const value = this.present(name);
    if (Number.isSafeInteger(value) && Number(value) >= 0) return String(value);
    return this.textOf(typeof value === 'string' ? withoutZeroDecimals(value) : value, name, maxLength);
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

  /** Reads a year in which a company can have been founded, or a person can have been at a school. */
  year(name: string): number | null {
    const year = this.integer(name);
    const isYear = year === null || (year >= firstYear && year <= new Date().getUTCFullYear() + maxYearsAhead);
    return isYear ? year : this.fault(name, `must be a year, from ${firstYear} on and not in the far future`);
  }

  /** Reads a day, `YYYY-MM-DD`. A number in JSON is a time since 1970, in seconds or smaller units. */
  date(name: string): string | null {
    const instant = epochInstant(this.record[name]);
    if (instant !== null) return instant.slice(0, dayLength);
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

  /** Reads the start of a period as a day. A month stands for its first day, and a year for the first of January. */
  startDate(name: string): string | null {
    const text = this.identifier(name);
    return text === null ? null : (dayOf(text, '01') ?? this.noDay(name));
  }

  /**
   * Reads the end of a period as a day. A month stands for its first day, and a year for the first of December. A word such as `present`
   * means that the period has no end yet, and gives null.
   */
  endDate(name: string): string | null {
    const text = this.identifier(name);
    if (text === null) return null;
    return dayOf(text, '12') ?? (isOngoing(text) ? null : this.noDay(name));
  }

  /**
   * Reads an ISO 8601 date, with or without a time, and returns it in UTC with milliseconds. A time without an offset is in UTC. A number in
   * JSON is a time since 1970, in seconds or smaller units.
   */
  timestamp(name: string): string | null {
    const instant = epochInstant(this.record[name]);
    if (instant !== null) return instant;
    const text = this.text(name);
    return text === null ? null : (readTimestamp(text) ?? this.fault(name, 'must be an ISO 8601 timestamp'));
  }

  /**
   * Reads a list of texts. Items that stand for missing values are left out. An empty list in JSON is not absent: it replaces a stored list.
   * @param read reads an item; for an invalid one, it adds a fault and returns null
   */
  textList(name: string, maxLength = Infinity, read: (text: string, path: string) => string | null = (text) => text) {
    return this.each(name, 'between items', (item, path) => {
      const text = this.textOf(item, path, maxLength);
      return text === null ? null : read(text, path);
    });
  }

  /**
   * Reads a list whose items may be texts or whole numbers, and may hold several values each.
   * @param read reads an item; for an invalid one, it adds a fault and returns no values
   */
  splitList(name: string, maxLength: number, read: (text: string, path: string) => readonly string[]): string[] | null {
    const values = this.each(name, 'between items', (item, path) => {
      const text = this.textOf(Number.isSafeInteger(item) ? String(item) : item, path, maxLength);
      const found = text === null ? [] : read(text, path);
      return found.length === 0 ? null : found;
    });
    return values === null ? null : values.flat();
  }

  /**
   * Reads a list of objects.
   * @param notation turns an item that is a text, as in CSV, into an object
   * @param read reads an item; for an invalid one, it adds a fault and returns null
   * @param semicolons whether semicolons may stand between the items in a CSV cell
   */
  items<T>(
    name: string,
    notation: (text: string) => Record<string, unknown>,
    read: (item: RecordFields) => T | null,
    semicolons: 'between items' | 'none' = 'none',
  ): T[] | null {
    return this.each(name, semicolons, (item, path) => {
      const members = typeof item === 'string' ? notation(item.trim()) : item;
      if (typeof members !== 'object' || members === null || Array.isArray(members))
        return this.fault(path, 'must be an object', item);
      const prefix = `${this.path}${path}.`;
      return read(new RecordFields(members as Record<string, unknown>, this.format, this.faults, prefix));
    });
  }

  /** Adds a fault, unless the member already has one, because a member may be read twice. Returns null. */
  fault(name: string, reason: string, value: unknown = this.record[name]): null {
    if (!this.hasFault(name)) this.faults.add({ member: this.path + name, reason, value });
    return null;
  }

  /**
   * Adds a fault because a required value is in none of the members that may have it, such as `network_url` and `contact_network_url`. It
   * adds none if one of these members already has a fault, because that is why the value is missing. Returns null.
   */
  lacks(names: readonly [string, ...string[]], reason: string): null {
    return names.some((name) => this.hasFault(name)) ? null : this.fault(names[0], reason);
  }

  hasFault(name: string): boolean {
    return this.faults.first.some(({ member }) => member === this.path + name);
  }

  /** The number of faults of the whole record that have been found so far. */
  get faultCount(): number {
    return this.faults.count;
  }

  private noDay(name: string): null {
    return this.fault(name, 'must be a date, YYYY-MM-DD, YYYY-MM or YYYY');
  }

  private present(name: string): unknown {
    const value = this.record[name] ?? null;
    if (typeof value !== 'string') return value;
    const text = withoutFormula(value);
    return isNothing(text) ? null : text;
  }

  private each<T>(
    name: string,
    semicolons: 'between items' | 'none',
    read: (item: unknown, path: string) => T | null,
  ): T[] | null {
    const items = this.list(name, semicolons);
    if (items === null) return null;
    const values: T[] = [];
    for (const [index, item] of items.entries()) {
      if (isBlank(item)) continue;
      const value = read(item, `${name}[${index}]`);
      if (value !== null) values.push(value);
    }
    const isEmptied = values.length === 0 && (items.length > 0 || this.format === 'csv');
    return isEmptied ? null : values;
  }

  private list(name: string, semicolons: 'between items' | 'none'): readonly unknown[] | null {
    const value = this.present(name);
    if (value === null || Array.isArray(value)) return value;
    if (this.format === 'csv' && typeof value === 'string') return cellItems(value, semicolons);
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

/** Reads a day in our notation, or in a notation of other products such as `24 Jul 2026`; null for any other text. */
function dayOf(text: string, monthOfYear: '01' | '12'): string | null {
  return readDay(text, monthOfYear) ?? readDay(readWrittenDate(text, 'month first') ?? '', monthOfYear);
}
