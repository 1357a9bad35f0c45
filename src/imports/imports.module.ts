import { Module } from '@nestjs/common';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { ImportHistory } from './history/import-history.sql.js';
import { ImportUndoService } from './history/import-undo.service.js';
import { DuplicatesService } from './duplicates/duplicates.service.js';
import { DuplicatesSql } from './duplicates/duplicates.sql.js';
import { RecordMergeService } from './merges/record-merge.service.js';
import { RecordNames } from './merges/record-names.sql.js';
import { FollowListService } from './follow-list.service.js';
import { ImportService } from './import.service.js';
import { ImportJournal } from './import-journal.sql.js';

@Module({
  imports: [PrivacyModule, TenancyModule],
  providers: [
    ...[ImportService, ImportJournal, ImportHistory, ImportUndoService, FollowListService],
    ...[RecordNames, RecordMergeService, DuplicatesSql, DuplicatesService],
  ],
  exports: [
    ImportService,
    ImportJournal,
    ImportHistory,
    ImportUndoService,
    FollowListService,
    RecordMergeService,
    DuplicatesService,
  ],
})
export class ImportsModule {}
