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
