import { Module } from '@nestjs/common';
import { LedgerArchiveService } from './ledger-archive.service.js';
import { LedgerArchiveSql } from './ledger-archive.sql.js';

@Module({ providers: [LedgerArchiveSql, LedgerArchiveService], exports: [LedgerArchiveService] })
export class LedgerArchiveModule {}
