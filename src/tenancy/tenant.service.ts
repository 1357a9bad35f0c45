import { Injectable } from '@nestjs/common';
import type { Tenant } from '../generated/prisma/client.js';
import { Refusal } from '../platform/refusal.js';
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

@Injectable()
export class TenantService {
  constructor(private readonly tenants: TenantRepository) {}

  /** @throws Refusal when the id is taken or not acceptable */
  async create(id: string, name: string | null, limits: OwnLimits | null): Promise<Tenant> {
    if (!acceptableId.test(id)) {
      throw new Refusal(`Tenant id "${id}" must be 1 to 63 lower-case letters, digits, hyphens or underscores`);
    }
    const ownLimits = limits ?? { burstLimit: null, burstWindowSeconds: null, perSecond: null };
    const tenant = await this.tenants.insert({ id, name: name ?? id, ...ownLimits });
    if (tenant === null) throw new Refusal(`Tenant "${id}" exists already`);
    return tenant;
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
