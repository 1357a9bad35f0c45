import { Module } from '@nestjs/common';
import { DatabaseProbe } from './database-probe.sql.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';

@Module({ controllers: [HealthController], providers: [DatabaseProbe, HealthService] })
export class HealthModule {}
