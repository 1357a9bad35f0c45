// SQL because the trial write uses a temporary table.
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { type Probe, time, timeoutMs } from './database-probe.js';

export interface DatabaseState extends Omit<Probe, 'status'> {
  /**
   * `unsteady`: the database answers, but a recent statement timed out. `refuses_writes`: it answers, but its disk is full or it is
   * read-only.
   */
  readonly status: Probe['status'] | 'unsteady' | 'refuses_writes';
}

/** How long the status is `unsteady` after a statement timed out, in milliseconds. */
const unsteadyMs = 30_000;
/** How long the status is `refuses_writes` after a rejected write: on a nearly full disk the next write may succeed. */
const refusalMs = 10_000;
/** The interval of trial writes, in milliseconds. */
const tryWriteMs = 30_000;
const writeTimeoutMs = 3_000;

/** Fills a megabyte with nearly empty pages of a temporary table: that needs disk space, and its catalogue rows need WAL. */
const tryWrite = `
  create temp table write_probe (filler bigint) with (fillfactor = 10) on commit drop;
  insert into write_probe select generate_series(1, 3000)`;

/** The state of the database, by pings and by the outcomes of this process's statements. */
@Injectable()
export class DatabaseProbe {
  private wroteAt = -Infinity;

  constructor(private readonly database: Database) {}

  async state(): Promise<DatabaseState> {
    const { watch } = this.database;
    const asked = await time(() => watch.limitedTo(timeoutMs).ping());
    if (asked.status !== 'ok') return asked;
    if (await this.refusesWrites()) return { ...asked, status: 'refuses_writes' };
    return watch.sinceSilence < unsteadyMs ? { ...asked, status: 'unsteady' } : asked;
  }

  /** Null without a replica. */
  async replicaState(): Promise<Probe | null> {
    const { replica } = this.database;
    return replica === null ? null : time(() => replica.watch.limitedTo(timeoutMs).ping());
  }

  /** Tries a write at intervals, and after every rejected write. */
  private async refusesWrites(): Promise<boolean> {
    const { watch } = this.database;
    if (watch.sinceRefusedWrite < refusalMs) return true;
    const sinceWrite = performance.now() - this.wroteAt;
    if (sinceWrite < Math.min(tryWriteMs, watch.sinceRefusedWrite)) return false;
    try {
      await watch.limitedTo(writeTimeoutMs).query(tryWrite);
      this.wroteAt = performance.now();
    } catch {
      // The watch records rejected writes; other errors do not mean that writes are rejected.
    }
    return watch.sinceRefusedWrite < refusalMs;
  }
}
