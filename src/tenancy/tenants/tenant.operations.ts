import type { Tenant } from '../../generated/prisma/client.js';
import type { Operation, Task } from '../../operations/operation.js';
import { describeTenant, type OwnLimits, TenantService } from './tenant.service.js';

type ShownTenant = ReturnType<typeof describeTenant>;

/** The settings of a tenant that an operator gives. A limit that is null becomes that of the service; what is undefined stays as it is. */
export interface GivenSettings {
  readonly name?: string | null | undefined;
  readonly burst_limit?: number | null | undefined;
  readonly burst_window_seconds?: number | null | undefined;
  readonly per_second?: number | null | undefined;
}

/** Settings that only a tenant which exists can get. */
export interface GivenChanges extends GivenSettings {
  readonly previews?: boolean | null | undefined;
  readonly search?: boolean | null | undefined;
}

export function createTenant(tenant: string, settings: GivenSettings): Task<TenantService, ShownTenant> {
  return task({ kind: 'tenant create', details: { tenant, ...loggedSettings(settings) } }, (tenants) =>
    tenants.create(tenant, settings.name ?? null, limitsIn(settings)),
  );
}

export function updateTenant(
  tenant: string,
  { previews, search, ...settings }: GivenChanges,
): Task<TenantService, ShownTenant> {
  const permissions = { previews: previews ?? undefined, search: search ?? undefined };
  const details = { tenant, ...loggedSettings(settings), ...permissions };
  const changes = { name: settings.name ?? undefined, ...permissions };
  return task({ kind: 'tenant update', details }, (tenants) => tenants.update(tenant, changes, limitsIn(settings)));
}

/** @param note an empty text removes the note */
export function noteTenant(tenant: string, note: string): Task<TenantService, ShownTenant> {
  const details = { tenant, removed: note.trim() === '' ? (true as const) : undefined };
  return task({ kind: 'tenant note', details }, (tenants) => tenants.setNote(tenant, note));
}

export function suspendTenant(tenant: string): Task<TenantService, ShownTenant> {
  return task({ kind: 'tenant suspend', details: { tenant } }, (tenants) => tenants.suspend(tenant));
}

export function resumeTenant(tenant: string): Task<TenantService, ShownTenant> {
  return task({ kind: 'tenant resume', details: { tenant } }, (tenants) => tenants.resume(tenant));
}

export function deleteTenant(
  tenant: string,
): Task<TenantService, { readonly tenant: string; readonly deleted: object }> {
  return {
    operation: { kind: 'tenant delete', details: { tenant } },
    service: TenantService,
    run: async (tenants) => ({ tenant, deleted: await tenants.remove(tenant) }),
  };
}

function task(
  operation: Operation,
  change: (tenants: TenantService) => Promise<Tenant>,
): Task<TenantService, ShownTenant> {
  return { operation, service: TenantService, run: async (tenants) => describeTenant(await change(tenants)) };
}

/** The settings, as the log of operators has them. */
function loggedSettings({ name, burst_limit, burst_window_seconds, per_second }: GivenSettings) {
  return { name: name ?? undefined, burst_limit, burst_window: burst_window_seconds, per_second };
}

function limitsIn({ burst_limit, burst_window_seconds, per_second }: GivenSettings): Partial<OwnLimits> {
  return {
    ...(burst_limit === undefined ? {} : { burstLimit: burst_limit }),
    ...(burst_window_seconds === undefined ? {} : { burstWindowSeconds: burst_window_seconds }),
    ...(per_second === undefined ? {} : { perSecond: per_second }),
  };
}
