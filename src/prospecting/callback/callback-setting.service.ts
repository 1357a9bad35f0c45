import { Inject, Injectable } from '@nestjs/common';
import { withTimeout } from '../../platform/async/with-timeout.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { type Callback, TenantService } from '../../tenancy/tenants/tenant.service.js';
import { allowedAddresses, ForbiddenTarget, hostOf, newCallbackSecret, parseTarget } from './callback-request.js';

/** The timeout of the DNS lookup, in milliseconds. */
const lookupTimeoutMs = 3_000;

/** Sets and removes the URLs to which tenants' callbacks are sent. */
@Injectable()
export class CallbackSettingService {
  constructor(
    private readonly tenants: TenantService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Sets the URL for the tenant's callbacks. Callbacks that are still to be delivered go to the new URL, too.
   * @returns the normalised URL, and a new secret that signs the callbacks. The secret must be shown to the operator now, because
   *   it is not shown again.
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
   * Looks the host up, so that a forbidden address is reported now and not at the first callback. A name that does not exist is
   * accepted, because it may exist by then.
   */
  private async lookUp(target: URL): Promise<void> {
    const addresses = allowedAddresses(hostOf(target), 'public only');
    await withTimeout(lookupTimeoutMs, 'the name is not found', addresses).catch((error: unknown) => {
      if (error instanceof ForbiddenTarget) throw error;
    });
  }
}
