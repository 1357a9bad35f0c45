import { Module } from '@nestjs/common';
import { CompanyModule } from '../company/company.module.js';
import { EnrichmentModule } from '../enrichment/enrichment.module.js';
import { SignalsModule } from '../signals/signals.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CandidateReader } from './candidate.reader.js';
import { EmployerReader } from './employer.reader.js';
import { PersonController } from './person.controller.js';
import { PersonLookupService } from './person-lookup.service.js';
import { PersonReader } from './person.reader.js';
import { PersonResolutionService } from './person-resolution.service.js';
import { PersonService } from './person.service.js';
import { WordCountReader } from './word-count.reader.js';
import { PrivacyModule } from '../privacy/privacy.module.js';

@Module({
  imports: [EnrichmentModule, TenancyModule, CompanyModule, SignalsModule, PrivacyModule],
  controllers: [PersonController],
  providers: [
    PersonService,
    PersonLookupService,
    PersonResolutionService,
    PersonReader,
    CandidateReader,
    EmployerReader,
    WordCountReader,
  ],
  exports: [PersonService, PersonLookupService],
})
export class PersonModule {}
