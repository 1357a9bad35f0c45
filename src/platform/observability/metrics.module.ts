import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { QueueDashboard } from '../queue/queue-dashboard.js';
import { MetricsServer, PlatformGauges } from './metrics-server.js';

/** The metrics of the service and of workers. Commands have no metrics, because they end before a scrape. */
@Module({
  imports: [DiscoveryModule],
  providers: [PlatformGauges, QueueDashboard, MetricsServer],
})
export class MetricsModule {}
