import type { StoredSources } from '../../catalogue/field-groups.js';

/** What a row says about its sources: the groups of fields of which it has values, and the source that its record names. */
export interface SourcedRow {
  /** The groups of fields of which the record has values. */
  readonly groups: readonly string[];
  /** The name of the source that the record names; null if it names none, and the source of the import applies. */
  readonly source: string | null;
}

/** The maximum number of characters of the name of a source. */
export const maxSourceLength = 200;

/** The maximum number of cached JSON texts. They are cached because many records have the same text. */
const maxTexts = 10_000;

/** Makes the values of the column `sources` for the records of one import. The column says from which source each group comes. */
export class RecordSources {
  private readonly texts = new Map<string, string>();

  /**
   * Remembers the source and the day of one import.
   * @param name the source of records that name no source themselves
   * @param day the day of the import, `YYYY-MM-DD`
   */
  constructor(
    private readonly name: string,
    private readonly day: string,
  ) {}

  /** The JSON text for the column `sources` of a row; null for a row without values. */
  textOf({ groups, source }: SourcedRow): string | null {
    if (groups.length === 0) return null;
    const key = `${groups.join(' ')}\n${source ?? ''}`;
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const origin = [source ?? this.name, this.day] as const;
    const text = JSON.stringify(Object.fromEntries(groups.map((group) => [group, origin])) satisfies StoredSources);
    if (this.texts.size < maxTexts) this.texts.set(key, text);
    return text;
  }
}
