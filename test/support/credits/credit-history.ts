import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { charges, type CreditFeature } from '../../../src/billing/credits/credit-amounts.js';
import { Ledger } from '../../../src/billing/credits/ledger.sql.js';
import type { Database } from '../../../src/platform/database/database.js';

export interface Spending {
  readonly tenant: string;
  readonly requestId: string;
  readonly keyId?: string;
  readonly endpoint?: string;
  /** Credits to reserve, by feature. */
  readonly reserve: Partial<Record<CreditFeature, number>>;
  /** Credits to charge; without it, the hold stays pending. */
  readonly settle?: Partial<Record<CreditFeature, number>>;
}

/** Reserves and charges credits as a request does. */
export async function spend(app: NestExpressApplication, spending: Spending): Promise<void> {
  const { tenant, requestId, keyId = null, endpoint = null, reserve, settle } = spending;
  const ledger = app.get(Ledger, { strict: false });
  const holdId = randomUUID();
  const origin = { tenantId: tenant, requestId, keyId, endpoint };
  const { outcome } = await ledger.reserve({ holdId, origin, amounts: charges(reserve), lifeSeconds: 300 });
  if (outcome !== 'reserved') throw new Error(`The reservation was ${outcome}`);
  if (settle !== undefined) await ledger.settle(holdId, tenant, charges(settle));
}

/** The time and feature of a past entry. */
interface PastEntry {
  readonly at: string;
  readonly feature?: CreditFeature;
  readonly requestId?: string;
}

type PastMovement = PastEntry &
  ({ readonly reserve: number } | { readonly post: number; readonly of: number } | { readonly expire: number });

/** Inserts ledger entries of a tenant with times in the past, each with a hold of its own. */
export async function storeMovements({ pool }: Database, tenant: string, movements: PastMovement[]): Promise<void> {
  for (const movement of movements) {
    const { at, feature = 'data_access', requestId = 'past' } = movement;
    await pool.query(
      `insert into credit_entry (tenant_id, feature, hold_id, request_id, kind, posted_delta, pending_delta, created_at)
       values ($1, $2, gen_random_uuid(), $3, $4, $5, $6, $7)`,
      [tenant, feature, requestId, ...deltasOf(movement), at],
    );
  }
}

function deltasOf(movement: PastMovement): [kind: string, posted: number, pending: number] {
  if ('reserve' in movement) return ['reserve', 0, movement.reserve];
  return 'post' in movement ? ['post', movement.post, -movement.of] : ['expire', 0, -movement.expire];
}
