import { CallbackService } from '../../../src/prospecting/callback/callback.service.js';
import { CallbackSettingService } from '../../../src/prospecting/callback/callback-setting.service.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import { openReceiver, type CallbackReceiver } from './callback-receiver.js';
import { ofWorker, type TestService } from '../service/test-service.js';

/** A tenant with a callback receiver. */
export interface CallbackTenant {
  readonly tenant: string;
  readonly hook: CallbackReceiver;
  readonly secret: string;
}

/** Creates tenants with callback receivers, and closes the receivers at the end. */
export class CallbackTenants {
  private readonly hooks: CallbackReceiver[] = [];
  private tenants = 0;

  /** Creates a tenant with a receiver. */
  async open(service: TestService): Promise<CallbackTenant> {
    this.tenants += 1;
    const tenant = `tenant-${this.tenants}`;
    await service.issueKey(tenant);
    const hook = await this.openHook();
    return { tenant, hook, secret: await setCallback(service, tenant, hook.url) };
  }

  async openHook(): Promise<CallbackReceiver> {
    const hook = await openReceiver();
    this.hooks.push(hook);
    return hook;
  }

  /** Deletes all callbacks and closes all receivers. */
  async closeAll({ database }: TestService): Promise<void> {
    await Promise.all(this.hooks.splice(0).map((hook) => hook.close()));
    await database.pool.query('delete from callback_delivery');
  }
}

/** A stored callback. */
export interface StoredCallback {
  readonly attempts: number;
  /** The seconds until the next attempt, rounded up to a multiple of ten. */
  readonly waits: number;
  readonly isDelivered: boolean;
  readonly isGivenUp: boolean;
  readonly lastFailure: string | null;
}

/** Sets the callback URL of a tenant. @returns the secret that signs its callbacks */
export async function setCallback({ app }: TestService, tenant: string, url: string): Promise<string> {
  return (await app.get(CallbackSettingService, { strict: false }).set(tenant, url)).secret;
}

/** Sends all callbacks that are due. */
export async function deliver(service: TestService, signal = new AbortController().signal): Promise<void> {
  await (await ofWorker(service, CallbackService)).deliverDue(signal);
}

let lastId = 0;

/** Stores a run of the tenant and ends it, in one transaction, so that no worker claims it. @returns its id */
export async function endRun({ database }: TestService, tenant: string, status = 'success'): Promise<number> {
  lastId += 1;
  await inTransaction(database.pool, async (client) => {
    await client.query(
      `insert into prospecting_job (id, tenant_id, company_network_url) values ($1, $2, 'https://www.network.com/company/acme')`,
      [lastId, tenant],
    );
    await client.query(
      `update prospecting_job set status = $2::job_status, run_end_time = now(),
              failure_reason = case when $2 = 'failed' then 'Company not found' end
        where id = $1`,
      [lastId, status],
    );
  });
  return lastId;
}

/** The stored callback of a run; undefined without one. */
export async function callbackOf({ database }: TestService, jobId: number): Promise<StoredCallback | undefined> {
  const { rows } = await database.pool.query<StoredCallback>(
    `select attempts, (ceil(extract(epoch from next_at - clock_timestamp()) / 10) * 10)::float8 as waits,
            delivered_at is not null as "isDelivered", given_up_at is not null as "isGivenUp",
            last_failure as "lastFailure"
       from callback_delivery where job_id = $1`,
    [jobId],
  );
  return rows[0];
}

/** Makes all callbacks due now: ends the delay before their next attempt, or the lease of an attempt that is running. */
export async function endDelays({ database }: TestService): Promise<void> {
  await database.pool.query('update callback_delivery set next_at = clock_timestamp()');
}
