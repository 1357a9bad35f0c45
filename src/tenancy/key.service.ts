import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../generated/prisma/client.js';
import { digestApiKey, generateApiKey } from '../platform/auth/api-key.js';
import { Pepper } from '../platform/auth/pepper.js';
import { Refusal } from '../platform/refusal.js';
import { KeyRepository, type NewKey } from './key.repository.js';
import { TenantService } from './tenant.service.js';

/** A key that was just made; the only moment at which it is known in clear. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly apiKey: string;
}

@Injectable()
export class KeyService {
  constructor(
    private readonly keys: KeyRepository,
    private readonly tenants: TenantService,
    private readonly pepper: Pepper,
  ) {}

  /** @throws Refusal when there is no such tenant */
  async create(tenantId: string, label: string | null): Promise<IssuedKey> {
    await this.tenants.existing(tenantId);
    const { row, apiKey } = this.generate(tenantId, label);
    return { key: await this.keys.insert(row), apiKey };
  }

  /** @throws Refusal when there is no such tenant */
  async list(tenantId: string): Promise<ApiKey[]> {
    await this.tenants.existing(tenantId);
    return this.keys.ofTenant(tenantId);
  }

  /** From now on the key is refused. @throws Refusal when there is no such key */
  async revoke(keyId: string): Promise<ApiKey> {
    await this.existing(keyId);
    await this.keys.revoke(keyId, new Date());
    return this.existing(keyId);
  }

  /**
   * A new key of the same tenant and label; the old one goes on for `graceMs`, so that clients can change over.
   * @throws Refusal when there is no such key, or it no longer opens anything
   */
  async rotate(keyId: string, graceMs: number): Promise<IssuedKey> {
    const old = await this.existing(keyId);
    if (old.revokedAt !== null) throw new Refusal(`Key "${keyId}" is revoked; create a new one instead`);
    if (hasExpired(old)) throw new Refusal(`Key "${keyId}" has expired; create a new one instead`);
    const { row, apiKey } = this.generate(old.tenantId, old.label);
    return { key: await this.keys.replace(keyId, row, new Date(Date.now() + graceMs)), apiKey };
  }

  private async existing(keyId: string): Promise<ApiKey> {
    const key = await this.keys.byId(keyId);
    if (key === null) throw new Refusal(`There is no key "${keyId}"`);
    return key;
  }

  private generate(tenantId: string, label: string | null): { row: NewKey; apiKey: string } {
    const apiKey = generateApiKey();
    const id = `key_${randomBytes(8).toString('hex')}`;
    const digest = new Uint8Array(digestApiKey(apiKey, this.pepper.secret));
    return { row: { id, tenantId, label, digest, hint: apiKey.slice(-4) }, apiKey };
  }
}

function hasExpired({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}
