import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../../generated/prisma/client.js';
import { digestApiKey, generateApiKey } from '../../platform/auth/api-key.js';
import { Pepper } from '../../platform/auth/pepper.sql.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { assertPrintable } from '../../platform/database/operator-text.js';
import { KeyRepository, type NewKey } from './key.repository.js';
import { TenantService } from './tenant.service.js';

/** A new key, with the API key in plain text. Only its digest is stored, so it cannot be shown again. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly apiKey: string;
}

/** The successor from an earlier rotation. Its API key can no longer be shown. */
interface ExistingSuccessor {
  readonly key: ApiKey;
  readonly apiKey: null;
}

/** How long a key stays valid after its rotation if no grace period is given, in milliseconds: one day. */
const defaultGraceMs = 86_400_000;

@Injectable()
export class KeyService {
  constructor(
    private readonly keys: KeyRepository,
    private readonly tenants: TenantService,
    private readonly pepper: Pepper,
  ) {}

  /**
   * Creates a key.
   * @throws CommandError when the tenant does not exist, or the label is invalid
   */
  async create(tenantId: string, label: string | null): Promise<IssuedKey> {
    if (label !== null) assertPrintable('The label', label);
    await this.tenants.existing(tenantId);
    const { row, apiKey } = this.generate(tenantId, label);
    return { key: await this.keys.insert(row), apiKey };
  }

  /**
   * Creates a key with a label, and revokes all other keys of the tenant with this label, so that only one is valid.
   * @throws CommandError when the tenant does not exist
   */
  async replaceLabelled(tenantId: string, label: string): Promise<IssuedKey> {
    await this.tenants.existing(tenantId);
    const { row, apiKey } = this.generate(tenantId, label);
    return { key: await this.keys.replaceLabelled({ ...row, label }, new Date()), apiKey };
  }

  /**
   * Returns the keys of a tenant.
   * @throws CommandError when the tenant does not exist.
   */
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

  /**
   * Revokes a key at once.
   * @throws CommandError when the key does not exist
   */
  async revoke(keyId: string): Promise<ApiKey> {
    await this.existing(keyId);
    await this.keys.revoke(keyId, new Date());
    return this.existing(keyId);
  }

  /**
   * Creates a successor of a key, for the same tenant and with the same label. The old key stays valid for the grace period. If the key
   * has a valid successor already, no other one is created; only the grace period changes, if one is given.
   * @param graceMs the grace period in milliseconds; undefined for a day
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

/** A new key as commands and the API for operators show it. `api_key` is null if the key was shown before. */
export function describeIssuedKey({ key, apiKey }: IssuedKey | ExistingSuccessor) {
  return { key_id: key.id, tenant: key.tenantId, api_key: apiKey };
}

/** A key as commands and the API for operators show it, without the key itself. */
export function describeKey(key: ApiKey) {
  return {
    key_id: key.id,
    tenant: key.tenantId,
    label: key.label,
    ends_with: key.hint,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    successor: key.successorId,
  };
}
