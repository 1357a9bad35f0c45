import { Module } from '@nestjs/common';
import { KeyRepository } from './key.repository.js';
import { KeyService } from './key.service.js';
import { QueryCountProcessor } from './query-count.processor.js';
import { QueryCountRepository } from './query-count.repository.js';
import { QueryCountService } from './query-count.service.js';
import { QueryFieldReader } from './query-field.reader.js';
import { QueryFieldRepository } from './query-field.repository.js';
import { QueryFieldService } from './query-field.service.js';
import { TeamRepository } from './team.repository.js';
import { TenantDeletionRepository } from './tenant-deletion.repository.js';
import { TenantRepository } from './tenant.repository.js';
import { TenantService } from './tenant.service.js';

@Module({
  providers: [
    TenantRepository,
    TenantDeletionRepository,
    TenantService,
    KeyRepository,
    KeyService,
    QueryFieldRepository,
    QueryFieldReader,
    QueryFieldService,
    QueryCountRepository,
    QueryCountService,
    QueryCountProcessor,
    TeamRepository,
  ],
  exports: [TenantService, KeyService, QueryFieldReader, QueryFieldService, QueryCountService, TeamRepository],
})
export class TenancyModule {}
