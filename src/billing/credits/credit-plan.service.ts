import { Injectable } from '@nestjs/common';
import { never } from '../../platform/async/with-timeout.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { knownFeature, readCreditNumber } from './credit-grant.service.js';
import { CreditPlanRepository, type CreditPlan } from './credit-plan.repository.js';
import { CreditScheduleService } from './credit-schedule.service.js';

/** The credits that tenants get each month. */
@Injectable()
export class CreditPlanService {
  constructor(
    private readonly tenants: TenantService,
    private readonly plans: CreditPlanRepository,
    private readonly schedule: CreditScheduleService,
  ) {}

  /**
   * Sets how many credits of a feature a tenant gets each month. The tenant gets those of the present month at once, if it has not got any
   * for it; a suspended tenant gets them when it is resumed.
   * @param amount an integer from 1 to 10^12
   * @param rest what happens at the end of the month with credits that are left
   * @throws CommandError when the tenant or feature does not exist or the amount is invalid
   */
  async set(tenantId: string, feature: string, amount: string, rest: 'lapses' | 'stays'): Promise<CreditPlan[]> {
    const plan = { feature: knownFeature(feature), amount: readCreditNumber(amount), lapses: rest === 'lapses' };
    await this.tenants.existing(tenantId);
    await this.plans.set(tenantId, plan);
    await this.schedule.grantMonth(tenantId, never);
    return this.plans.of(tenantId);
  }

  /**
   * Ends a plan. The tenant keeps the credits that it got.
   * @throws CommandError when the tenant or feature does not exist, or the tenant gets no credits of the feature each month
   */
  async remove(tenantId: string, feature: string): Promise<CreditPlan[]> {
    const known = knownFeature(feature);
    await this.tenants.existing(tenantId);
    if (!(await this.plans.remove(tenantId, known)))
      throw new CommandError(`Tenant "${tenantId}" gets no ${known} credits each month`);
    return this.plans.of(tenantId);
  }

  /** The plans of a tenant, in the order of `creditFeatures`. @throws CommandError when the tenant does not exist */
  async of(tenantId: string): Promise<CreditPlan[]> {
    await this.tenants.existing(tenantId);
    return this.plans.of(tenantId);
  }
}

/** A plan in the form that commands and the API for operators show. */
export function describePlan({ feature, amount, lapses, grantedMonth }: CreditPlan) {
  return { feature, amount, lapses, granted_month: grantedMonth };
}
