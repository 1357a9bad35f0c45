import { Inject, Injectable } from '@nestjs/common';
import { withTimeout } from '../../platform/async/with-timeout.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { type Callback, TenantService } from '../../tenancy/tenants/tenant.service.js';
import { allowedAddresses, ForbiddenTarget, hostOf, newCallbackSecret, parseTarget } from './callback-request.js';

/** Timeout of the look-up of a target. */
const lookupTimeoutMs = 3_000;

/** The callbacks of tenants, which announce the ends of their runs. */
@Injectable()
export class CallbackSettingService {
  constructor(
    private readonly tenants: TenantService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * From now on the ends of the tenant's runs are announced there, also those not announced yet.
   * @returns the URL in its usual form, and the secret that signs the announcements, a new one each time; it is not
   *   shown again
   * @throws CommandError when there is no such tenant, or the URL cannot be used
   */
  async set(tenantId: string, url: string): Promise<Callback> {
    await this.tenants.existing(tenantId);
    const target = await this.usable(url);
    const callback = { url: target.href, secret: newCallbackSecret() };
    await this.tenants.setCallback(tenantId, callback);
    return callback;
  }

  /** @throws CommandError when there is no such tenant */
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

  /** Detects a mistake before the first run. But an unknown name is accepted: it may exist by then. */
  private async lookUp(target: URL): Promise<void> {
    const addresses = allowedAddresses(hostOf(target), 'public only');
    await withTimeout(lookupTimeoutMs, 'the name is not found', addresses).catch((error: unknown) => {
      if (error instanceof ForbiddenTarget) throw error;
    });
  }
}
