import { Module } from '@nestjs/common';
import { ProbesModule } from '../platform/observability/probes.module.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';

@Module({ imports: [ProbesModule], controllers: [HealthController], providers: [HealthService] })
export class HealthModule {}
