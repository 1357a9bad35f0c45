import { Module } from '@nestjs/common';
import { BackupService } from './backup.service.js';
import { BackupSql } from './backup.sql.js';

@Module({ providers: [BackupSql, BackupService], exports: [BackupService] })
export class BackupModule {}
