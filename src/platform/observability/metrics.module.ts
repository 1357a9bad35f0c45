import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { QueueDashboard } from '../queue/queue-dashboard.js';
import { ProbesModule } from './probes.module.js';
import { MetricsServer, PlatformGauges } from './metrics-server.js';

/** The metrics of service and worker processes. Commands have none, because they end before Prometheus could read them. */
@Module({
  imports: [DiscoveryModule, ProbesModule],
  providers: [PlatformGauges, QueueDashboard, MetricsServer],
})
export class MetricsModule {}
