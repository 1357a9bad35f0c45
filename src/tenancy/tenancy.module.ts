import { Module } from '@nestjs/common';
import { KeyRepository } from './key.repository.js';
import { KeyService } from './key.service.js';
import { QueryFieldRepository } from './query-field.repository.js';
import { TenantRepository } from './tenant.repository.js';
import { TenantService } from './tenant.service.js';

@Module({
  providers: [TenantRepository, TenantService, KeyRepository, KeyService, QueryFieldRepository],
  exports: [TenantService, KeyService, QueryFieldRepository],
})
export class TenancyModule {}
