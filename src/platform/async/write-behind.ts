import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { singleLine } from '../errors/command-error.js';

/** How long notes are kept in memory before they are written, in milliseconds. The time begins with the first note. */
const pauseMs = 3_000;
/** If there are at least this many notes, they are written at once. */
const maxPending = 20_000;
/** The maximum number of notes in memory while the database is unavailable. Later notes are dropped. */
export const maxKept = 200_000;

/** The noted ids, grouped by a text that says what was noted about them. */
export type Notes = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Collects what requests note about records in memory, each once, and writes it together every few seconds, so that no request waits for
 * it. If the process is killed, the notes of the last seconds are lost.
 */
export abstract class WriteBehind implements OnApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private pending = new Map<string, Set<string>>();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;

  /**
   * Makes a collection without notes.
   * @param what the noun for the notes in the log, such as `disclosures`
   */
  protected constructor(private readonly what: string) {}

  /** Writes notes that may have been written before. If it throws, they are kept for the next time. */
  protected abstract write(notes: Notes): Promise<void>;

  /** Whether this process remembers that it has already written a note. */
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

  /** Writes what was noted. If that fails, it is kept for the next time. */
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
      this.logger.warn(`The ${this.what} of the last seconds will be written later: ${singleLine(error)}`);
      for (const [key, ids] of pending) this.pending.set(key, new Set([...ids, ...(this.pending.get(key) ?? [])]));
      this.count = [...this.pending.values()].reduce((sum, ids) => sum + ids.size, 0);
      this.timer ??= setTimeout(() => void this.flush(), pauseMs).unref();
    }
  }

  /** Writes the last notes in the last hook of a shutdown, when all requests are answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}
