import { Module } from '@nestjs/common';
import { OperatorLog } from './operator-log.sql.js';

/** The log of operators' commands, for `admin log`. */
@Module({ providers: [OperatorLog], exports: [OperatorLog] })
export class OperatorLogModule {}
