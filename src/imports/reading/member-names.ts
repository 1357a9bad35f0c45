import { Refusal } from '../../platform/errors/command-error.js';

/** A member that an import takes. */
export interface ImportField {
  /** Between the items of a list in a column that has another product's name for it; null for a single value. */
  readonly separator: RegExp | null;
  /** What the items of a list of objects may have. */
  readonly members: ReadonlySet<string>;
}

/** What another product's name for a field stands for. */
export interface Alias {
  readonly field: string;
  /** What is set before each item of a list. */
  readonly prefix: string;
}

/** The members of a kind of record. */
export interface RecordShape {
  /** Of what records there are: companies, persons, signals. */
  readonly kind: string;
  readonly fields: ReadonlyMap<string, ImportField>;
  /** By {@link keyOfName}. Of several for one field the first is taken before the others. */
  readonly aliases: ReadonlyMap<string, Alias>;
}

/** A name as it is compared: letter case, underscores, hyphens and repeated blanks do not count. */
export function keyOfName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}

/** Which member of a file is which field. An empty field leaves the member out without a word. */
export type MemberMap = readonly (readonly [column: string, field: string])[];

/** Where a member goes, and how it ranks among those that go there too: the lowest rank is taken first. */
interface Destination extends Alias {
  readonly rank: number;
  readonly isForeign: boolean;
}

const mappedColumn = 0;
const ownName = 1;
const ownNameRespelt = 2;
const firstAlias = 3;

/** Bounds for files in which every record has members of its own. */
const maxRemembered = 10_000;
const maxIgnored = 1_000;
const maxIgnoredLength = 60;

const ownSeparator = '|';
/** How spreadsheets are kept from computing what is text. */
const textMark = /^'(?=[+\d=@-])/;

type RawRecord = Readonly<Record<string, unknown>>;

/**
 * Finds out which members of a file are which fields: those that `--map` names, then our own names, then the names that
 * other products' exports have for them. What is left is ignored, and remembered to be told.
 */
export class MemberNames {
  private readonly mapped: ReadonlyMap<string, string>;
  private readonly byKey = new Map<string, Destination>();
  private readonly known = new Map<string, Destination | null>();
  private readonly ignoredNames = new Set<string>();

  /** @throws Refusal when a map names a field that there is not, or a column twice */
  constructor(
    private readonly shape: RecordShape,
    map: MemberMap = [],
  ) {
    const unknown = map.find(([, field]) => field !== '' && !shape.fields.has(field));
    if (unknown !== undefined) throw new Refusal(`--map ${unknown.join('=')}: ${shape.kind} have no such field`);
    this.mapped = new Map(map.map(([column, field]) => [keyOfName(column), field]));
    if (this.mapped.size < map.length) throw new Refusal('--map names a column twice');
    for (const [key, alias] of shape.aliases) {
      this.byKey.set(key, { ...alias, rank: firstAlias + this.byKey.size, isForeign: true });
    }
    for (const field of shape.fields.keys()) {
      this.byKey.set(keyOfName(field), { field, prefix: '', rank: ownNameRespelt, isForeign: true });
    }
  }

  /** The members that were ignored, cut to a length that can be told; no more than {@link maxIgnored}. */
  get ignored(): ReadonlySet<string> {
    return this.ignoredNames;
  }

  /** Whether the import does something with a member of this name. */
  isKnown(name: string): boolean {
    return this.destinationOf(name) !== null;
  }

  /**
   * Takes note of the columns of a file.
   * @throws Refusal when one that is mapped is not among them
   */
  checkColumns(names: readonly string[]): void {
    const keys = new Set(names.map(keyOfName));
    const missing = [...this.mapped.keys()].find((key) => !keys.has(key));
    if (missing !== undefined) throw new Refusal(`there is no column "${missing}", which --map names`);
    for (const name of names) if (name !== '' && !this.isKnown(name)) this.ignore(name);
  }

  /** The record with our names: the very record where it has no others. */
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
    if (this.known.size < maxRemembered) this.known.set(name, destination);
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
    // Without a prototype, as the members of a file may have any name.
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

/** The items of a list, each as it is written in a CSV cell or as it stands in JSON. */
function itemsOf(
  { value, prefix, isForeign }: Destination & { readonly value: unknown },
  separator: RegExp,
): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const items = value.split(isForeign ? separator : ownSeparator);
  return items.map((item) => (isBlank(item) ? null : prefix + item.trim().replace(textMark, '')));
}
