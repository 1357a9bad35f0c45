import { Module } from '@nestjs/common';
import { LedgerArchiveService } from './ledger-archive.service.js';
import { LedgerArchiveSql } from './ledger-archive.sql.js';

/** Archives of the ledger, for commands. */
@Module({ providers: [LedgerArchiveSql, LedgerArchiveService], exports: [LedgerArchiveService] })
export class LedgerArchiveModule {}
