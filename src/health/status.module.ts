import { Module } from '@nestjs/common';
import { StatusSql } from './status.sql.js';
import { StatusService } from './status.service.js';
import { WorkerProcessesSql } from './worker-processes.sql.js';

/** The state of the installation, for `admin status`. It is not part of `HealthModule`, because commands do not load HTTP. */
@Module({
  providers: [StatusSql, StatusService, WorkerProcessesSql],
  exports: [StatusService],
})
export class StatusModule {}
