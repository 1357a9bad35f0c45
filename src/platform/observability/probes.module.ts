import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DatabaseProbe } from './database-probe.sql.js';
import { Probes } from './probes.js';

/** Whether this process is ready. `/health` and `/ready` of the API say so, and `/ready` at the port for metrics. */
@Module({ imports: [DiscoveryModule], providers: [DatabaseProbe, Probes], exports: [Probes] })
export class ProbesModule {}
