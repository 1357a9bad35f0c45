import { Module } from '@nestjs/common';
import { Workers } from './workers.js';

/** For a process that works on jobs; commands do not. */
@Module({ providers: [Workers] })
export class WorkerModule {}
