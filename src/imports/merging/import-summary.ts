import { PartialCommandError, CommandError } from '../../platform/errors/command-error.js';

/** How many records of a file belong to exactly one stored record, to several, and to none. */
export interface FoundCounts {
  readonly matched: number;
  readonly ambiguous: number;
  readonly unknown: number;
}

/** The result of an import. Only kinds of imports that never create a record have the counts of found records. */
export interface ImportSummary extends Partial<FoundCounts> {
  /** Merged and rejected lines. */
  readonly read: number;
  /** Records that created a row. */
  readonly inserted: number;
  /** The number of records that changed a stored row. All other merged records were equal to the stored row. */
  readonly updated: number;
  /**
   * The number of records by which two stored persons became one, or by which a person without a profile page got one. Such a
   * record is in neither of the two counts above.
   */
  readonly joined: number;
  readonly rejected: number;
  /** Invalid values that were omitted from merged records. */
  readonly warnings: number;
  /** The number of distinct unknown columns or members; at most 1,000 are counted. */
  readonly ignored: number;
  /** The path of the file with rejected lines and warnings; null without any. */
  readonly rejects: string | null;
  readonly seconds: number;
  readonly rows_per_second: number;
}

/** The counts of an import that the list of imports keeps. */
export type ImportCounts = Pick<ImportSummary, 'read' | 'inserted' | 'updated' | 'joined' | 'rejected' | 'warnings'>;

/** An import that failed midway; the records in the summary are stored, and repeating the import is safe. */
export class ImportStopped extends CommandError {
  constructor(
    message: string,
    readonly summary: ImportSummary,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The progress of an import. */
export interface ImportProgress {
  /** Merged and rejected lines. */
  readonly read: number;
  readonly rejected: number;
  /** The number of identifiers that were not stored because they belong to another record. */
  readonly contested: number;
  /** The number of bytes of the file that were read so far, before decompression. */
  readonly bytesRead: number;
  /** The size of the file; null for a stream. */
  readonly totalBytes: number | null;
  /** The duration so far. */
  readonly seconds: number;
}

/**
 * The progress as a text: `12,000 rows, 8,100 rows/s, 3 rejected, 42%, 0:17 left`. The last two parts are only there if the size of the
 * file is known.
 */
export function progressLine({ read, rejected, bytesRead, totalBytes, seconds }: ImportProgress): string {
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
 * The error of a completed import in which all lines, or more than `maxRejects`, were rejected; else null.
 * @param maxRejects undefined for no limit
 */
export function verdictOn({ read, rejected }: ImportSummary, maxRejects: number | undefined): CommandError | null {
  if (maxRejects !== undefined && rejected > maxRejects)
    return new PartialCommandError(`${rejected} of ${read} lines were rejected; --max-rejects allows ${maxRejects}`);
  if (read === 0 || rejected < read) return null;
  return new PartialCommandError(
    `Nothing was imported: ${read === 1 ? 'the only line was' : `all ${read} lines were`} rejected`,
  );
}

/**
 * The warning about profile pages on a host that NETWORK_HOSTS does not list, with the setting to add.
 * @param hosts the hosts of the setting; null without it
 */
export function siteLine(site: string, hosts: readonly string[] | null): string {
  const setting = `NETWORK_HOSTS=${[...(hosts ?? []), site].join(',')}`;
  return hosts === null
    ? `The file has profile pages on ${site}, which answers show on network.com; set ${setting} to show them on ${site}`
    : `The file has profile pages on ${site}, which are not imported; set ${setting} to import them`;
}

const maxNames = 20;

/** The message about ignored members, with the first of their names: `Ignored: industy, Record ID and 3 more`. */
export function ignoredLine(names: ReadonlySet<string>): string {
  const shownNames = [...names].slice(0, maxNames).map((name) => name.replace(/\p{C}/gu, '\uFFFD'));
  const more = names.size - shownNames.length;
  return `Ignored: ${shownNames.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
