import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../generated/prisma/client.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { assertPrintable } from '../../platform/database/operator-text.js';
import { TenantDeletionSql, type TenantRecordCounts } from './tenant-deletion.sql.js';
import { TenantRepository } from './tenant.repository.js';

/** The rate limits of a tenant. For a limit that is null, the limit of the service applies. */
export interface OwnLimits {
  readonly burstLimit: number | null;
  readonly burstWindowSeconds: number | null;
  readonly perSecond: number | null;
}

/** Changes of a tenant, without its limits. What is undefined stays unchanged. */
interface TenantChanges {
  readonly name?: string | undefined;
  /** Whether the tenant may send previews: requests that tell, free of charge, what a request would match and cost. */
  readonly previews?: boolean | undefined;
  /** Whether the tenant may search companies and persons by conditions, which shows what is on record. */
  readonly search?: boolean | undefined;
}

/** The callback URL for finished prospecting runs and changes of followed records, and the secret that signs the callbacks. */
export interface Callback {
  readonly url: string;
  readonly secret: string;
}

/** The form of tenant ids. It is restricted because ids occur in log lines, keys of rate limits, and file names. */
const idPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** The maximum length of a note, in characters. */
const maxNoteLength = 1_000;

const noLimits = { burstLimit: null, burstWindowSeconds: null, perSecond: null };

@Injectable()
export class TenantService {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly deletions: TenantDeletionSql,
  ) {}

  /**
   * Creates a tenant.
   * @throws CommandError when the id is taken or invalid, or the name is invalid
   */
  async create(id: string, name: string | null, limits: Partial<OwnLimits> | null): Promise<Tenant> {
    if (!idPattern.test(id)) {
      throw new CommandError(`Tenant id "${id}" must be 1 to 63 lower-case letters, digits, hyphens or underscores`);
    }
    if (name !== null) assertPrintable('The name', name);
    const tenant = await this.tenants.insert({ id, name: name ?? id, ...noLimits, ...limits });
    if (tenant === null) throw new CommandError(`Tenant "${id}" exists already`);
    return tenant;
  }

  /**
   * Changes the name, the limits or the permissions of a tenant. What is undefined stays unchanged.
   * @param limits the limits to change; one that is null becomes that of the service
   * @throws CommandError when the tenant does not exist, or the name is invalid
   */
  async update(id: string, { name, previews, search }: TenantChanges, limits: Partial<OwnLimits>): Promise<Tenant> {
    if (name !== undefined) assertPrintable('The name', name);
    const tenant = await this.existing(id);
    const permissions = { previews: previews ?? tenant.previews, search: search ?? tenant.search };
    const changes = { name: name ?? tenant.name, ...permissions };
    return this.tenants.update(id, { ...changes, ...limits });
  }

  /**
   * Sets the note about a tenant, which only operators see.
   * @param note an empty text removes the note
   * @throws CommandError when the tenant does not exist, or the note is too long or has a control character
   */
  async setNote(id: string, note: string): Promise<Tenant> {
    const text = note.trim();
    if (text.length > maxNoteLength) throw new CommandError(`A note may have at most ${maxNoteLength} characters`);
    assertPrintable('The note', text);
    await this.existing(id);
    return this.tenants.update(id, { note: text === '' ? null : text });
  }

  /**
   * Suspends a tenant: its keys are rejected, and its runs and callbacks wait. A tenant that is suspended already keeps the time of its
   * first suspension.
   * @throws CommandError when the tenant does not exist
   */
  async suspend(id: string): Promise<Tenant> {
    const tenant = await this.existing(id);
    return tenant.suspendedAt === null ? this.tenants.update(id, { suspendedAt: new Date() }) : tenant;
  }

  /**
   * Ends the suspension of a tenant.
   * @throws CommandError when the tenant does not exist
   */
  async resume(id: string): Promise<Tenant> {
    await this.existing(id);
    return this.tenants.update(id, { suspendedAt: null });
  }

  /**
   * Counts the records of a tenant.
   * @throws CommandError when the tenant does not exist.
   */
  async recordCounts(id: string): Promise<TenantRecordCounts> {
    await this.existing(id);
    return this.tenants.recordCounts(id);
  }

  /**
   * Deletes a tenant and its records, including its credit ledger.
   * @returns the number of deleted records
   * @throws CommandError when the tenant does not exist
   */
  async remove(id: string): Promise<TenantRecordCounts> {
    // The suspension rejects the keys of the tenant, so that few requests run during the deletion.
    await this.suspend(id);
    const deleted = await this.deletions.delete(id);
    if (deleted === null) throw new CommandError(`There is no tenant "${id}"`);
    return deleted;
  }

  async list(): Promise<Tenant[]> {
    return this.tenants.all();
  }

  /** Reads a tenant that must exist. @throws CommandError when it does not exist */
  async existing(id: string): Promise<Tenant> {
    const tenant = await this.tenants.byId(id);
    if (tenant === null) throw new CommandError(`There is no tenant "${id}"`);
    return tenant;
  }

  /** Reads a tenant that must exist and not be suspended. @throws CommandError otherwise */
  async served(id: string): Promise<Tenant> {
    const tenant = await this.existing(id);
    if (tenant.suspendedAt !== null) throw new CommandError(`Tenant "${id}" is suspended; resume it first`);
    return tenant;
  }

  /** Sets the callback of a tenant. @param callback null removes the callback */
  async setCallback(id: string, callback: Callback | null): Promise<void> {
    await this.tenants.update(id, { callbackUrl: callback?.url ?? null, callbackSecret: callback?.secret ?? null });
  }

  /** Sets whether a tenant follows each record whose data it receives by an enrichment. */
  async setFollowsEnriched(id: string, followsEnriched: boolean): Promise<void> {
    await this.tenants.update(id, { followsEnriched });
  }

  async find(id: string): Promise<Tenant | null> {
    return this.tenants.byId(id);
  }
}

/** A tenant as commands and the API for operators show it. */
export function describeTenant(tenant: Tenant) {
  return {
    tenant: tenant.id,
    name: tenant.name,
    burst_limit: tenant.burstLimit,
    burst_window_seconds: tenant.burstWindowSeconds,
    per_second: tenant.perSecond,
    previews: tenant.previews,
    search: tenant.search,
    note: tenant.note,
    callback_url: tenant.callbackUrl,
    suspended_at: tenant.suspendedAt,
    created_at: tenant.createdAt,
  };
}
