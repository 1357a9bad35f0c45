import { Module } from '@nestjs/common';
import { KeyRepository } from './tenants/key.repository.js';
import { KeyService } from './tenants/key.service.js';
import { FactReader } from './query-fields/fact.reader.js';
import { QueryFieldReader } from './query-fields/query-field.reader.js';
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
    QueryFieldReader,
    FactReader,
  ],
  exports: [TenantService, KeyService, QueryFieldReader, FactReader],
})
export class TenancyModule {}
