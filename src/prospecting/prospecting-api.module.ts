import { Module } from '@nestjs/common';
import { ProspectingController } from './prospecting.controller.js';
import { ProspectingModule } from './prospecting.module.js';
import { RunStartModule } from './run-start.module.js';

/** Runs over HTTP. */
@Module({ imports: [ProspectingModule, RunStartModule], controllers: [ProspectingController] })
export class ProspectingApiModule {}
