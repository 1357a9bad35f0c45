import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { passwordPauseMs, passwordPauseToken, QueueDashboard } from '../queue/queue-dashboard.js';
import { MetricsServer, PlatformGauges } from './metrics-server.js';

/** For the service and workers; commands end before a scrape. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: passwordPauseToken, useValue: passwordPauseMs },
    PlatformGauges,
    QueueDashboard,
    MetricsServer,
  ],
})
export class MetricsModule {}
