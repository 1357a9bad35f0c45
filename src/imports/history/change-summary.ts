/** How the values of one field differ after an import. */
export interface FieldTally {
  readonly field: string;
  /** The number of records in which the field changed. */
  readonly changed: number;
  /** In how many of them the field was blank before. */
  readonly filled: number;
  /** In how many of them the field is blank now. */
  readonly emptied: number;
  /** The most frequent new value, and how many records have it; null if every record has a different one. */
  readonly most_frequent: { readonly value: string; readonly records: number } | null;
  /** The most frequent kinds of the values before and after, such as `number`; null if no kind is that of most values. */
  readonly kind_before: string | null;
  readonly kind_after: string | null;
}

/** How the stored records differ after an import. */
export interface ChangeSummary {
  /** How many records were inserted. */
  readonly inserted: number;
  /** How many stored records were changed. */
  readonly changed: number;
  /** In how many of them a stored value was replaced or removed; in the others only blank fields were filled. */
  readonly replaced: number;
  readonly fields: readonly FieldTally[];
  /** Patterns that are typical for a wrong file. */
  readonly warnings: readonly string[];
}

/** From so many changed records on a pattern is named. With fewer records it is too often a coincidence. */
const fewest = 3;
/** The share of the changed records that shows a pattern. */
const most = 0.8;

/** Names patterns that are typical for a wrong file: one value for many records, a field that was emptied, values of another kind. */
export function suspiciousPatterns(fields: readonly FieldTally[]): string[] {
  return fields
    .filter(({ changed }) => changed >= fewest)
    .flatMap(({ field, changed, emptied, filled, most_frequent: frequent, kind_before: before, kind_after: after }) => {
      const warnings: string[] = [];
      const replaced = changed - filled;
      if (replaced >= fewest && frequent !== null && frequent.records >= most * changed)
        warnings.push(
          `${field} becomes ${JSON.stringify(frequent.value)} in ${frequent.records} of ${changed} changed records`,
        );
      if (emptied >= most * changed) warnings.push(`${field} is emptied in ${emptied} of ${changed} changed records`);
      if (replaced >= fewest && before !== null && after !== null && before !== after)
        warnings.push(`${field} had mostly values of the kind ${before}, and gets values of the kind ${after}`);
      return warnings;
    });
}
