import { Injectable } from '@nestjs/common';
import type { CreditAccount, Prisma } from '../../generated/prisma/client.js';
import { Database } from '../../platform/database/database.js';
import type { CreditFeature } from './credit-amounts.js';
import { afterCharges, lapsesOf, type LapsingGrant } from './lapsing-grants.js';

/** What is stored of a grant beside its amount. */
export interface GrantTerms {
  readonly note: string | null;
  /** The last day on which the credits can be used, in UTC as `YYYY-MM-DD`; null for credits that do not lapse. */
  readonly lastDay: string | null;
  /** The first day of the month for which a plan grants the credits; null for a grant by an operator. */
  readonly month: string | null;
}

/** A grant as it is listed. */
export interface StoredGrant extends GrantTerms {
  readonly feature: CreditFeature;
  readonly amount: number;
  /** The credits that would be taken back if the grant lapsed now; null for a grant that does not lapse, or has lapsed. */
  readonly left: number | null;
  /** The credits that were taken back after the last day; null for a grant that has not lapsed. */
  readonly lapsed: number | null;
  readonly createdAt: Date;
}

/** A day after the last day of each grant. */
const endOfTime = '9999-99-99';

/** Lists grants, and takes back what is left of those whose last day has passed. */
@Injectable()
export class LapsingGrantsRepository {
  constructor(private readonly database: Database) {}

  /** Takes back what is left of the grants of an account whose last day has passed. @param today the present day, `YYYY-MM-DD` */
  async lapse(tenantId: string, feature: CreditFeature, today: string): Promise<void> {
    await this.database.prisma.$transaction(async (tx) => {
      const account = await lockAccount(tx, tenantId, feature);
      const { grants, attributed } = await attributeCharges(tx, account);
      const lapses = lapsesOf(grants, amountsOf(account, attributed), today);
      for (const { id, amount } of lapses) {
        await tx.creditGrant.update({ where: { id }, data: { lapsed: amount } });
        if (amount === 0) continue;
        await tx.creditEntry.create({ data: { tenantId, feature, kind: 'lapse', grantedDelta: -amount } });
      }
      const total = lapses.reduce((sum, { amount }) => sum + amount, 0);
      const reserved = lapses.reduce((sum, lapse) => sum + lapse.reserved, 0);
      if (total + reserved === 0) return;
      await tx.creditAccount.update({
        where: { tenantId_feature: { tenantId, feature } },
        data: { granted: { decrement: total }, attributed: { increment: reserved } },
      });
    });
  }

  /** The newest grants of a tenant, at most `limit`, the newest first. */
  async newest(tenantId: string, limit: number): Promise<StoredGrant[]> {
    const { prisma } = this.database;
    const [rows, accounts] = await Promise.all([
      prisma.creditGrant.findMany({ where: { tenantId }, orderBy: { id: 'desc' }, take: limit }),
      prisma.creditAccount.findMany({ where: { tenantId } }),
    ]);
    const open = await Promise.all(
      accounts.map(async (account) => {
        const { grants, attributed } = attributionOf(account, await lapsingGrants(prisma, account));
        return lapsesOf(grants, amountsOf(account, attributed), endOfTime);
      }),
    );
    const leftOf = new Map(open.flat().map(({ id, amount }) => [id, amount]));
    return rows.map(({ id, feature, amount, note, lastDay, month, lapsed, createdAt }) => ({
      ...{ feature, amount: Number(amount), note, lastDay: dayText(lastDay), month: dayText(month) },
      ...{ left: leftOf.get(id) ?? null, lapsed: lapsed === null ? null : Number(lapsed), createdAt },
    }));
  }
}

/** Locks an account, so that no other transaction changes its amounts before the commit. An account that does not exist is created. */
export async function lockAccount(
  { creditAccount }: Prisma.TransactionClient,
  tenantId: string,
  feature: CreditFeature,
): Promise<CreditAccount> {
  return creditAccount.upsert({
    where: { tenantId_feature: { tenantId, feature } },
    create: { tenantId, feature },
    // This changes no value; it only takes the lock.
    update: { granted: { increment: 0 } },
  });
}

interface Attribution {
  /** The grants that are to lapse, with their present use. */
  readonly grants: readonly LapsingGrant[];
  /** The credits that are attributed now: the charged ones, and those that were reserved when their grant lapsed. */
  readonly attributed: number;
}

/**
 * Attributes the credits that were charged since the last time to the grants of a locked account that are to lapse. It is called before a
 * grant joins or leaves these, so all charges in between had the same grants.
 */
export async function attributeCharges(tx: Prisma.TransactionClient, account: CreditAccount): Promise<Attribution> {
  const { tenantId, feature } = account;
  const before = await lapsingGrants(tx, account);
  const { grants, attributed } = attributionOf(account, before);
  const usedBefore = new Map(before.map(({ id, used }) => [id, used]));
  for (const { id, used } of grants)
    if (usedBefore.get(id) !== used) await tx.creditGrant.update({ where: { id }, data: { used } });
  await tx.creditAccount.update({ where: { tenantId_feature: { tenantId, feature } }, data: { attributed } });
  return { grants, attributed };
}

/** The grants of an account that are to lapse, with the use that was attributed to them so far. */
async function lapsingGrants(
  { creditGrant }: Pick<Prisma.TransactionClient, 'creditGrant'>,
  { tenantId, feature }: Pick<CreditAccount, 'tenantId' | 'feature'>,
): Promise<LapsingGrant[]> {
  const rows = await creditGrant.findMany({ where: { tenantId, feature, lastDay: { not: null }, lapsed: null } });
  return rows.map(({ id, amount, used, lastDay }) => ({
    ...{ id, amount: Number(amount), used: Number(used), lastDay: dayText(lastDay) ?? '' },
  }));
}

function attributionOf({ posted, attributed }: CreditAccount, grants: readonly LapsingGrant[]): Attribution {
  const charged = Math.max(Number(posted - attributed), 0);
  return { grants: afterCharges(grants, charged), attributed: Number(attributed) + charged };
}

function amountsOf({ granted, posted, pending, isUnlimited }: CreditAccount, attributed: number) {
  return { granted: Number(granted), posted: Number(posted), pending: Number(pending), attributed, isUnlimited };
}

export function dayText(day: Date | null): string | null {
  return day?.toISOString().slice(0, 10) ?? null;
}

export function dateOf(day: string | null): Date | null {
  return day === null ? null : new Date(`${day}T00:00:00Z`);
}
