import { CommandError } from '../../platform/errors/command-error.js';
import { byRank, ColumnNaming, type NamedColumn } from '../../table-reading/column-naming.js';
import type { ForeignNames } from '../../table-reading/column-names.js';
import { keyOfName } from '../../table-reading/header-words.js';
import { isAbsent, isBlank } from './absent-values.js';
import { asksForSlugs, mayBeForeign, orderedDates, passes, placedValues } from './foreign-values.js';
import { flattened, isNested, readItem, unreadNames } from './nested-records.js';
import type { DateOrder } from './written-dates.js';
import { cellItems, readWrittenList } from './written-lists.js';

export interface ImportField {
  /**
   * The separator between the items of a list in a CSV cell, if the column does not have exactly the name of the field. If it has this
   * name, the separator is `|`. Null for a field with a single value.
   */
  readonly separator: RegExp | null;
  /** The names of the members that an item of the list has, if the items are objects; empty for a list of texts. */
  readonly members: ReadonlySet<string>;
}

/** The fields of a kind of record. */
export interface RecordShape {
  /** The plural noun for the records in messages: companies, persons, signals. */
  readonly kind: string;
  readonly fields: ReadonlyMap<string, ImportField>;
  readonly names: ForeignNames;
}

/** The pairs of `--map`: a column or member of the file, and the field that it fills. If the field is empty, the column is ignored. */
export type MemberMap = readonly (readonly [column: string, field: string])[];

/** The pairs of `--set`: values that every record gets, such as the `signal_type` for a file that does not have this column. */
export type ConstantValues = readonly (readonly [field: string, value: string])[];

/** A column of a file, or a member of its records, and the field that it fills. */
export interface ColumnUse {
  /** The name of the column as the file writes it; `geo.city` for a member of a nested object. */
  readonly column: string;
  /** The field that the column fills; null for an ignored column. */
  readonly field: string | null;
  /** How the field was found; `ignored` for an ignored column. */
  readonly understood: NamedColumn['understood'] | 'ignored';
}

/** The maximum number of column names that are remembered. It limits the memory for files with other members in every record. */
const maxCachedNames = 10_000;
const maxIgnored = 1_000;
const maxIgnoredLength = 60;

const ownSeparator = '|';
/** The separator `:::` that address books write between several values in a cell. */
const addressBookSeparator = /\s*:::\s*/;
/** The apostrophe at the start of a cell, by which spreadsheet programs mark the cell as text. */
const textMark = /^'(?=[+\d=@(-])/;
/**
 * Address books have pairs of columns: `E-mail 1 - Value` has the address, and `E-mail 1 - Label` its kind, such as `Home`. This is the
 * end of the name of the column with the value. {@link typeSuffixes} are the possible ends of the name of the column with the kind.
 */
const valueSuffix = /[\s._-]*value$/i;
const typeSuffixes = [' type', ' label', '.type'] as const;

type RawRecord = Readonly<Record<string, unknown>>;

/**
 * Finds the field that each column or member of a file fills, and renames the members of records accordingly. `--map` comes first, then the
 * field's own name, then its names in exports of other products, then the words of the column's name. A column for which no field is
 * found is ignored, and its name is collected for a message.
 */
export class ColumnMapping {
  private readonly mapped: ReadonlyMap<string, string>;
  private readonly naming: ColumnNaming;
  private readonly known = new Map<string, NamedColumn | null>();
  private readonly ignoredNames = new Set<string>();
  /** The names of nested objects whose members are read as columns. Such an object is not listed as a column itself. */
  private readonly openedNames = new Set<string>();
  private readonly constants: readonly (readonly [field: string, value: unknown])[];
  private readonly subject: 'company' | 'person';
  /** The names of the columns whose values must pass a {@link NamedColumn.test}, and of which at least one value has passed it so far. */
  private readonly accepted = new Set<string>();
  private readonly orders = new Map<string, DateOrder>();
  /** All columns of the table, by the {@link keyOfName} of their name. It is empty for files that are not tables. */
  private columnsByKey: ReadonlyMap<string, string> = new Map();
  /** By the name of a column, such as `E-mail 1 - Value`: the column with the kind of its values, `E-mail 1 - Label`; null without one. */
  private readonly kindColumns = new Map<string, string | null>();
  private columnsWithDates: readonly string[] = [];
  /** The columns of the table that fill fields, by rank. Null for files that are not tables. */
  private columnsOfTable: readonly NamedColumn[] | null = null;

  /**
   * Checks the values of `--map` and `--set` against the fields of the kind of record.
   * @throws CommandError when one of them names an unknown field, or when `--map` names a column twice
   */
  constructor(
    private readonly shape: RecordShape,
    map: MemberMap = [],
    constants: ConstantValues = [],
  ) {
    this.subject = shape.names.subject;
    const unknown = map.find(([, field]) => field !== '' && !shape.fields.has(field));
    if (unknown !== undefined) throw new CommandError(`--map ${unknown.join('=')}: ${shape.kind} have no such field`);
    this.mapped = new Map(map.map(([column, field]) => [keyOfName(column), field]));
    if (this.mapped.size < map.length) throw new CommandError('--map names a column twice; leave one of the two out');
    this.constants = constants.map(([field, value]) => [field, this.constantOf(field, value)]);
    const isList = (field: string): boolean => (shape.fields.get(field)?.separator ?? null) !== null;
    this.naming = new ColumnNaming(shape.names, shape.fields.keys(), isList, this.mapped);
  }

  /** The names of the columns or members that were ignored, shortened to {@link maxIgnoredLength}, and at most {@link maxIgnored}. */
  get ignored(): ReadonlySet<string> {
    return this.ignoredNames;
  }

  /** The columns and members that have been read so far, in the order of the file, and the field that each of them fills. */
  get columns(): readonly ColumnUse[] {
    const columns = [...this.known].filter(([column]) => !this.openedNames.has(column));
    return columns.map(([column, destination]) => {
      const isIgnored = destination === null || destination.field === '';
      const field = isIgnored || this.isRefused(destination) ? null : destination.field;
      return { column, field, understood: field === null ? 'ignored' : (destination?.understood ?? 'ignored') };
    });
  }

  /** Whether the values of a column are tested, and none of them has passed the test so far. */
  private isRefused({ name, test }: NamedColumn): boolean {
    return test !== null && !this.accepted.has(name);
  }

  /** The columns with dates. For each of them, {@link setOrder} says whether the day or the month is first in its dates. */
  get dateColumns(): readonly string[] {
    return this.columnsWithDates;
  }

  /** Whether a column or member with this name fills a field. */
  isKnown(name: string): boolean {
    return this.naming.find(name) !== null;
  }

  /** Whether a column fills a field that has a page or a website. */
  readsLinks(name: string): boolean {
    return this.naming.readsLinks(name);
  }

  /**
   * Takes the names of the columns of a table, before its first record is read.
   * @throws CommandError when a column that `--map` names is missing
   */
  checkColumns(names: readonly string[]): void {
    this.columnsByKey = new Map(names.map((name) => [keyOfName(name), name]));
    const missing = [...this.mapped.keys()].find((key) => !this.columnsByKey.has(key));
    if (missing !== undefined)
      throw new CommandError(`the column "${missing}" of --map does not exist in the file; check its spelling`);
    for (const name of names) if (name !== '' && this.destinationOf(name) === null) this.ignore(name);
    this.columnsWithDates = names.filter((name) => orderedDates.has(this.destinationOf(name)?.field ?? ''));
    const used = names.flatMap((name) => (name === '' ? [] : (this.destinationOf(name) ?? [])));
    this.columnsOfTable = used.sort(byRank);
  }

  /** Sets whether the day or the month is first in the dates of a column. */
  setOrder(name: string, order: DateOrder): void {
    this.orders.set(name, order);
  }

  /** Returns the record with the names of fields instead of columns. If no name and no value changes, it is the same object. */
  renamed(record: RawRecord): RawRecord {
    if (this.columnsOfTable !== null) return this.renamedRow(this.columnsOfTable, record);
    let isChanged = this.constants.length > 0;
    let nested: RawRecord | null = null;
    for (const name in record) {
      const destination = this.destinationOf(name);
      const value = record[name];
      if (isNested(value) && isOpened(destination)) {
        nested ??= this.opened(record);
        continue;
      }
      if (destination === null) this.ignore(name);
      else {
        isChanged ||=
          destination.isForeign || mayBeForeign(destination.field, value) || this.hasForeignItems(destination, value);
        this.checkItems(destination.field, value);
      }
    }
    if (nested !== null) return this.assembled(nested, this.sourcesOf(nested));
    return isChanged ? this.assembled(record, this.sourcesOf(record)) : record;
  }

  /**
   * Renames a row of a table, whose cells are texts. Only the used columns are looked at: exports have up to a hundred columns, and most of
   * them are ignored.
   */
  private renamedRow(columns: readonly NamedColumn[], row: RawRecord): RawRecord {
    const sources = columns.filter((column) => !this.isAbsent(column, row));
    const isChanged =
      this.constants.length > 0 ||
      sources.some(({ name, field, isForeign }) => isForeign || mayBeForeign(field, row[name]));
    return isChanged ? this.assembled(row, sources) : row;
  }

  private opened(record: RawRecord): RawRecord {
    const opened = Object.create(null) as Record<string, unknown>;
    for (const [name, value] of Object.entries(record)) {
      if (!isNested(value) || !isOpened(this.destinationOf(name))) opened[name] = value;
      else {
        if (this.openedNames.size < maxCachedNames) this.openedNames.add(name);
        for (const [path, inner] of flattened(value, name)) {
          const destination = this.destinationOf(path);
          if (destination === null) this.ignore(path);
          else this.checkItems(destination.field, inner);
          opened[path] = inner;
        }
      }
    }
    return opened;
  }

  private destinationOf(name: string): NamedColumn | null {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const destination = this.naming.find(name);
    if (this.known.size < maxCachedNames) this.known.set(name, destination);
    return destination;
  }

  private constantOf(field: string, value: string): unknown {
    const known = this.shape.fields.get(field);
    if (known === undefined) throw new CommandError(`--set ${field}=${value}: ${this.shape.kind} have no such field`);
    return known.separator === null ? value : value.split(ownSeparator);
  }

  /** The members of a record that have a value and fill a field, by rank. */
  private sourcesOf(record: RawRecord): NamedColumn[] {
    const sources: NamedColumn[] = [];
    for (const name in record) {
      const destination = this.destinationOf(name);
      if (destination !== null && !this.isAbsent(destination, record)) sources.push(destination);
    }
    return sources.sort(byRank);
  }

  private isAbsent({ name, field }: NamedColumn, record: RawRecord): boolean {
    return isAbsent(record, name, field, (member) => this.destinationOf(member)?.field ?? null);
  }

  /**
   * Makes the record with the names of fields.
   * @param sources the members or columns with values, by rank
   */
  private assembled(record: RawRecord, sources: readonly NamedColumn[]): RawRecord {
    // The object has no prototype, because a file may have a member named `__proto__`.
    const assembled = Object.create(null) as Record<string, unknown>;
    const later: (readonly [field: string, value: unknown])[] = [];
    for (const source of sources) this.take(source, record, assembled, later);
    for (const [field, value] of later) if (this.shape.fields.has(field)) this.add(assembled, field, value);
    for (const { name, field, isDetail } of sources) {
      if (isDetail) assembled[field] = detailed(assembled[field], name, record[name]);
    }
    for (const [field, value] of this.constants) assembled[field] = value;
    return assembled;
  }

  /**
   * Adds the values of one column to the record. A value may belong to another field than the column does, such as a profile page in a
   * column of websites. Such a value is put into `later`, so that it is added only after the values of all columns.
   */
  private take(
    source: NamedColumn,
    record: RawRecord,
    assembled: Record<string, unknown>,
    later: (readonly [field: string, value: unknown])[],
  ): void {
    const { field, test, isDetail, surplus, isInThousands, name } = source;
    if (isDetail) return;
    const { separator = null, members = noMembers } = this.shape.fields.get(field) ?? {};
    const value = record[name];
    if (separator !== null) {
      if (test !== null && !passes(test, value)) return;
      if (test !== null) this.accepted.add(name);
      const [list, prefix] = this.typed(source, record);
      const items = itemsOf(value, prefix, source.isForeign ? separator : ownSeparator).map((item) =>
        readItem(field, members, item),
      );
      assembled[list] = [...listOf(assembled[list]), ...items];
      return;
    }
    const facts = {
      test,
      order: this.orders.get(name) ?? 'month first',
      isInThousands,
      pageKind: this.subject === 'company' || field === 'company_network_url' ? 'company' : 'in',
      isOfSlugs: asksForSlugs(name),
    } as const;
    const isRead = source.isForeign && source.understood !== 'mapped';
    const written = typeof value === 'string' && value.includes(':::') ? value.split(addressBookSeparator)[0] : value;
    const placed = isRead || mayBeForeign(field, value) ? placedValues(field, written, facts) : [{ field, value }];
    if (test !== null && placed.length > 0) this.accepted.add(name);
    const isOwnWebsite = this.isOwnWebsite(source, record);
    for (const each of placed) {
      if (isOwnWebsite && each.field === field) continue;
      if (each.field !== field) later.push([each.field, each.value]);
      else if (!(field in assembled)) assembled[field] = each.value;
      else if (surplus !== null && each.value !== assembled[field]) later.push([surplus, each.value]);
    }
  }

  private add(assembled: Record<string, unknown>, field: string, value: unknown): void {
    const { separator = null } = this.shape.fields.get(field) ?? {};
    if (separator === null) assembled[field] ??= value;
    else assembled[field] = [...listOf(assembled[field]), value];
  }

  /**
   * The list field that gets the values of a column, and the prefix of each value. A second column may say of what kind the values are:
   * with `Home` in it, an address gets the prefix `personal:`, and with `Former name`, a name goes to `former_names`.
   */
  private typed({ name, field, prefix }: NamedColumn, record: RawRecord): readonly [field: string, prefix: string] {
    if (field !== 'emails' && field !== 'aliases') return [field, prefix];
    const type = this.kindOf(name, record);
    if (typeof type !== 'string') return [field, prefix];
    if (field === 'aliases') return [/previous|former/i.test(type) ? 'former_names' : field, prefix];
    return [field, /home|personal|private|privat/i.test(type) ? 'personal:' : prefix];
  }

  /** For `E-mail 1 - Value`, what the record has in `E-mail 1 - Label`; null if it has nothing there, undefined without such a column. */
  private kindOf(name: string, record: RawRecord): unknown {
    if (this.columnsByKey.size === 0) return undefined;
    let column = this.kindColumns.get(name);
    if (column === undefined) {
      const stem = keyOfName(name.replace(valueSuffix, ''));
      column = typeSuffixes.map((suffix) => this.columnsByKey.get(stem + suffix)).find((each) => each !== undefined);
      this.kindColumns.set(name, column ?? null);
    }
    return typeof column === 'string' ? (record[column] ?? null) : undefined;
  }

  /**
   * Whether a column has a website of the person, and not that of the employer. Address books have websites of all kinds in one list, and a
   * second column says `Work`, `Blog` or nothing. Only with a word such as `Work` is it the employer's.
   */
  private isOwnWebsite({ field, name }: NamedColumn, record: RawRecord): boolean {
    if (field !== 'company_website') return false;
    const kind = this.kindOf(name, record);
    return kind !== undefined && !(typeof kind === 'string' && /work|business|company/i.test(kind));
  }

  private hasForeignItems({ field }: NamedColumn, value: unknown): boolean {
    const { separator = null, members = noMembers } = this.shape.fields.get(field) ?? {};
    if (separator === null || !Array.isArray(value)) return false;
    return (value as unknown[]).some((item) => readItem(field, members, item) !== item);
  }

  private checkItems(field: string, value: unknown): void {
    if (!Array.isArray(value)) return;
    const members = this.shape.fields.get(field)?.members ?? noMembers;
    if (members.size === 0) return;
    for (const item of value as unknown[])
      for (const name of unreadNames(field, members, item)) this.ignore(`${field}[].${name}`);
  }

  private ignore(name: string): void {
    if (this.ignoredNames.size < maxIgnored) this.ignoredNames.add(name.trim().slice(0, maxIgnoredLength));
  }
}

/** Adds the name and the value of another column to a text: `payroll` becomes `payroll (Composite Score 83)`. */
function detailed(text: unknown, column: string, detail: unknown): unknown {
  const added = `${column} ${String(detail)}`;
  return typeof text === 'string' ? `${text} (${added})` : added;
}

const noMembers: ReadonlySet<string> = new Set();

/**
 * Whether the members of a nested object are read as columns. They are not if the object itself is the value of a field. This is so if it
 * has the name of a field, or if `--map` names it.
 */
function isOpened(destination: NamedColumn | null): boolean {
  return destination === null || destination.understood === 'synonym' || destination.understood === 'rule';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The items of a list, which is a text with separators in CSV and an array in JSON.
 * @param prefix the text that each item gets before it, such as `personal:`
 * @param separator what is between two items of a text. It is an expression if the column does not have exactly the name of the field.
 */
function itemsOf(value: unknown, prefix: string, separator: RegExp | typeof ownSeparator): unknown[] {
  if (Array.isArray(value)) {
    return value.map((item) => (typeof item === 'string' && prefix !== '' ? prefix + item.trim() : (item as unknown)));
  }
  if (typeof value !== 'string') return [value];
  return textItems(value, separator).map((item) => {
    if (typeof item !== 'string') return item;
    return isBlank(item) ? null : prefix + item.trim().replace(textMark, '');
  });
}

function textItems(cell: string, separator: RegExp | typeof ownSeparator): unknown[] {
  if (separator === ownSeparator) return cellItems(cell, 'none');
  return readWrittenList(cell) ?? cell.split(cell.includes(':::') ? addressBookSeparator : separator);
}
