import { CallbackService } from '../../src/prospecting/callback/callback.service.js';
import { CallbackSettingService } from '../../src/prospecting/callback/callback-setting.service.js';
import { openReceiver, type CallbackReceiver } from './callback-receiver.js';
import { ofWorker, type TestService } from './test-service.js';

/** A tenant that hears of the ends of its runs. */
export interface Listener {
  readonly tenant: string;
  readonly hook: CallbackReceiver;
  readonly secret: string;
}

/** Opens listeners, and closes what it has opened. */
export class Listeners {
  private readonly hooks: CallbackReceiver[] = [];
  private tenants = 0;

  /** A tenant of its own, with a receiver of its own. */
  async open(service: TestService): Promise<Listener> {
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

  /** Nothing is left to announce, or to receive it. */
  async closeAll({ database }: TestService): Promise<void> {
    await Promise.all(this.hooks.splice(0).map((hook) => hook.close()));
    await database.pool.query('delete from callback_delivery');
  }
}

/** What is stored of an announcement. */
export interface StoredCallback {
  readonly attempts: number;
  /** Seconds until the next attempt, rounded up to ten. */
  readonly waits: number;
  readonly isDelivered: boolean;
  readonly isGivenUp: boolean;
  readonly lastFailure: string | null;
}

/** Has the ends of the tenant's runs announced there. @returns the secret */
export async function setCallback({ app }: TestService, tenant: string, url: string): Promise<string> {
  return (await app.get(CallbackSettingService, { strict: false }).set(tenant, url)).secret;
}

/** One round of a worker. */
export async function deliver(service: TestService, signal = new AbortController().signal): Promise<void> {
  await (await ofWorker(service, CallbackService)).deliverDue(signal);
}

let lastId = 0;

/** Stores a run of the tenant and ends it. @returns its id */
export async function endRun({ database }: TestService, tenant: string, status = 'success'): Promise<number> {
  lastId += 1;
  await database.pool.query(
    `insert into prospecting_job (id, tenant_id, company_network_url) values ($1, $2, 'https://www.network.com/company/acme')`,
    [lastId, tenant],
  );
  await database.pool.query(
    `update prospecting_job set status = $2::job_status, run_end_time = now(),
            failure_reason = case when $2 = 'failed' then 'Company not found' end
      where id = $1`,
    [lastId, status],
  );
  return lastId;
}

/** What is stored of the announcement of a run; undefined when there is none. */
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

/** Lets the wait for the next attempt, or the lease of the one under way, be over. */
export async function letTimePass({ database }: TestService): Promise<void> {
  await database.pool.query('update callback_delivery set next_at = clock_timestamp()');
}
