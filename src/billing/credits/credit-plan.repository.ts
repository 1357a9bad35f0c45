import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { CreditFeature } from './credit-amounts.js';

/** How many credits of a feature a tenant gets each month. */
interface GivenPlan {
  readonly feature: CreditFeature;
  readonly amount: number;
  /** Whether what is left of the credits at the end of the month lapses. */
  readonly lapses: boolean;
}

export interface CreditPlan extends GivenPlan {
  /** The last month whose credits were granted, as `YYYY-MM`; null if none was. */
  readonly grantedMonth: string | null;
}

@Injectable()
export class CreditPlanRepository {
  constructor(private readonly database: Database) {}

  async set(tenantId: string, { feature, ...plan }: GivenPlan): Promise<void> {
    await this.database.prisma.creditPlan.upsert({
      where: { tenantId_feature: { tenantId, feature } },
      create: { tenantId, feature, ...plan },
      update: plan,
    });
  }

  /** @returns whether there was such a plan */
  async remove(tenantId: string, feature: CreditFeature): Promise<boolean> {
    return (await this.database.prisma.creditPlan.deleteMany({ where: { tenantId, feature } })).count > 0;
  }

  async of(tenantId: string): Promise<CreditPlan[]> {
    const { creditPlan, creditGrant } = this.database.prisma;
    const plans = await creditPlan.findMany({ where: { tenantId }, orderBy: { feature: 'asc' } });
    const months = await creditGrant.groupBy({ by: ['feature'], where: { tenantId }, _max: { month: true } });
    return plans.map(({ feature, amount, lapses }) => {
      const month = months.find((each) => each.feature === feature)?._max.month ?? null;
      return { feature, amount: Number(amount), lapses, grantedMonth: month?.toISOString().slice(0, 7) ?? null };
    });
  }
}
