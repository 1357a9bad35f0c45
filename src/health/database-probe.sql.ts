// SQL for a trial write into a temporary table.
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { type Probe, time, timeoutMs } from './database-probe.js';

export interface DatabaseState extends Omit<Probe, 'status'> {
  /**
   * `unsteady`: it answers, but has left a statement unanswered of late. `refuses_writes`: it answers, but its disk is full, or it
   * is read-only.
   */
  readonly status: Probe['status'] | 'unsteady' | 'refuses_writes';
}

/** How long one unanswered statement is told of, in milliseconds. */
const unsteadyMs = 30_000;
/** The same of a write that was refused: on a disk that is nearly full the next one may succeed. */
const refusalMs = 10_000;
/** How often a write is tried without cause, in milliseconds. */
const tryWriteMs = 30_000;
const writeTimeoutMs = 3_000;

/** A megabyte in pages of a temporary table, which are nearly empty: the disk must have room, and its catalogues are logged. */
const tryWrite = `
  create temp table write_probe (filler bigint) with (fillfactor = 10) on commit drop;
  insert into write_probe select generate_series(1, 3000)`;

/** How the database fares, by asking it and by what became of the statements of this process. */
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

  /** Null where there is no replica. */
  async replicaState(): Promise<Probe | null> {
    const { replica } = this.database;
    return replica === null ? null : time(() => replica.watch.limitedTo(timeoutMs).ping());
  }

  /** A write is tried now and then, and whenever the last one that is known of was refused. */
  private async refusesWrites(): Promise<boolean> {
    const { watch } = this.database;
    if (watch.sinceRefusedWrite < refusalMs) return true;
    const sinceWrite = performance.now() - this.wroteAt;
    if (sinceWrite < Math.min(tryWriteMs, watch.sinceRefusedWrite)) return false;
    try {
      await watch.limitedTo(writeTimeoutMs).query(tryWrite);
      this.wroteAt = performance.now();
    } catch {
      // What it says of the disk the watch has heard; anything else is no refusal.
    }
    return watch.sinceRefusedWrite < refusalMs;
  }
}
