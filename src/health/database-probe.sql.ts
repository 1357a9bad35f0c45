// SQL for a trial write into a temporary table.
import { Injectable, Optional } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { type Probe, measureLatency, timeoutMs } from './database-probe.js';

export interface DatabaseState extends Omit<Probe, 'status'> {
  /**
   * `unsteady`: the database answers, but a recent statement timed out. `refuses_writes`: it answers, but its disk is full or it is
   * read-only.
   */
  readonly status: Probe['status'] | 'unsteady' | 'refuses_writes';
}

/** How long the status is `unsteady` after a statement timed out, in milliseconds. */
const unsteadyMs = 30_000;
/** In milliseconds. */
interface WriteChecks {
  /** How long the status is `refuses_writes` after a rejected write: on a nearly full disk the next write may succeed. */
  readonly refusalMs: number;
  /** The interval of trial writes. */
  readonly trialIntervalMs: number;
}

const defaultWriteChecks: WriteChecks = { refusalMs: 10_000, trialIntervalMs: 30_000 };
const writeTimeoutMs = 3_000;

/** Fills a megabyte with nearly empty pages of a temporary table: that needs disk space, and its catalogue rows need WAL. */
const trialWrite = `
  create temp table write_probe (filler bigint) with (fillfactor = 10) on commit drop;
  insert into write_probe select generate_series(1, 3000)`;

/** The state of the database, by pings and by the outcomes of this process's statements. */
@Injectable()
export class DatabaseProbe {
  private wroteAt = -Infinity;

  constructor(
    private readonly database: Database,
    @Optional() private readonly writeChecks = defaultWriteChecks,
  ) {}

  async state(): Promise<DatabaseState> {
    const { watch } = this.database;
    const ping = await measureLatency(() => watch.limitedTo(timeoutMs).ping());
    if (ping.status !== 'ok') return ping;
    if (await this.refusesWrites()) return { ...ping, status: 'refuses_writes' };
    return watch.sinceSilence < unsteadyMs ? { ...ping, status: 'unsteady' } : ping;
  }

  /** Null without a replica. */
  async replicaState(): Promise<Probe | null> {
    const { replica } = this.database;
    return replica === null ? null : measureLatency(() => replica.watch.limitedTo(timeoutMs).ping());
  }

  /** Tries a write at intervals, and after every rejected write. */
  private async refusesWrites(): Promise<boolean> {
    const { watch } = this.database;
    const { refusalMs, trialIntervalMs } = this.writeChecks;
    if (watch.sinceRefusedWrite < refusalMs) return true;
    const sinceWrite = performance.now() - this.wroteAt;
    if (sinceWrite < Math.min(trialIntervalMs, watch.sinceRefusedWrite)) return false;
    try {
      await watch.limitedTo(writeTimeoutMs).query(trialWrite);
      this.wroteAt = performance.now();
    } catch {
      // The watch records rejected writes; other errors do not mean that writes are rejected.
    }
    return watch.sinceRefusedWrite < refusalMs;
  }
}
