import { Body, Param, Query } from '@nestjs/common';
import { removeCreditPlan, setCreditPlan } from '../billing/credits/credit.operations.js';
import { invalidDay } from '../billing/usage/usage.dto.js';
import {
  CreditChange,
  CreditGrant,
  CreditPlanSetting,
  creditsAnswer,
  grantsAnswer,
  installationUsageAnswer,
  NewestRequests,
  plansAnswer,
  requestsAnswer,
  UsageParameters,
} from './credits.dto.js';
import { Client, missing, OperatorRoute, OperatorRoutes, tooSmall } from './operator-route.js';
import { ListParameters, usualEntries } from './operator.dto.js';
import { OperatorService } from './operator.service.js';

/** The routes of operators about credits and usage. */
@OperatorRoutes()
export class CreditsController {
  constructor(private readonly operators: OperatorService) {}

  @OperatorRoute('GET /operator/v1/tenants/:tenant/credits', {
    command: 'credits show',
    summary: 'Get the credits',
    answer: creditsAnswer,
  })
  getCredits(@Param('tenant') tenant: string) {
    return this.operators.credits(tenant);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/credits/grant', {
    command: 'credits grant',
    summary: 'Grant credits',
    answer: creditsAnswer,
    fault: missing('body', 'feature'),
  })
  grantCredits(@Param('tenant') tenant: string, @Body() body: CreditGrant, @Client() client: string) {
    return this.operators.grantCredits(tenant, body, client);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/credits/revoke', {
    command: 'credits revoke',
    summary: 'Revoke granted credits that are neither consumed nor reserved',
    answer: creditsAnswer,
    fault: missing('body', 'feature'),
  })
  revokeCredits(@Param('tenant') tenant: string, @Body() body: CreditChange, @Client() client: string) {
    return this.operators.revokeCredits(tenant, body, client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/credits/grants', {
    command: 'credits grants',
    summary: 'List the grants of credits, the newest first',
    answer: grantsAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listGrants(@Param('tenant') tenant: string, @Query() { limit }: ListParameters) {
    return this.operators.grantsOf(tenant, limit ?? usualEntries);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/credits/plans', {
    command: 'credits plan',
    summary: 'List the credits that the tenant gets each month',
    answer: plansAnswer,
  })
  listPlans(@Param('tenant') tenant: string) {
    return this.operators.plansOf(tenant);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/credits/plans/:feature', {
    command: 'credits plan',
    summary: 'Set how many credits of a feature the tenant gets each month',
    answer: plansAnswer,
    fault: missing('body', 'amount'),
  })
  setPlan(
    @Param('tenant') tenant: string,
    @Param('feature') feature: string,
    @Body() { amount, lapses }: CreditPlanSetting,
    @Client() client: string,
  ) {
    return this.operators.perform(setCreditPlan(tenant, { feature, amount, lapses: lapses === true }), client);
  }

  @OperatorRoute('DELETE /operator/v1/tenants/:tenant/credits/plans/:feature', {
    command: 'credits plan',
    summary: 'Grant no more credits of a feature each month',
    answer: plansAnswer,
  })
  removePlan(@Param('tenant') tenant: string, @Param('feature') feature: string, @Client() client: string) {
    return this.operators.perform(removeCreditPlan(tenant, feature), client);
  }

  @OperatorRoute('GET /operator/v1/usage', {
    command: 'usage',
    summary: 'Get the usage of all tenants, or of one',
    answer: installationUsageAnswer,
    errors: ['RECORD_NOT_FOUND', 'SERVICE_BUSY'],
    fault: invalidDay,
  })
  getUsage(@Query() asked: UsageParameters) {
    return this.operators.usage(asked);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/requests', {
    command: 'tenant requests',
    summary: 'List the requests that reserved credits, the newest first',
    answer: requestsAnswer,
    errors: ['SERVICE_BUSY'],
    fault: tooSmall('query', 'limit'),
  })
  listRequests(@Param('tenant') tenant: string, @Query() { limit }: NewestRequests) {
    return this.operators.requestsOf(tenant, limit ?? usualEntries);
  }
}
