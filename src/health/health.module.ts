import { Module } from '@nestjs/common';
import { ProbesModule } from '../platform/observability/probes.module.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { WorkerProcessesSql } from './worker-processes.sql.js';
import { WorkerWatch } from './worker-watch.js';

@Module({
  imports: [ProbesModule],
  controllers: [HealthController],
  providers: [HealthService, WorkerWatch, WorkerProcessesSql],
})
export class HealthModule {}
