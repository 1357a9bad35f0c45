import { Inject, Injectable } from '@nestjs/common';
import { withTimeout } from '../../platform/async/with-timeout.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { type Callback, TenantService } from '../../tenancy/tenants/tenant.service.js';
import { CallbackRepository, type CallbackState } from './callback.repository.js';
import {
  allowedAddresses,
  ForbiddenTarget,
  hostOf,
  newCallbackSecret,
  parseTarget,
  webhookId,
} from './callback-request.js';

/** The timeout of the DNS lookup, in milliseconds. */
const lookupTimeoutMs = 3_000;

/** The form of the `Webhook-Id` of a callback. It has at most 18 digits, so that the number fits into a 64-bit id of the database. */
const webhookIdForm = /^(run|changes)_(\d{1,18})$/;

/** Sets and removes the URLs to which tenants get their callbacks, lists callbacks, and lets callbacks be sent again. */
@Injectable()
export class CallbackSettingService {
  constructor(
    private readonly tenants: TenantService,
    private readonly callbacks: CallbackRepository,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Sets the URL for the tenant's callbacks. Callbacks that are not delivered yet are sent to the new URL, too.
   * @returns the normalised URL, and a new secret that signs the callbacks. Show the secret to the operator now, because it cannot
   *   be read again.
   * @throws CommandError when there is no such tenant, the text is not a URL, or the URL leads to a forbidden address
   */
  async set(tenantId: string, url: string): Promise<Callback> {
    await this.tenants.existing(tenantId);
    const target = await this.usable(url);
    const callback = { url: target.href, secret: newCallbackSecret() };
    await this.tenants.setCallback(tenantId, callback);
    return callback;
  }

  /**
   * Removes the callback URL of a tenant.
   * @throws CommandError when there is no such tenant
   */
  async remove(tenantId: string): Promise<void> {
    await this.tenants.existing(tenantId);
    await this.tenants.setCallback(tenantId, null);
  }

  /**
   * Returns the newest callbacks of a tenant, the newest first.
   * @throws CommandError when there is no such tenant
   */
  async newest(tenantId: string, limit: number): Promise<CallbackState[]> {
    await this.tenants.existing(tenantId);
    return this.callbacks.newestOf(tenantId, limit);
  }

  /**
   * Lets callbacks be sent again, within seconds.
   * @param callback the `Webhook-Id` of one callback, even of one that was delivered; null for all callbacks that were given up
   * @returns the number of callbacks that will be sent
   * @throws CommandError when there is no such tenant or callback, or when the tenant has no callback URL
   */
  async repeat(tenantId: string, callback: string | null): Promise<number> {
    const { callbackUrl } = await this.tenants.existing(tenantId);
    if (callbackUrl === null) throw new CommandError(`Tenant "${tenantId}" has no callback URL; set one first`);
    if (callback === null) return this.callbacks.repeat(tenantId, 'given up');
    const [, about, number] = webhookIdForm.exec(callback) ?? [];
    const id = BigInt(number ?? 0);
    const repeated = await this.callbacks.repeat(tenantId, about === 'run' ? { jobId: id } : { id });
    if (repeated === 0)
      throw new CommandError(
        `Tenant "${tenantId}" has no callback ${JSON.stringify(callback)}; list its callbacks to see their ids`,
      );
    return repeated;
  }

  private async usable(url: string): Promise<URL> {
    const policy = this.config.callbackTargets;
    try {
      const target = parseTarget(url, policy);
      if (policy === 'public only') await this.lookUp(target);
      return target;
    } catch (error) {
      if (error instanceof ForbiddenTarget) throw new CommandError(error.message);
      throw error;
    }
  }

  /**
   * Looks the host up, so that a forbidden address is reported now and not at the first callback. A name that does not exist yet is
   * accepted, because it may exist when the first callback is sent.
   */
  private async lookUp(target: URL): Promise<void> {
    const addresses = allowedAddresses(hostOf(target), 'public only');
    await withTimeout(lookupTimeoutMs, 'the name is not found', addresses).catch((error: unknown) => {
      if (error instanceof ForbiddenTarget) throw error;
    });
  }
}

/** A callback as commands and the API for operators show it. */
export function describeCallback({ id, jobId, attempts, ...times }: CallbackState) {
  const { deliveredAt, givenUpAt, nextAt, lastFailure } = times;
  const state = deliveredAt !== null ? 'delivered' : givenUpAt !== null ? 'given up' : 'due';
  return {
    callback: webhookId({ id, jobId }),
    state,
    attempts,
    next_at: state === 'due' ? nextAt : null,
    delivered_at: deliveredAt,
    given_up_at: givenUpAt,
    last_failure: lastFailure,
  };
}
