import { Module } from '@nestjs/common';
import { CreditsModule } from '../billing/credits.module.js';
import { CoverageModule } from '../coverage/coverage.module.js';
import { FollowsModule } from '../follows/follows.module.js';
import { StatusModule } from '../health/status.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { OperatorLogModule } from '../operations/operator-log.module.js';
import { OwnDocument } from '../platform/http/openapi/openapi.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { RunsModule } from '../prospecting/runs.module.js';
import { QueryFieldModule } from '../tenancy/query-field.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CreditsController } from './credits.controller.js';
import { ImportsController } from './imports.controller.js';
import { OperatorController } from './operator.controller.js';
import { OperatorKeyGuard } from './operator-key.guard.js';
import { OperatorService } from './operator.service.js';
import { RecordsController } from './records.controller.js';
import { TenantsController } from './tenants.controller.js';
import { UploadCleaningTimer } from './upload-cleaning.timer.js';
import { UploadController } from './upload.controller.js';
import { UploadFiles } from './upload-files.js';
import { UploadRepository } from './upload.repository.js';
import { UploadService } from './upload.service.js';

/** The API for operators; it is loaded only with `OPERATOR_API=on`. It has an OpenAPI document of its own. */
@OwnDocument()
@Module({
  imports: [
    OperatorLogModule,
    TenancyModule,
    QueryFieldModule,
    CreditsModule,
    FollowsModule,
    RunsModule,
    ImportsModule,
    PrivacyModule,
    StatusModule,
    CoverageModule,
  ],
  controllers: [
    TenantsController,
    CreditsController,
    ImportsController,
    UploadController,
    RecordsController,
    OperatorController,
  ],
  providers: [OperatorKeyGuard, OperatorService, UploadFiles, UploadRepository, UploadService, UploadCleaningTimer],
})
export class OperatorModule {}
