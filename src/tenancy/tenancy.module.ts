import { Module } from '@nestjs/common';
import { KeyRepository } from './tenants/key.repository.js';
import { KeyService } from './tenants/key.service.js';
import { QueryCountProcessor } from './query-fields/query-count.processor.js';
import { QueryCountRepository } from './query-fields/query-count.repository.js';
import { QueryCountService } from './query-fields/query-count.service.js';
import { QueryFieldReader } from './query-fields/query-field.reader.js';
import { QueryFieldRepository } from './query-fields/query-field.repository.js';
import { QueryFieldSql } from './query-fields/query-field.sql.js';
import { QueryFieldService } from './query-fields/query-field.service.js';
import { TenantDeletionSql } from './tenants/tenant-deletion.sql.js';
import { TenantRepository } from './tenants/tenant.repository.js';
import { TenantService } from './tenants/tenant.service.js';

@Module({
  providers: [
    TenantRepository,
    TenantDeletionSql,
    TenantService,
    KeyRepository,
    KeyService,
    QueryFieldRepository,
    QueryFieldSql,
    QueryFieldReader,
    QueryFieldService,
    QueryCountRepository,
    QueryCountService,
    QueryCountProcessor,
  ],
  exports: [TenantService, KeyService, QueryFieldReader, QueryFieldService, QueryCountService],
})
export class TenancyModule {}
