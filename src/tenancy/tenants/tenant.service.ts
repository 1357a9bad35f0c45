import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../generated/prisma/client.js';
import { Refusal } from '../../platform/errors/command-error.js';
import { TenantDeletionSql, type Belongings } from './tenant-deletion.sql.js';
import { TenantRepository } from './tenant.repository.js';

/** Limits of a tenant's own; all three or none. */
export interface OwnLimits {
  readonly burstLimit: number;
  readonly burstWindowSeconds: number;
  readonly perSecond: number;
}

/** Where the ends of a tenant's prospecting runs are announced, and what signs the announcements. */
export interface Callback {
  readonly url: string;
  readonly secret: string;
}

/** Ids stand in log lines, rate-limit keys and file names. */
const acceptableId = /^[a-z0-9][a-z0-9_-]{0,62}$/;

const noLimits = { burstLimit: null, burstWindowSeconds: null, perSecond: null };

@Injectable()
export class TenantService {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly deletions: TenantDeletionSql,
  ) {}

  /** @throws Refusal when the id is taken or not acceptable */
  async create(id: string, name: string | null, limits: OwnLimits | null): Promise<Tenant> {
    if (!acceptableId.test(id)) {
      throw new Refusal(`Tenant id "${id}" must be 1 to 63 lower-case letters, digits, hyphens or underscores`);
    }
    const tenant = await this.tenants.insert({ id, name: name ?? id, ...(limits ?? noLimits) });
    if (tenant === null) throw new Refusal(`Tenant "${id}" exists already`);
    return tenant;
  }

  /**
   * Changes the name or the limits; what is undefined stays.
   * @param limits those that are given, on top of the tenant's own; `default` brings the service's back
   * @throws Refusal when there is no such tenant, or it would have only some of the limits
   */
  async update(id: string, name: string | undefined, limits: Partial<OwnLimits> | 'default'): Promise<Tenant> {
    const tenant = await this.existing(id);
    const changed = limits === 'default' ? noLimits : { ...limitsOf(tenant), ...limits };
    const given = Object.values(changed).filter((limit) => limit !== null).length;
    if (given !== 0 && given !== 3) {
      throw new Refusal(`Tenant "${id}" has no limits of its own yet: give all three of them`);
    }
    return this.tenants.update(id, { name: name ?? tenant.name, ...changed });
  }

  /**
   * From now on its keys open nothing, its runs wait, and their ends are not announced. Suspending again keeps the first date.
   * @throws Refusal when there is no such tenant
   */
  async suspend(id: string): Promise<Tenant> {
    const tenant = await this.existing(id);
    return tenant.suspendedAt === null ? this.tenants.update(id, { suspendedAt: new Date() }) : tenant;
  }

  /** Undoes `suspend`. @throws Refusal when there is no such tenant */
  async resume(id: string): Promise<Tenant> {
    await this.existing(id);
    return this.tenants.update(id, { suspendedAt: null });
  }

  /** @throws Refusal when there is no such tenant */
  async belongings(id: string): Promise<Belongings> {
    await this.existing(id);
    return this.tenants.belongings(id);
  }

  /**
   * Deletes a tenant and all that belongs to it, the ledger of its credits included.
   * @returns what was deleted
   * @throws Refusal when there is no such tenant
   */
  async remove(id: string): Promise<Belongings> {
    // Its keys end first, so that few requests find their tenant gone.
    await this.suspend(id);
    const deleted = await this.deletions.delete(id);
    if (deleted === null) throw new Refusal(`There is no tenant "${id}"`);
    return deleted;
  }

  async list(): Promise<Tenant[]> {
    return this.tenants.all();
  }

  /** @throws Refusal when there is no such tenant */
  async existing(id: string): Promise<Tenant> {
    const tenant = await this.tenants.byId(id);
    if (tenant === null) throw new Refusal(`There is no tenant "${id}"`);
    return tenant;
  }

  /** @throws Refusal when there is no such tenant, or it is suspended */
  async served(id: string): Promise<Tenant> {
    const tenant = await this.existing(id);
    if (tenant.suspendedAt !== null) throw new Refusal(`Tenant "${id}" is suspended; resume it first`);
    return tenant;
  }

  /** @param callback null for none */
  async setCallback(id: string, callback: Callback | null): Promise<void> {
    await this.tenants.update(id, { callbackUrl: callback?.url ?? null, callbackSecret: callback?.secret ?? null });
  }

  async find(id: string): Promise<Tenant | null> {
    return this.tenants.byId(id);
  }

  async isAnyThere(): Promise<boolean> {
    return (await this.tenants.count()) > 0;
  }
}

function limitsOf({ burstLimit, burstWindowSeconds, perSecond }: Tenant): Pick<Tenant, keyof OwnLimits> {
  return { burstLimit, burstWindowSeconds, perSecond };
}
