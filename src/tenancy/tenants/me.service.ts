import { Inject, Injectable } from '@nestjs/common';
import type { ApiKey } from '../../generated/prisma/client.js';
import type { Caller } from '../../platform/auth/caller.js';
import { KeyUses } from '../../platform/auth/key-uses.sql.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { invalidApiKey } from '../../platform/errors/domain-error.js';
import { KeyService } from './key.service.js';
import type { KeysResponse, MeResponse } from './me.dto.js';
import { TenantService } from './tenant.service.js';

/** Tells a client about itself: its tenant, key and limits. */
@Injectable()
export class MeService {
  constructor(
    private readonly keys: KeyService,
    private readonly tenants: TenantService,
    private readonly uses: KeyUses,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Describes the tenant, the key and the limits of a request.
   * @throws DomainError INVALID_API_KEY when the key was deleted since it was checked
   */
  async describe(caller: Caller): Promise<MeResponse> {
    const [key, tenant] = await Promise.all([this.keys.find(caller.keyId), this.tenants.find(caller.tenantId)]);
    if (key === null || tenant === null) throw invalidApiKey();
    return {
      tenant_id: tenant.id,
      tenant_name: tenant.name,
      key: described(key),
      limits: this.limitsOf(caller),
      ...(tenant.previews ? { previews: true } : {}),
      ...(tenant.search && this.config.search === 'on' ? { search: true } : {}),
    };
  }

  async keysOf({ tenantId, keyId }: Caller): Promise<KeysResponse> {
    const keys = await this.keys.ofTenant(tenantId);
    return { keys: keys.map((key) => this.listed(key, keyId)) };
  }

  private listed(key: ApiKey, currentId: string): KeysResponse['keys'][number] {
    return {
      ...described(key),
      ends_with: key.hint,
      last_used_at: (this.uses.pendingUse(key.id) ?? key.lastUsedAt)?.toISOString() ?? null,
      revoked_at: key.revokedAt?.toISOString() ?? null,
      current: key.id === currentId,
    };
  }

  private limitsOf({ ratePolicy }: Caller): MeResponse['limits'] {
    const { rateBurstLimit, rateBurstWindowSeconds, ratePerSecond, maxBatch } = this.config;
    return {
      burst_requests: ratePolicy?.burstLimit ?? rateBurstLimit,
      burst_window_seconds: ratePolicy === null ? rateBurstWindowSeconds : ratePolicy.burstWindowMs / 1_000,
      requests_per_second: ratePolicy?.perSecond ?? ratePerSecond,
      identifiers_per_request: maxBatch,
    };
  }
}

function described({ id, label, createdAt, expiresAt }: ApiKey): MeResponse['key'] {
  return { id, label, created_at: createdAt.toISOString(), expires_at: expiresAt?.toISOString() ?? null };
}
