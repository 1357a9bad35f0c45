import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { singleLine } from '../errors/command-error.js';

/**
 * How long notes are kept in memory before they are written, in milliseconds. The time begins with the first note that is not yet
 * written.
 */
const pauseMs = 3_000;
/** As soon as there are this many notes, they are written at once. */
const maxPending = 20_000;
/**
 * The maximum number of notes that are kept in memory while the database is unavailable. If there are more, the later ones are
 * dropped.
 */
export const maxKept = 200_000;

/**
 * What requests noted. Each key says what happened to some records, and the value has the ids of these records. For example, the key
 * `2026-11-25 acme` of a disclosure means that on this day the tenant `acme` received the persons with these ids.
 */
export type Notes = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Collects short notes that requests make about records, such as that a record was disclosed. The notes are kept in memory, each
 * only once, and written to the database together every few seconds, so that no request waits for it. If the process is killed,
 * the notes of the last seconds are lost.
 */
export abstract class WriteBehind implements OnApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private pending = new Map<string, Set<string>>();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;

  /**
   * Makes a collection that is still empty.
   * @param what the plural noun by which log lines call the notes, such as `disclosures`
   */
  protected constructor(private readonly what: string) {}

  /**
   * Writes notes to the database. Some of them may have been written before. If this method throws, the notes are kept and
   * written again later.
   */
  protected abstract write(notes: Notes): Promise<void>;

  /** Whether this process knows that it has already written this note. Such a note is not collected again. */
  protected isWritten(_key: string, _id: string): boolean {
    return false;
  }

  protected add(key: string, ids: Iterable<string>): void {
    const noted = this.pending.get(key) ?? new Set();
    this.pending.set(key, noted);
    for (const id of ids) {
      if (noted.has(id) || this.count >= maxKept || this.isWritten(key, id)) continue;
      noted.add(id);
      this.count += 1;
    }
    if (this.count >= maxPending) void this.flush();
    else if (this.count > 0) this.timer ??= setTimeout(() => void this.flush(), pauseMs).unref();
  }

  /** Writes all collected notes now. If that fails, they are kept and written again later. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { pending } = this;
    if (this.count === 0) return;
    this.pending = new Map();
    this.count = 0;
    try {
      await this.write(pending);
    } catch (error) {
      this.logger.warn(
        `The ${this.what} of the last seconds could not be written, and will be written later: ${singleLine(error)}`,
      );
      for (const [key, ids] of pending) this.pending.set(key, new Set([...ids, ...(this.pending.get(key) ?? [])]));
      this.count = [...this.pending.values()].reduce((sum, ids) => sum + ids.size, 0);
      this.timer ??= setTimeout(() => void this.flush(), pauseMs).unref();
    }
  }

  /** Writes the last notes. This is the last hook of a shutdown, when all requests have been answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}
