import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DatabaseProbe } from './database-probe.sql.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';

@Module({ imports: [DiscoveryModule], controllers: [HealthController], providers: [DatabaseProbe, HealthService] })
export class HealthModule {}
