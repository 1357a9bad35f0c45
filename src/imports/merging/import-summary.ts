import { PartialCommandError, CommandError } from '../../platform/errors/command-error.js';

/** How many records of a file match exactly one stored record (`matched`), several (`ambiguous`) and none (`unknown`). */
export interface FoundCounts {
  readonly matched: number;
  readonly ambiguous: number;
  readonly unknown: number;
}

/** The result of an import. It has {@link FoundCounts} only if the import never creates a record, such as an import of a register. */
export interface ImportSummary extends Partial<FoundCounts> {
  /** The id of the import in the journal of imports; null for a dry run. */
  readonly import_id: number | null;
  /** The number of lines that were merged or rejected: the sum of `inserted`, `updated`, `unchanged`, `joined` and `rejected`. */
  readonly read: number;
  /** The number of records that created a new company, person or signal. */
  readonly inserted: number;
  /** The number of records that changed a stored record. */
  readonly updated: number;
  /**
   * The number of records that changed no value. At most they changed the sources of stored values, and the day on which an import
   * last had them.
   */
  readonly unchanged: number;
  /**
   * The number of records that joined stored persons into one, or that gave a profile page to a stored person without one. Such a
   * record is neither in `inserted` nor in `updated`.
   */
  readonly joined: number;
  readonly rejected: number;
  /** The number of values that were left out of merged records, most often because they were invalid. */
  readonly warnings: number;
  /** The number of different columns or members of the file that were ignored; at most 1,000 are counted. */
  readonly ignored: number;
  /** The path of the file with the rejected lines and warnings; null if there were none. */
  readonly rejects: string | null;
  readonly seconds: number;
  readonly rows_per_second: number;
  /** The number of records of the source that its complete file does not have; only of such a file. */
  readonly absent?: number;
}

/** The counts of an import that are stored in the journal of imports. */
export type ImportCounts = Pick<
  ImportSummary,
  'read' | 'inserted' | 'updated' | 'unchanged' | 'joined' | 'rejected' | 'warnings'
>;

export function countsOf(counts: ImportCounts): ImportCounts {
  const { read, inserted, updated, unchanged, joined, rejected, warnings } = counts;
  return { read, inserted, updated, unchanged, joined, rejected, warnings };
}

/** The stored counts of an import. An earlier version did not store `unchanged`, so it is computed from the others. */
export function storedCounts(stored: Partial<ImportCounts>): ImportCounts {
  const { read = 0, inserted = 0, updated = 0, joined = 0, rejected = 0, warnings = 0 } = stored;
  const { unchanged = read - inserted - updated - joined - rejected } = stored;
  return { read, inserted, updated, unchanged, joined, rejected, warnings };
}

/** The error of an import that failed midway. The records that its summary counts are stored, and it is safe to repeat the import. */
export class ImportStopped extends CommandError {
  constructor(
    /** Why the import was stopped. */
    readonly reason: CommandError,
    readonly summary: ImportSummary,
    options: ErrorOptions,
  ) {
    super(reason.message, options);
  }
}

/** The progress of an import, with its counts so far. */
export interface ImportProgress extends ImportCounts {
  /** The number of identifiers that were not stored because they belong to another record. */
  readonly contested: number;
  /** The number of bytes of the file that were read so far, before decompression. */
  readonly bytesRead: number;
  /** The size of the file in bytes; null for a stream. */
  readonly totalBytes: number | null;
  /** The seconds since the import began. */
  readonly seconds: number;
}

type ShownProgress = Pick<ImportProgress, 'read' | 'rejected' | 'bytesRead' | 'totalBytes' | 'seconds'>;

/**
 * Writes the progress as a text: `12,000 rows, 8,100 rows/s, 3 rejected, 42%, 0:17 left`. The last two parts are missing if the size of
 * the file is not known.
 */
export function progressLine({ read, rejected, bytesRead, totalBytes, seconds }: ShownProgress): string {
  const parts = [`${grouped(read)} rows`];
  if (seconds > 0) parts.push(`${grouped(Math.round(read / seconds))} rows/s`);
  if (rejected > 0) parts.push(`${grouped(rejected)} rejected`);
  if (totalBytes !== null && totalBytes > 0 && bytesRead > 0) {
    const done = Math.min(1, bytesRead / totalBytes);
    parts.push(`${Math.floor(done * 100)}%`, `${clock((seconds / done) * (1 - done))} left`);
  }
  return parts.join(', ');
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** `m:ss`, or `h:mm:ss` from an hour on. */
function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`;
}

/**
 * Decides whether a completed import counts as failed: if all lines were rejected, or more than `maxRejects`. Returns the error, or
 * null if the import succeeded.
 * @param maxRejects the allowed number of rejected lines; undefined for no limit
 */
export function verdictOn({ read, rejected }: ImportSummary, maxRejects: number | undefined): CommandError | null {
  if (maxRejects !== undefined && rejected > maxRejects)
    return new PartialCommandError(`${rejected} of ${read} lines were rejected; --max-rejects allows ${maxRejects}`);
  if (read === 0 || rejected < read) return null;
  return new PartialCommandError(
    `Nothing was imported: ${read === 1 ? 'the only line was' : `all ${read} lines were`} rejected`,
  );
}
