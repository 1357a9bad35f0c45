import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { Refusal } from '../../platform/refusal.js';
import { TenantService } from '../../tenancy/tenant.service.js';
import { newCallbackSecret } from './callback-signature.js';
import { ForbiddenTarget, parseTarget } from './callback-target.js';

/** Where tenants want to hear of the ends of their runs. */
@Injectable()
export class CallbackSettingService {
  constructor(
    private readonly tenants: TenantService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * From now on announces the ends of the tenant's runs there.
   * @returns the secret that signs the announcements, a new one each time; it is not shown again
   * @throws Refusal when there is no such tenant, or the URL cannot be used
   */
  async set(tenantId: string, url: string): Promise<string> {
    await this.tenants.existing(tenantId);
    const target = this.usable(url);
    const secret = newCallbackSecret();
    await this.tenants.setCallback(tenantId, { url: target.href, secret });
    return secret;
  }

  /** @throws Refusal when there is no such tenant */
  async remove(tenantId: string): Promise<void> {
    await this.tenants.existing(tenantId);
    await this.tenants.setCallback(tenantId, null);
  }

  private usable(url: string): URL {
    try {
      return parseTarget(url, this.config.callbackTargets);
    } catch (error) {
      if (error instanceof ForbiddenTarget) throw new Refusal(error.message);
      throw error;
    }
  }
}
