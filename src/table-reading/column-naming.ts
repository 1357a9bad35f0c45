import { type ForeignName, type ForeignNames, meaningKey } from './column-names.js';
import { headerMeaning, keyOfName } from './header-words.js';
import { nameWithoutNumber } from './table-rows.js';

/**
 * The place of a column in the order of preference among the columns of one field. The numbers are compared one after the other, and the
 * column with the lower number is used:
 * - `way`: how the field was found.
 * - `place`: the place of the column's name in the tables.
 * - `isInThousands`: 1 if the numbers of the column are in thousands, and so less exact.
 * - `number`: the number in the name, as in `Phone 2`.
 * - `isRepeated`: 1 for a repeated column.
 */
type Rank = readonly [way: number, place: number, isInThousands: 0 | 1, number: number, isRepeated: 0 | 1];

/** The field that a column fills, and how this is known. */
export interface NamedColumn extends ForeignName {
  /** The name of the column. */
  readonly name: string;
  /**
   * How the field was found. The surest way comes first:
   * - `mapped`: the operator says so.
   * - `name`: the column has the name of the field.
   * - `synonym`: the column has a known name that another product gives the field.
   * - `rule`: by the words of the column's name, as in `Organization - Postal code`.
   */
  readonly understood: 'mapped' | 'name' | 'synonym' | 'rule';
  readonly rank: Rank;
  /** Whether the column has another name than the field. Its values may then be in the notation of another product, too. */
  readonly isForeign: boolean;
  readonly isInThousands: boolean;
}

const ways = { mapped: 0, name: 1, respelt: 2, synonym: 3, rule: 4 } as const;

/**
 * A field that is filled only by a column with exactly its name. Columns whose names merely contain the word, such as `Lead source`, say
 * how a customer was found.
 */
const ownNameOnly = 'source';

/** The fields with pages and websites, such as `network_url` and `company_website`. */
const fieldOfLinks = /(?:^|_)(?:website|url|domains)$/;

/** Finds the field that a column of a file means: by the field's own name, its names in other products, or the words of the name. */
export class ColumnNaming {
  private readonly fields: ReadonlySet<string>;
  private readonly respelt = new Map<string, string>();
  private readonly ownMeanings = new Map<string, string>();
  private readonly placesOfSynonyms: ReadonlyMap<string, number>;
  private readonly placesOfRules: ReadonlyMap<string, number>;

  /**
   * @param fields the fields of the kind of record; by default those that have names in other products
   * @param isList whether a field has several values. Only such a field is filled by a column such as `Phone 2`
   * @param mapped the fields of the columns that the operator has named, by the {@link keyOfName} of the column
   */
  constructor(
    private readonly names: ForeignNames,
    fields: Iterable<string> = [...names.exact.values()].map(({ field }) => field),
    private readonly isList: (field: string) => boolean = () => true,
    private readonly mapped: ReadonlyMap<string, string> = new Map(),
  ) {
    this.fields = new Set(fields);
    this.placesOfSynonyms = placesIn(names.exact);
    this.placesOfRules = placesIn(names.byMeaning);
    for (const field of this.fields) {
      this.respelt.set(keyOfName(field), field);
      if (field === ownNameOnly) continue;
      const key = meaningKey(headerMeaning(field));
      if (key !== null && !this.ownMeanings.has(key)) this.ownMeanings.set(key, field);
    }
  }

  /** The field that a column fills; null if its name means none. A repeated column may be mapped by its name with the number. */
  find(name: string): NamedColumn | null {
    const mapped = this.mapped.get(keyOfName(name));
    if (mapped !== undefined) return mappedColumn(name, mapped);
    const first = nameWithoutNumber(name);
    const column = this.findFirst(first);
    if (first === name || column === null) return column;
    // A repeated column, such as `Phone #2`, stands just behind the first one, so that the first one with a value counts.
    const [way, place, isInThousands, number] = column.rank;
    return { ...column, name, rank: [way, place, isInThousands, number, 1] };
  }

  /** Whether a column has pages or websites, so that in a workbook the target of a link is its value. */
  readsLinks(name: string): boolean {
    return fieldOfLinks.test(this.find(name)?.field ?? '');
  }

  private findFirst(name: string): NamedColumn | null {
    const key = keyOfName(name);
    const mapped = this.mapped.get(key);
    if (mapped !== undefined) return mappedColumn(name, mapped);
    if (this.fields.has(name)) {
      return { ...column(name, name, 'name', [ways.name, 0, 0, 0, 0]), isForeign: false };
    }
    const own = this.respelt.get(key);
    if (own !== undefined) return column(name, own, 'name', [ways.respelt, 0, 0, 0, 0]);
    const synonym = this.names.exact.get(key);
    if (synonym === undefined) return this.byMeaning(name);
    const rank: Rank = [ways.synonym, this.placesOfSynonyms.get(key) ?? 0, 0, 0, 0];
    return { ...column(name, synonym.field, 'synonym', rank), ...synonym };
  }

  /** Finds the field by the words of a column's name. If the names are numbered, `Phone 1` is preferred to `Phone 2`. */
  private byMeaning(name: string): NamedColumn | null {
    const meaning = headerMeaning(name);
    if (meaning === null) return null;
    const { owner, number, isInThousands } = meaning;
    const isOfSubject = owner === this.names.subject && meaning.key !== '';
    for (const key of [meaningKey(meaning), isOfSubject ? meaning.key : null]) {
      if (key === null) continue;
      const foreign = this.names.byMeaning.get(key);
      const field = foreign?.field ?? this.ownMeanings.get(key);
      if (field === undefined) continue;
      // A field with a single value is not filled by a column such as `Street 2`: it has something else than `Street`.
      if (number > 1 && !this.isList(field)) return null;
      const rank: Rank = [ways.rule, this.placesOfRules.get(key) ?? 0, isInThousands ? 1 : 0, number, 0];
      return { ...column(name, field, 'rule', rank), ...foreign, isInThousands };
    }
    return null;
  }
}

function mappedColumn(name: string, field: string): NamedColumn {
  return column(name, field, 'mapped', [ways.mapped, 0, 0, 0, 0]);
}

function column(name: string, field: string, understood: NamedColumn['understood'], rank: Rank): NamedColumn {
  const plain = { prefix: '', test: null, isDetail: false, surplus: null, isForeign: true, isInThousands: false };
  return { name, field, understood, rank, ...plain };
}

function placesIn(names: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> {
  return new Map([...names.keys()].map((key, place) => [key, place]));
}

/** Compares two columns: a negative number if the first one is preferred. */
export function byRank({ rank: one }: NamedColumn, { rank: other }: NamedColumn): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
