// SQL for a trial write into a temporary table, which shows whether the database accepts writes.
import { Injectable, Optional } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type Probe, measureLatency, probeTimeoutMs } from './probe.js';

export interface DatabaseState extends Omit<Probe, 'status'> {
  /**
   * - `unsteady`: the database answers, but a recent statement timed out.
   * - `refuses_writes`: the database answers, but its disk is full or it is read-only.
   */
  readonly status: Probe['status'] | 'unsteady' | 'refuses_writes';
}

/** How long the status is `unsteady` after a statement timed out, in milliseconds. */
const unsteadyMs = 30_000;

/** Times in milliseconds. */
interface WriteChecks {
  /**
   * How long the status is `refuses_writes` after a rejected write, even if a later write succeeds. On a nearly full disk some writes
   * succeed and others fail.
   */
  readonly refusalMs: number;
  /** The interval of trial writes while no write is rejected. */
  readonly trialIntervalMs: number;
}

const defaultWriteChecks: WriteChecks = { refusalMs: 10_000, trialIntervalMs: 30_000 };
const writeTimeoutMs = 3_000;

/**
 * Writes about a megabyte of nearly empty pages into a temporary table, which needs disk space. Creating the table also writes to the
 * system catalogue, and so to the write-ahead log.
 */
const trialWrite = `
  create temp table write_probe (filler bigint) with (fillfactor = 10) on commit drop;
  insert into write_probe select generate_series(1, 3000)`;

/** Tells the state of the database from pings, from trial writes, and from the statements of this process that failed. */
@Injectable()
export class DatabaseProbe {
  private wroteAt = -Infinity;

  constructor(
    private readonly database: Database,
    @Optional() private readonly writeChecks = defaultWriteChecks,
  ) {}

  async state(): Promise<DatabaseState> {
    const { watch } = this.database;
    const ping = await measureLatency(() => watch.limitedTo(probeTimeoutMs).ping());
    if (ping.status !== 'ok') return ping;
    if (await this.refusesWrites()) return { ...ping, status: 'refuses_writes' };
    return watch.sinceSilence < unsteadyMs ? { ...ping, status: 'unsteady' } : ping;
  }

  /** The state of the read replica; null if none is configured. */
  async replicaState(): Promise<Probe | null> {
    const { replica } = this.database;
    return replica === null ? null : measureLatency(() => replica.watch.limitedTo(probeTimeoutMs).ping());
  }

  /**
   * Whether the database rejected a write in the last `refusalMs` milliseconds. If not, this tries a write of its own at intervals,
   * because the process itself may write rarely. After a rejection it tries at each call until a write succeeds or is rejected again.
   */
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
      // If the write was rejected, the statement watch has recorded the rejection. Other errors, such as a timeout, do not
      // mean that writes are rejected.
    }
    return watch.sinceRefusedWrite < refusalMs;
  }
}
