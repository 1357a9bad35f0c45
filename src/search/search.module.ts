import { Module } from '@nestjs/common';
import { CompanyModule } from '../company/company.module.js';
import { EnrichmentModule } from '../enrichment/enrichment.module.js';
import { PersonModule } from '../person/person.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { InterpretationService } from './interpretation.service.js';
import { SearchReader } from './filters/search.reader.js';
import { SearchCharges } from './search-charges.sql.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';
import { SearchValuesModule } from './values/search-values.module.js';

@Module({
  imports: [EnrichmentModule, TenancyModule, CompanyModule, PersonModule, SearchValuesModule],
  controllers: [SearchController],
  providers: [SearchService, InterpretationService, SearchReader, SearchCharges],
  exports: [SearchService],
})
export class SearchModule {}
