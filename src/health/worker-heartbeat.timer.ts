import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../platform/async/interval-timer.js';
import { WorkerProcessesSql } from './worker-processes.sql.js';

/** Stores every 15 seconds that this process, which runs jobs, is running. */
@Injectable()
export class WorkerHeartbeatTimer extends IntervalTimer {
  private readonly id = randomUUID();

  constructor(private readonly processes: WorkerProcessesSql) {
    super(15_000, 10_000);
  }

  override async round(): Promise<void> {
    await this.processes.note(this.id, hostname());
  }

  /** If the stop cannot be stored, the process stops counting as living some seconds later, because it is no longer seen. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.processes.noteStop(this.id).catch(() => undefined);
  }
}
