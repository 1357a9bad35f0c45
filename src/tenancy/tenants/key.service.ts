import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../../generated/prisma/client.js';
import { digestApiKey, generateApiKey } from '../../platform/auth/api-key.js';
import { Pepper } from '../../platform/auth/pepper.sql.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { KeyRepository, type NewKey } from './key.repository.js';
import { TenantService } from './tenant.service.js';

/** A new key; only now is the API key available in plain text. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly apiKey: string;
}

/** A successor of an earlier rotation, whose API key is no longer available. */
interface ExistingSuccessor {
  readonly key: ApiKey;
  readonly apiKey: null;
}

/** How long a key stays valid after its rotation, by default. */
const defaultGraceMs = 86_400_000;

@Injectable()
export class KeyService {
  constructor(
    private readonly keys: KeyRepository,
    private readonly tenants: TenantService,
    private readonly pepper: Pepper,
  ) {}

  /** @throws CommandError when the tenant does not exist. */
  async create(tenantId: string, label: string | null): Promise<IssuedKey> {
    await this.tenants.existing(tenantId);
    const { row, apiKey } = this.generate(tenantId, label);
    return { key: await this.keys.insert(row), apiKey };
  }

  /**
   * Creates a key and revokes every other key of the tenant with this label at once, so that one key with it is valid.
   * @throws CommandError when the tenant does not exist
   */
  async replaceLabelled(tenantId: string, label: string): Promise<IssuedKey> {
    await this.tenants.existing(tenantId);
    const { row, apiKey } = this.generate(tenantId, label);
    return { key: await this.keys.replaceLabelled({ ...row, label }, new Date()), apiKey };
  }

  /** @throws CommandError when the tenant does not exist. */
  async list(tenantId: string): Promise<ApiKey[]> {
    await this.tenants.existing(tenantId);
    return this.ofTenant(tenantId);
  }

  async ofTenant(tenantId: string): Promise<ApiKey[]> {
    return this.keys.ofTenant(tenantId);
  }

  async find(keyId: string): Promise<ApiKey | null> {
    return this.keys.byId(keyId);
  }

  /** Revokes a key at once. @throws CommandError when the key does not exist */
  async revoke(keyId: string): Promise<ApiKey> {
    await this.existing(keyId);
    await this.keys.revoke(keyId, new Date());
    return this.existing(keyId);
  }

  /**
   * Creates a successor with the same tenant and label; the old key stays valid for `graceMs`. A key with a valid successor keeps it,
   * and only its grace period changes, if one is given.
   * @throws CommandError when the key does not exist, is revoked or has expired
   */
  async rotate(keyId: string, graceMs: number | undefined): Promise<IssuedKey | ExistingSuccessor> {
    const old = await this.existing(keyId);
    if (old.revokedAt !== null) throw new CommandError(`Key "${keyId}" is revoked; create a new one instead`);
    if (hasExpired(old)) throw new CommandError(`Key "${keyId}" has expired; create a new one instead`);
    const successor = await this.workingSuccessor(old);
    if (successor !== null) {
      if (graceMs !== undefined) await this.keys.setEnd(keyId, new Date(Date.now() + graceMs));
      return { key: successor, apiKey: null };
    }
    const { row, apiKey } = this.generate(old.tenantId, old.label);
    const endsAt = new Date(Date.now() + (graceMs ?? defaultGraceMs));
    const key = await this.keys.replace(keyId, old.successorId, row, endsAt);
    return key === null ? this.rotate(keyId, graceMs) : { key, apiKey };
  }

  private async workingSuccessor({ successorId }: ApiKey): Promise<ApiKey | null> {
    const successor = successorId === null ? null : await this.keys.byId(successorId);
    return successor?.revokedAt === null && !hasExpired(successor) ? successor : null;
  }

  private async existing(keyId: string): Promise<ApiKey> {
    const key = await this.keys.byId(keyId);
    if (key === null) throw new CommandError(`There is no key "${keyId}"`);
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
