import { MAX_LINE_BYTES } from './text-lines.js';

/** A record as it was read, not yet judged. Members of CSV records are strings. */
export interface SourceRecord {
  /** Physical line on which the record starts, counted from 1. */
  readonly line: number;
  /** Size of its text. */
  readonly bytes: number;
  readonly record: Readonly<Record<string, unknown>>;
}

/** A line that holds no record, and why. */
export interface UnreadableLine {
  readonly line: number;
  readonly reason: string;
  /** As it was read; absent for a line that was too long to be kept. */
  readonly text?: string;
}

export type SourceEntry = SourceRecord | UnreadableLine;

export const lineTooLong = `the line is longer than ${MAX_LINE_BYTES} bytes`;
export const lineNotUtf8 = 'the line is not valid UTF-8; save the file as UTF-8';
