import { CommandError } from '../../platform/errors/command-error.js';
import { type ForeignName, type ForeignNames, meaningKey } from './foreign-names.js';
import { mayBeForeign, orderedDates, passes, placedValues } from './foreign-values.js';
import { headerMeaning, keyOfName } from './header-words.js';
import { flattened, isNested, readItem, unreadNames } from './nested-records.js';
import { nameWithoutNumber } from './table-rows.js';
import type { DateOrder } from './written-dates.js';

/** A field of an import. */
export interface ImportField {
  /** The separator of list items in a column that has a name of another product; null for a field with a single value. */
  readonly separator: RegExp | null;
  /** The members of list items that are objects. */
  readonly members: ReadonlySet<string>;
}

/** The fields of a kind of record. */
export interface RecordShape {
  /** The plural noun of the records: companies, persons, signals. */
  readonly kind: string;
  readonly fields: ReadonlyMap<string, ImportField>;
  readonly names: ForeignNames;
}

/** Maps members of a file to fields; an empty field ignores the member. */
export type MemberMap = readonly (readonly [column: string, field: string])[];

/** Values that every record has: the `signal_type` of a file without one. */
export type ConstantValues = readonly (readonly [field: string, value: string])[];

/**
 * How the field of a column was found, the surest way first: by `--map`; by the name of the field; by a known name of another
 * product; by the words of the column's name, as in `Organization - Postal code`; or not at all.
 */
type Understanding = 'mapped' | 'name' | 'synonym' | 'rule' | 'ignored';

/** A column of a file, or a member of its records, and the field that it fills. */
export interface ColumnUse {
  /** The name of the column as the file writes it; `geo.city` for a member of a nested object. */
  readonly column: string;
  /** The field that the column fills; null for an ignored column. */
  readonly field: string | null;
  readonly understood: Understanding;
}

/** The field that a column fills, and its place in the order of preference among the columns of this field. */
interface Destination extends ForeignName {
  readonly name: string;
  readonly understood: Exclude<Understanding, 'ignored'>;
  /** The rank of the column. If several columns have a value for the same field, the one with the lowest rank counts. */
  readonly rank: number;
  /** Whether the column has another name than the field. Its values may then be in the notation of another product, too. */
  readonly isForeign: boolean;
  readonly isInThousands: boolean;
}

const ranks = { mapped: 0, name: 1, respelt: 2, synonym: 3, rule: 10_000 } as const;
/**
 * The distance between the ranks of two column names. Numbers in the names, such as 2 in `Phone 2`, give the ranks in between.
 */
const numbersPerRule = 200;
/**
 * The number that is added to the rank of a column with numbers in thousands. Such numbers are less exact, so other columns with
 * the same meaning come first.
 */
const thousandsLater = 100;

/** A field that only its own name means. In exports, a name such as `Lead source` means how a customer was found. */
const ownNameOnly = 'source';

/** Bounds the memory for files with different members in every record. */
const maxCachedNames = 10_000;
const maxIgnored = 1_000;
const maxIgnoredLength = 60;

const ownSeparator = '|';
/** The separator that address books use between several values in a cell. */
const addressBookSeparator = /\s*:::\s*/;
/** The apostrophe that marks a cell as text in spreadsheets. */
const textMark = /^'(?=[+\d=@(-])/;
/**
 * The end of the name of a column that gives the kind of a value in another column: `E-mail 1 - Label` belongs to
 * `E-mail 1 - Value`.
 */
const valueSuffix = /[\s._-]*value$/i;
const typeSuffixes = [' type', ' label', '.type'] as const;

type RawRecord = Readonly<Record<string, unknown>>;

/**
 * Maps members of a file to fields: by `--map`, else by the field's name, else by its names in other products' exports, else by the words
 * of its name. Other members are ignored and collected for a message.
 */
export class ColumnMapping {
  private readonly mapped: ReadonlyMap<string, string>;
  private readonly ownNames = new Map<string, string>();
  private readonly ownMeanings = new Map<string, string>();
  private readonly ranksOfSynonyms = new Map<string, number>();
  private readonly ranksOfRules = new Map<string, number>();
  private readonly known = new Map<string, Destination | null>();
  private readonly ignoredNames = new Set<string>();
  /** The members that are nested objects whose own members fill fields. */
  private readonly openedNames = new Set<string>();
  private readonly constants: readonly (readonly [field: string, value: unknown])[];
  private readonly subject: 'company' | 'person';
  /** The columns with a {@link ForeignName.test} of which a value has passed the test. */
  private readonly accepted = new Set<string>();
  private readonly orders = new Map<string, DateOrder>();
  /**
   * The columns that describe the values of another column, by the name of the other column: `e mail 1 label` has the type of the
   * address in `e mail 1 value`.
   */
  private columnsByKey: ReadonlyMap<string, string> = new Map();
  /** The name of the column that describes the values of a column; null if there is none. */
  private readonly kindColumns = new Map<string, string | null>();
  private columnsWithDates: readonly string[] = [];

  /**
   * Checks the map and the constants of an import against the fields of its kind of record.
   * @throws CommandError when a map or constant contains an unknown field, or the map a column twice.
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
    const { exact, byMeaning } = shape.names;
    for (const key of exact.keys()) this.ranksOfSynonyms.set(key, ranks.synonym + this.ranksOfSynonyms.size);
    for (const key of byMeaning.keys())
      this.ranksOfRules.set(key, ranks.rule + numbersPerRule * this.ranksOfRules.size);
    for (const field of shape.fields.keys()) {
      this.ownNames.set(keyOfName(field), field);
      if (field === ownNameOnly) continue;
      const key = meaningKey(headerMeaning(field));
      if (key !== null && !this.ownMeanings.has(key)) this.ownMeanings.set(key, field);
    }
  }

  /** The truncated names of ignored members, at most {@link maxIgnored}. */
  get ignored(): ReadonlySet<string> {
    return this.ignoredNames;
  }

  /** The columns and members that were read so far, in their order, with the field that each fills. */
  get columns(): readonly ColumnUse[] {
    const columns = [...this.known].filter(([column]) => !this.openedNames.has(column));
    return columns.map(([column, destination]) => {
      const isIgnored = destination === null || destination.field === '';
      const field = isIgnored || this.isRefused(destination) ? null : destination.field;
      return { column, field, understood: field === null ? 'ignored' : (destination?.understood ?? 'ignored') };
    });
  }

  /** Whether the values of a column are tested, and no value so far has passed the test. */
  private isRefused({ name, test }: Destination): boolean {
    return test !== null && !this.accepted.has(name);
  }

  /** The columns of a table with dates, whose order of day and month the whole column decides. */
  get dateColumns(): readonly string[] {
    return this.columnsWithDates;
  }

  /** Whether a member with this name maps to a field. */
  isKnown(name: string): boolean {
    return this.find(name) !== null;
  }

  /**
   * Collects the columns of a table.
   * @throws CommandError when a mapped column is missing
   */
  checkColumns(names: readonly string[]): void {
    this.columnsByKey = new Map(names.map((name) => [keyOfName(name), name]));
    const missing = [...this.mapped.keys()].find((key) => !this.columnsByKey.has(key));
    if (missing !== undefined)
      throw new CommandError(`the column "${missing}" of --map does not exist in the file; check its spelling`);
    for (const name of names) if (name !== '' && this.destinationOf(name) === null) this.ignore(name);
    this.columnsWithDates = names.filter((name) => orderedDates.has(this.destinationOf(name)?.field ?? ''));
  }

  /** Sets the order of day and month in the dates of a column. */
  setOrder(name: string, order: DateOrder): void {
    this.orders.set(name, order);
  }

  /** The record with the names of fields; the same object if no name and no value changes. */
  renamed(record: RawRecord): RawRecord {
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
    if (nested !== null) return this.assembled(nested);
    return isChanged ? this.assembled(record) : record;
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

  private destinationOf(name: string): Destination | null {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const destination = this.find(name);
    if (this.known.size < maxCachedNames) this.known.set(name, destination);
    return destination;
  }

  private find(name: string): Destination | null {
    const first = nameWithoutNumber(name);
    if (first === name) return this.findNamed(name);
    const destination = this.findNamed(first);
    // If a column is repeated, the first one with a value counts.
    return destination === null ? null : { ...destination, name, rank: destination.rank + 0.5 };
  }

  private findNamed(name: string): Destination | null {
    const key = keyOfName(name);
    const plain = { name, prefix: '', test: null, isDetail: false, surplus: null, isInThousands: false };
    const mapped = this.mapped.get(key);
    if (mapped !== undefined)
      return { ...plain, field: mapped, understood: 'mapped', rank: ranks.mapped, isForeign: true };
    if (this.shape.fields.has(name))
      return { ...plain, field: name, understood: 'name', rank: ranks.name, isForeign: false };
    const own = this.ownNames.get(key);
    if (own !== undefined) return { ...plain, field: own, understood: 'name', rank: ranks.respelt, isForeign: true };
    const synonym = this.shape.names.exact.get(key);
    if (synonym !== undefined) {
      const rank = this.ranksOfSynonyms.get(key) ?? ranks.synonym;
      return { ...plain, ...synonym, understood: 'synonym', rank, isForeign: true };
    }
    return this.byMeaning(name);
  }

  /** Finds the field by the words of a column name. `Phone 1` has precedence before `Phone 2`. */
  private byMeaning(name: string): Destination | null {
    const meaning = headerMeaning(name);
    if (meaning === null) return null;
    const { owner, number, isInThousands } = meaning;
    const keys = [meaningKey(meaning), ...(owner === this.subject && meaning.key !== '' ? [meaning.key] : [])];
    for (const key of keys) {
      const found = key === null ? undefined : (this.shape.names.byMeaning.get(key) ?? this.ownMeaning(key));
      if (key === null || found === undefined) continue;
      const isList = this.shape.fields.get(found.field)?.separator !== null;
      // A second column `Street` or `Website` means something else than the first one.
      if (number > 1 && !isList) return null;
      const rank = (this.ranksOfRules.get(key) ?? ranks.rule) + (isInThousands ? thousandsLater : 0) + number;
      return { ...found, name, understood: 'rule', rank, isForeign: true, isInThousands };
    }
    return null;
  }

  private ownMeaning(key: string): ForeignName | undefined {
    const field = this.ownMeanings.get(key);
    return field === undefined ? undefined : { field, prefix: '', test: null, isDetail: false, surplus: null };
  }

  private constantOf(field: string, value: string): unknown {
    const known = this.shape.fields.get(field);
    if (known === undefined) throw new CommandError(`--set ${field}=${value}: ${this.shape.kind} have no such field`);
    return known.separator === null ? value : value.split(ownSeparator);
  }

  private assembled(record: RawRecord): RawRecord {
    const sources: Destination[] = [];
    for (const name in record) {
      const destination = this.destinationOf(name);
      if (destination !== null && !isBlank(record[name])) sources.push(destination);
    }
    sources.sort((one, other) => one.rank - other.rank);
    // The object has no prototype, because a member may be named `__proto__`.
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

  /** Adds the values of a column. Values for other fields than that of the column are added after the values of all columns. */
  private take(
    source: Destination,
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
      const items = itemsOf({ ...source, prefix, value }, separator).map((item) => readItem(field, members, item));
      assembled[list] = [...listOf(assembled[list]), ...items];
      return;
    }
    const facts = {
      test,
      order: this.orders.get(name) ?? 'month first',
      isInThousands,
      pageKind: this.subject === 'company' || field === 'company_network_url' ? 'company' : 'in',
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
   * The list field for the values of a column, and the prefix of each value. Both follow from the neighbouring column that gives
   * the kind of the values.
   */
  private typed({ name, field, prefix }: Destination, record: RawRecord): readonly [field: string, prefix: string] {
    if (field !== 'emails' && field !== 'aliases') return [field, prefix];
    const type = this.kindOf(name, record);
    if (typeof type !== 'string') return [field, prefix];
    if (field === 'aliases') return [/previous|former/i.test(type) ? 'former_names' : field, prefix];
    return [field, /home|personal|private|privat/i.test(type) ? 'personal:' : prefix];
  }

  /** What the neighbouring column says about the kind of the values of a column; undefined without such a column. */
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
   * Whether a column has a website of the person instead of the employer's. Address books have websites of all kinds in one list, and
   * the column beside it says `Work`, `Blog` or nothing.
   */
  private isOwnWebsite({ field, name }: Destination, record: RawRecord): boolean {
    if (field !== 'company_website') return false;
    const kind = this.kindOf(name, record);
    return kind !== undefined && !(typeof kind === 'string' && /work|business|company/i.test(kind));
  }

  private hasForeignItems({ field }: Destination, value: unknown): boolean {
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

/** A text with the value of another column: `payroll (Composite Score 83)`. */
function detailed(text: unknown, column: string, detail: unknown): unknown {
  const added = `${column} ${String(detail)}`;
  return typeof text === 'string' ? `${text} (${added})` : added;
}

const noMembers: ReadonlySet<string> = new Set();

/**
 * Whether the members of a nested object are read as columns. The object in a field of our own format, or in a member that
 * `--map` names, is a value itself.
 */
function isOpened(destination: Destination | null): boolean {
  return destination === null || destination.understood === 'synonym' || destination.understood === 'rule';
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The items of a list, in CSV or JSON notation. */
function itemsOf(
  { value, prefix, isForeign }: Pick<Destination, 'prefix' | 'isForeign'> & { readonly value: unknown },
  separator: RegExp,
): unknown[] {
  if (Array.isArray(value)) {
    return value.map((item) => (typeof item === 'string' && prefix !== '' ? prefix + item.trim() : (item as unknown)));
  }
  if (typeof value !== 'string') return [value];
  const isOfAddressBook = isForeign && value.includes(':::');
  const items = value.split(isOfAddressBook ? addressBookSeparator : isForeign ? separator : ownSeparator);
  return items.map((item) => (isBlank(item) ? null : prefix + item.trim().replace(textMark, '')));
}
