import { Module } from '@nestjs/common';
import { StatusReader } from './status.reader.js';
import { StatusService } from './status.service.js';

/** The state of the installation, as operators ask for it, in a module of its own: commands load nothing of HTTP. */
@Module({
  providers: [StatusReader, StatusService],
  exports: [StatusService],
})
export class StatusModule {}
