import { Module } from '@nestjs/common';
import { WorkerHeartbeatTimer } from './worker-heartbeat.timer.js';
import { WorkerProcessesSql } from './worker-processes.sql.js';

/** The heartbeat of processes that run jobs. */
@Module({ providers: [WorkerProcessesSql, WorkerHeartbeatTimer] })
export class HealthWorkerModule {}
