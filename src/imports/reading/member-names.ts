import { CommandError } from '../../platform/errors/command-error.js';

/** A field of an import. */
export interface ImportField {
  /** The separator of list items in a column with another product's name; null for a single value. */
  readonly separator: RegExp | null;
  /** The members of list items that are objects. */
  readonly members: ReadonlySet<string>;
}

/** The field for another product's name. */
export interface Alias {
  readonly field: string;
  /** Prepended to each item of a list. */
  readonly prefix: string;
}

/** The fields of a kind of record. */
export interface RecordShape {
  /** The plural noun of the records: companies, persons, signals. */
  readonly kind: string;
  readonly fields: ReadonlyMap<string, ImportField>;
  /** By {@link keyOfName}; for a field with several aliases, the first has precedence. */
  readonly aliases: ReadonlyMap<string, Alias>;
}

/** Normalises a name for comparison: letter case, underscores, hyphens and repeated blanks do not count. */
export function keyOfName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}

/** Maps members of a file to fields; an empty field ignores the member. */
export type MemberMap = readonly (readonly [column: string, field: string])[];

/** The field of a member, and its rank among the members of that field; the lowest rank has precedence. */
interface Destination extends Alias {
  readonly rank: number;
  readonly isForeign: boolean;
}

const mappedColumn = 0;
const ownName = 1;
const ownNameRespelt = 2;
const firstAlias = 3;

/** Bounds the memory for files with different members in every record. */
const maxCachedNames = 10_000;
const maxIgnored = 1_000;
const maxIgnoredLength = 60;

const ownSeparator = '|';
/** The apostrophe that marks a cell as text in spreadsheets. */
const textMark = /^'(?=[+\d=@-])/;

type RawRecord = Readonly<Record<string, unknown>>;

/**
 * Maps members of a file to fields: by `--map`, else by the field's name, else by its names in other products' exports. Other members
 * are ignored and collected for a message.
 */
export class MemberNames {
  private readonly mapped: ReadonlyMap<string, string>;
  private readonly byKey = new Map<string, Destination>();
  private readonly known = new Map<string, Destination | null>();
  private readonly ignoredNames = new Set<string>();

  /** @throws CommandError when a map contains an unknown field, or a column twice. */
  constructor(
    private readonly shape: RecordShape,
    map: MemberMap = [],
  ) {
    const unknown = map.find(([, field]) => field !== '' && !shape.fields.has(field));
    if (unknown !== undefined) throw new CommandError(`--map ${unknown.join('=')}: ${shape.kind} have no such field`);
    this.mapped = new Map(map.map(([column, field]) => [keyOfName(column), field]));
    if (this.mapped.size < map.length) throw new CommandError('--map names a column twice');
    for (const [key, alias] of shape.aliases) {
      this.byKey.set(key, { ...alias, rank: firstAlias + this.byKey.size, isForeign: true });
    }
    for (const field of shape.fields.keys()) {
      this.byKey.set(keyOfName(field), { field, prefix: '', rank: ownNameRespelt, isForeign: true });
    }
  }

  /** The truncated names of ignored members, at most {@link maxIgnored}. */
  get ignored(): ReadonlySet<string> {
    return this.ignoredNames;
  }

  /** Whether a member with this name maps to a field. */
  isKnown(name: string): boolean {
    return this.destinationOf(name) !== null;
  }

  /**
   * Collects the ignored columns of a file.
   * @throws CommandError when a mapped column is missing
   */
  checkColumns(names: readonly string[]): void {
    const keys = new Set(names.map(keyOfName));
    const missing = [...this.mapped.keys()].find((key) => !keys.has(key));
    if (missing !== undefined) throw new CommandError(`the column "${missing}" of --map does not exist`);
    for (const name of names) if (name !== '' && !this.isKnown(name)) this.ignore(name);
  }

  /** The record with the names of fields; the same object if no name changes. */
  renamed(record: RawRecord): RawRecord {
    let isForeign = false;
    for (const name in record) {
      const destination = this.destinationOf(name);
      if (destination !== null) {
        isForeign ||= destination.isForeign;
        this.checkItems(destination.field, record[name]);
      } else this.ignore(name);
    }
    return isForeign ? this.assembled(record) : record;
  }

  private destinationOf(name: string): Destination | null {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const destination = this.find(name);
    if (this.known.size < maxCachedNames) this.known.set(name, destination);
    return destination;
  }

  private find(name: string): Destination | null {
    const key = keyOfName(name);
    const mapped = this.mapped.get(key);
    if (mapped !== undefined) return { field: mapped, prefix: '', rank: mappedColumn, isForeign: true };
    if (this.shape.fields.has(name)) return { field: name, prefix: '', rank: ownName, isForeign: false };
    return this.byKey.get(key) ?? null;
  }

  private assembled(record: RawRecord): RawRecord {
    const sources = Object.keys(record)
      .flatMap((name) => {
        const destination = this.destinationOf(name);
        return destination === null || isBlank(record[name]) ? [] : [{ ...destination, value: record[name] }];
      })
      .sort((one, other) => one.rank - other.rank);
    // Without a prototype, because a member may be named `__proto__`.
    const assembled = Object.create(null) as Record<string, unknown>;
    for (const source of sources) {
      const { separator = null } = this.shape.fields.get(source.field) ?? {};
      if (separator === null) assembled[source.field] ??= source.value;
      else assembled[source.field] = [...listOf(assembled[source.field]), ...itemsOf(source, separator)];
    }
    return assembled;
  }

  private checkItems(field: string, value: unknown): void {
    if (!Array.isArray(value)) return;
    const members = this.shape.fields.get(field)?.members ?? noMembers;
    if (members.size === 0) return;
    for (const item of value as unknown[]) {
      if (typeof item !== 'object' || item === null) continue;
      for (const name in item) if (!members.has(name)) this.ignore(`${field}[].${name}`);
    }
  }

  private ignore(name: string): void {
    if (this.ignoredNames.size < maxIgnored) this.ignoredNames.add(name.trim().slice(0, maxIgnoredLength));
  }
}

const noMembers: ReadonlySet<string> = new Set();

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The items of a list, in CSV or JSON notation. */
function itemsOf(
  { value, prefix, isForeign }: Destination & { readonly value: unknown },
  separator: RegExp,
): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const items = value.split(isForeign ? separator : ownSeparator);
  return items.map((item) => (isBlank(item) ? null : prefix + item.trim().replace(textMark, '')));
}
