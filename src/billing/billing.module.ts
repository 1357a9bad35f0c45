import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CreditsModule } from './credits.module.js';
import { IdempotencyInterceptor, ReplayHeaders } from './idempotency/idempotency.interceptor.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { CreditController } from './usage/credit.controller.js';
import { FailedRequestService } from './usage/failed-request.service.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageReader } from './usage/usage.reader.js';
import { UsageService } from './usage/usage.service.js';

/** The parts of billing that only requests over HTTP need: idempotency keys, credit accounts and usage reports. */
@Module({
  imports: [CreditsModule],
  controllers: [UsageController, CreditController],
  providers: [
    FailedRequestService,
    UsageReader,
    UsageService,
    ReplayHeaders,
    IdempotencyService,
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
  exports: [UsageService, FailedRequestService, IdempotencyService],
})
export class BillingModule {}
