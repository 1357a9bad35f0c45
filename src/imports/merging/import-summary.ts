import { PartialRefusal, Refusal } from '../../platform/errors/command-error.js';

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

/** How far an import has come. */
export interface ImportProgress {
  /** Lines dealt with. */
  readonly read: number;
  readonly rejected: number;
  /** Identifiers that stayed with the record to which they belong already. */
  readonly contested: number;
  /** How much of the file has been read, as stored. */
  readonly bytesRead: number;
  /** Size of the file; null where it cannot be known. */
  readonly totalBytes: number | null;
  /** Since the import began. */
  readonly seconds: number;
}

/** `12,000 rows, 8,100 rows/s, 3 rejected, 42%, 0:17 left`; the last two only where the size is known. */
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
 * What a command ends with although the import went through: a refusal where every line was rejected, or more than may be.
 * @param maxRejects undefined for any number
 */
export function verdictOn({ read, rejected }: ImportSummary, maxRejects: number | undefined): Refusal | null {
  if (maxRejects !== undefined && rejected > maxRejects)
    return new PartialRefusal(`${rejected} of ${read} lines were rejected; --max-rejects allows ${maxRejects}`);
  if (read === 0 || rejected < read) return null;
  return new PartialRefusal(
    `Nothing was imported: ${read === 1 ? 'the only line was' : `all ${read} lines were`} rejected`,
  );
}

const maxNames = 20;

/** Members that were ignored, by name as far as a line has room: `Ignored: industy, Record ID and 3 more`. */
export function ignoredLine(names: ReadonlySet<string>): string {
  const told = [...names].slice(0, maxNames).map((name) => name.replace(/\p{C}/gu, '\uFFFD'));
  const more = names.size - told.length;
  return `Ignored: ${told.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
