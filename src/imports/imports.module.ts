import { Module } from '@nestjs/common';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { ImportHistory } from './history/import-history.sql.js';
import { AbsentRecordsService } from './absence/absent-records.service.js';
import { RecordRemovalService } from './undo/record-removal.service.js';
import { ImportUndoService } from './undo/import-undo.service.js';
import { DistinctionService } from './duplicates/distinction.service.js';
import { DistinctionsSql } from './duplicates/distinctions.sql.js';
import { DuplicatesService } from './duplicates/duplicates.service.js';
import { DuplicatesSql } from './duplicates/duplicates.sql.js';
import { RecordMergeService } from './merges/record-merge.service.js';
import { RecordNames } from './merges/record-names.sql.js';
import { FollowListService } from './follow-list.service.js';
import { ImportService } from './import.service.js';
import { ImportJournal } from './import-journal.sql.js';

const services = [
  ...[ImportService, ImportJournal, ImportHistory, ImportUndoService, RecordRemovalService, AbsentRecordsService],
  ...[FollowListService, RecordMergeService, RecordNames, DuplicatesService, DistinctionService],
];

@Module({
  imports: [PrivacyModule, TenancyModule],
  providers: [...services, DuplicatesSql, DistinctionsSql],
  exports: [...services],
})
export class ImportsModule {}
