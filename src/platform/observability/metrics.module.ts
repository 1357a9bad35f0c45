import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { QueueDashboard } from '../queue/queue-dashboard.js';
import { MetricsServer, PlatformGauges } from './metrics-server.js';

/** For a process that can be watched; commands end too soon. */
@Module({ imports: [DiscoveryModule], providers: [PlatformGauges, QueueDashboard, MetricsServer] })
export class MetricsModule {}
