import { Module } from '@nestjs/common';
import { ProspectingController } from './prospecting.controller.js';
import { RunsModule } from './runs.module.js';
import { RunStartModule } from './run-start.module.js';

/** Runs over HTTP. */
@Module({ imports: [RunsModule, RunStartModule], controllers: [ProspectingController] })
export class ProspectingModule {}
