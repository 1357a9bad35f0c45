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

/** Where progress is shown: standard error, usually. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const SECONDS_BETWEEN_PAINTS = 0.1;
const SECONDS_BETWEEN_LINES = 30;
const BACK_AND_CLEAR = '\r\u001b[2K';

/** Shows progress in one line of a terminal that is written over; anywhere else in a plain line now and then. */
export class ProgressDisplay {
  private shownAt = 0;
  private isPainted = false;

  constructor(private readonly output: ProgressOutput) {}

  show(progress: ImportProgress): void {
    const isTerminal = this.output.isTTY === true;
    const pause = isTerminal ? SECONDS_BETWEEN_PAINTS : SECONDS_BETWEEN_LINES;
    if (progress.seconds - this.shownAt < pause) return;
    this.shownAt = progress.seconds;
    this.isPainted = isTerminal;
    this.output.write(isTerminal ? `${BACK_AND_CLEAR}${progressLine(progress)}` : `${progressLine(progress)}\n`);
  }

  /** Writes a line that stays, and not into the one that is written over. */
  note(text: string): void {
    this.end();
    this.output.write(`${text}\n`);
  }

  /** Takes the line away, so that what is written next begins at the margin. */
  end(): void {
    if (this.isPainted) this.output.write(BACK_AND_CLEAR);
    this.isPainted = false;
  }
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
