import { Module } from '@nestjs/common';
import { StatusSql } from './status.sql.js';
import { StatusService } from './status.service.js';

/** The state of the installation, as operators ask for it, in a module of its own: commands load nothing of HTTP. */
@Module({
  providers: [StatusSql, StatusService],
  exports: [StatusService],
})
export class StatusModule {}
