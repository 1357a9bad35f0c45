import { Module } from '@nestjs/common';
import { ProspectingController } from './prospecting.controller.js';
import { ProspectingModule } from './prospecting.module.js';

/** Runs over HTTP. */
@Module({ imports: [ProspectingModule], controllers: [ProspectingController] })
export class ProspectingApiModule {}
