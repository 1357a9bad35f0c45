import { Refusal } from '../../platform/errors/command-error.js';

/** What came of an import. */
export interface ImportSummary {
  /** Lines dealt with: merged or rejected. */
  readonly read: number;
  /** Records that became something new. */
  readonly inserted: number;
  /** Records that changed what was stored; the rest of the merged ones were stored already. */
  readonly updated: number;
  readonly rejected: number;
  /** Values that merged records lost, because they could not be read. */
  readonly warnings: number;
  /** Different columns or members that the import has no use for; it counts no further than 1,000. */
  readonly ignored: number;
  /** The file in which rejected lines and warnings stand; null where there are none. */
  readonly rejects: string | null;
  readonly seconds: number;
  readonly rows_per_second: number;
}

/** An import that ended before its time; what the summary counts stays, and importing the file again is safe. */
export class ImportStopped extends Refusal {
  constructor(
    message: string,
    readonly summary: ImportSummary,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}
