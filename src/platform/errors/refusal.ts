/** What is wrong with a member of an object that an operator wrote. */
export interface Problem {
  /** The path of the member, such as `personas[0].name`; empty for the object itself. */
  readonly path: string;
  /** What is wrong, as the end of a sentence that begins with the path: `must be a list of texts`. */
  readonly message: string;
  /** The names of members that are unknown, if this is the problem. */
  readonly unknown?: readonly string[];
}

/**
 * The refusals that the console shows in words of its own, with the values that it needs. All other refusals are only a text. A code and
 * the names of its values are a part of the API for operators.
 */
interface Refusals {
  readonly UNUSABLE_SCHEMA: { readonly problems: readonly Problem[] };
  readonly UNUSABLE_DEFINITION: { readonly problems: readonly Problem[] };
  /** `most`: how many credits can be revoked. */
  readonly CREDITS_IN_USE: { readonly tenant: string; readonly feature: string; readonly most: number };
  /** `columns`: the first cells of the header row. */
  readonly NO_KNOWN_COLUMN: { readonly columns: readonly string[] };
  /** `sheets`: the names of the sheets; a hidden one is marked. */
  readonly NO_KNOWN_SHEET: { readonly sheets: readonly string[] };
  /** `records`: how many records the file has so far; `replaced`: in how many of them a stored value would be replaced or removed. */
  readonly TOO_MANY_CHANGES: {
    readonly replaced: number;
    readonly records: number;
    readonly most_percent: number;
    readonly fields: readonly { readonly field: string; readonly changed: number }[];
    /** Patterns that are typical for a wrong file. */
    readonly warnings: readonly string[];
  };
  /** The import was stopped by an error that is not about the file. `cause`: the message of the error. */
  readonly IMPORT_FAILED: { readonly cause: string };
}

type RefusalCode = keyof Refusals;

/** A refusal as a program reads it. */
export type Refusal = {
  readonly [Code in RefusalCode]: { readonly code: Code; readonly values: Refusals[Code] };
}[RefusalCode];

/** The text of a refusal for commands and for the answers of the API. */
export function refusalText({ code, values }: Refusal): string {
  switch (code) {
    case 'UNUSABLE_SCHEMA':
      return `The schema cannot be used: ${problemsText(values.problems)}`;
    case 'UNUSABLE_DEFINITION':
      return `The definition cannot be used: ${problemsText(values.problems)}`;
    case 'CREDITS_IN_USE':
      return (
        `At most ${values.most} ${values.feature} ${values.most === 1 ? 'credit' : 'credits'} of tenant "${values.tenant}" can be revoked; ` +
        'the others are consumed or reserved'
      );
    case 'NO_KNOWN_COLUMN':
      return `the header row has no known column (${values.columns.join(', ')}); rename the columns of the file, or map them in a command with --map`;
    case 'NO_KNOWN_SHEET':
      return (
        `no visible sheet of the workbook has a header row with a known column; its sheets are: ${values.sheets.join(', ')}. Choose one with ` +
        '--sheet, rename its columns, or map them in a command with --map'
      );
    case 'TOO_MANY_CHANGES':
      return tooManyChanges(values);
    case 'IMPORT_FAILED':
      return `The import failed: ${values.cause}`;
  }
}

function tooManyChanges({ replaced, records, most_percent, fields, warnings }: Refusals['TOO_MANY_CHANGES']): string {
  const changes = [...fields.map(({ field, changed }) => `${field} in ${changed}`), ...warnings].join('; ');
  return (
    `The import would replace stored values in ${replaced} of ${records} records, and at most ${most_percent}% are allowed, so nothing was ` +
    `stored. It would change ${changes}. Look at the changes with --dry-run; if they are right, repeat the import with --yes, or allow more ` +
    'with --max-changed'
  );
}

function problemsText(problems: readonly Problem[]): string {
  return problems.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`).join('; ');
}
