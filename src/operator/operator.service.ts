import { Injectable } from '@nestjs/common';
import { CreditGrantService, describeAccounts } from '../billing/credits/credit-grant.service.js';
import { StatusService } from '../health/status.service.js';
import { readSourceName } from '../imports/import.service.js';
import { ImportJournal } from '../imports/import-journal.sql.js';
import { givenDetails, hostOfUrl, type Operation } from '../operations/operation.js';
import { OperatorLog, outcomeOf } from '../operations/operator-log.sql.js';
import { isStorable, printable } from '../platform/database/text.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { assertPrintable } from '../platform/database/operator-text.js';
import { describeErasure, describeErasurePreview, ErasureService } from '../privacy/erasure.service.js';
import { CallbackSettingService, describeCallback } from '../prospecting/callback/callback-setting.service.js';
import { describeTeam, TeamService } from '../prospecting/teams/team.service.js';
import { QueryCountService } from '../tenancy/query-fields/query-count.service.js';
import { describeQueryField, QueryFieldService } from '../tenancy/query-fields/query-field.service.js';
import { describeIssuedKey, describeKey, KeyService } from '../tenancy/tenants/key.service.js';
import { describeTenant, type OwnLimits, TenantService } from '../tenancy/tenants/tenant.service.js';
import type {
  CreditChange,
  ErasedPerson,
  NewTenant,
  NewUpload,
  QueryFieldSetting,
  TenantChange,
} from './operator.dto.js';

/** The name that stands in place of the user in the log of operators, for an operation that came through the API. */
export const apiUser = 'operator API';

/**
 * The operations of the API for operators. Each does what the admin command of the same name does. An operation that changes
 * something writes a line into the log of operators before it begins, and its outcome after it has ended.
 */
@Injectable()
export class OperatorService {
  constructor(
    private readonly log: OperatorLog,
    private readonly tenantService: TenantService,
    private readonly keyService: KeyService,
    private readonly creditService: CreditGrantService,
    private readonly callbacks: CallbackSettingService,
    private readonly teamService: TeamService,
    private readonly fields: QueryFieldService,
    private readonly counts: QueryCountService,
    private readonly journal: ImportJournal,
    private readonly erasures: ErasureService,
    private readonly statusService: StatusService,
  ) {}

  async tenants() {
    return { tenants: (await this.tenantService.list()).map(describeTenant) };
  }

  async tenant(id: string) {
    const tenant = isStorable(id) ? await this.tenantService.find(id) : null;
    if (tenant === null) throw new DomainError('RECORD_NOT_FOUND', `There is no tenant "${id}"`);
    return describeTenant(tenant);
  }

  /**
   * Creates a tenant.
   * @throws DomainError `RECORD_EXISTS` if another tenant has the id
   */
  async createTenant(given: NewTenant, client: string) {
    const { tenant: id, name } = given;
    if (isStorable(id) && (await this.tenantService.find(id)) !== null)
      throw new DomainError('RECORD_EXISTS', `Tenant "${id}" exists already.`);
    return this.record({ kind: 'tenant create', details: { tenant: id, ...settingsIn(given) } }, client, async () =>
      describeTenant(await this.tenantService.create(id, name ?? null, limitsIn(given))),
    );
  }

  async changeTenant(id: string, given: TenantChange, client: string) {
    await this.tenant(id);
    const details = { tenant: id, ...settingsIn(given), previews: given.previews ?? undefined };
    return this.record({ kind: 'tenant update', details }, client, async () => {
      const changes = { name: given.name ?? undefined, previews: given.previews ?? undefined };
      return describeTenant(await this.tenantService.update(id, changes, limitsIn(given)));
    });
  }

  async suspendTenant(id: string, client: string) {
    await this.tenant(id);
    return this.record({ kind: 'tenant suspend', details: { tenant: id } }, client, async () =>
      describeTenant(await this.tenantService.suspend(id)),
    );
  }

  async resumeTenant(id: string, client: string) {
    await this.tenant(id);
    return this.record({ kind: 'tenant resume', details: { tenant: id } }, client, async () =>
      describeTenant(await this.tenantService.resume(id)),
    );
  }

  /**
   * Deletes a tenant with all its records. This cannot be undone, so the caller has to confirm it.
   * @param confirmation the id of the tenant once more
   */
  async deleteTenant(id: string, confirmation: string, client: string) {
    await this.tenant(id);
    if (confirmation !== id)
      throw new DomainError(
        'COMMAND_REFUSED',
        `This deletes tenant "${id}" permanently; confirm it with ?confirm=${id}`,
      );
    return this.record({ kind: 'tenant delete', details: { tenant: id } }, client, async () => ({
      tenant: id,
      deleted: await this.tenantService.remove(id),
    }));
  }

  async keys(tenant: string) {
    await this.tenant(tenant);
    return { keys: (await this.keyService.list(tenant)).map(describeKey) };
  }

  async createKey(tenant: string, label: string | null, client: string) {
    await this.tenant(tenant);
    return this.record({ kind: 'key create', details: { tenant, label: label ?? undefined } }, client, async () =>
      describeIssuedKey(await this.keyService.create(tenant, label)),
    );
  }

  async revokeKey(keyId: string, client: string) {
    await this.key(keyId);
    return this.record({ kind: 'key revoke', details: { key_id: keyId } }, client, async () =>
      describeKey(await this.keyService.revoke(keyId)),
    );
  }

  /**
   * Creates a key that replaces an old one. The old key stays valid for a grace period.
   * @param graceSeconds the length of the grace period; null for one day
   */
  async rotateKey(keyId: string, graceSeconds: number | null, client: string) {
    await this.key(keyId);
    return this.record(
      { kind: 'key rotate', details: { key_id: keyId, grace_seconds: graceSeconds ?? undefined } },
      client,
      async () =>
        describeIssuedKey(
          await this.keyService.rotate(keyId, graceSeconds === null ? undefined : graceSeconds * 1_000),
        ),
    );
  }

  async credits(tenant: string) {
    await this.tenant(tenant);
    return { tenant, credits: describeAccounts(await this.creditService.accounts(tenant)) };
  }

  async changeCredits(change: 'grant' | 'revoke', tenant: string, given: CreditChange, client: string) {
    await this.tenant(tenant);
    const { feature, amount, id } = given;
    const details = { tenant, feature, amount, id: id ?? undefined };
    await this.record({ kind: `credits ${change}`, details }, client, () =>
      this.creditService[change](tenant, feature, amount, id ?? undefined),
    );
    return this.credits(tenant);
  }

  async setCallback(tenant: string, url: string, client: string) {
    await this.tenant(tenant);
    return this.record({ kind: 'tenant set-callback', details: { tenant, host: hostOfUrl(url) } }, client, async () => {
      const callback = await this.callbacks.set(tenant, url);
      return { tenant, callback_url: callback.url, callback_secret: callback.secret };
    });
  }

  async removeCallback(tenant: string, client: string) {
    await this.tenant(tenant);
    return this.record({ kind: 'tenant set-callback', details: { tenant, host: null } }, client, async () => {
      await this.callbacks.remove(tenant);
      return { tenant, callback_url: null };
    });
  }

  async callbacksOf(tenant: string, limit: number) {
    await this.tenant(tenant);
    return { callbacks: (await this.callbacks.newest(tenant, limit)).map(describeCallback) };
  }

  /**
   * Sends callbacks of a tenant again, and records that in the log of operators.
   * @param callback the `Webhook-Id` of one callback; null for all callbacks that were given up
   */
  async repeatCallbacks(tenant: string, callback: string | null, client: string) {
    await this.tenant(tenant);
    return this.record(
      { kind: 'tenant repeat-callbacks', details: { tenant, callback: callback ?? undefined } },
      client,
      async () => ({ tenant, repeated: await this.callbacks.repeat(tenant, callback) }),
    );
  }

  async teams(tenant: string) {
    await this.tenant(tenant);
    return { teams: (await this.teamService.list(tenant)).map(describeTeam) };
  }

  async setTeam(tenant: string, team: string, schema: unknown, client: string) {
    await this.tenant(tenant);
    return this.record({ kind: 'team set', details: { tenant, team } }, client, async () =>
      describeTeam(await this.teamService.set(tenant, team, schema)),
    );
  }

  async deleteTeam(tenant: string, team: string, client: string) {
    const { teams } = await this.teams(tenant);
    if (!teams.some((known) => known.team === team))
      throw new DomainError('RECORD_NOT_FOUND', `Tenant "${tenant}" has no team ${JSON.stringify(team)}`);
    return this.record({ kind: 'team delete', details: { tenant, team } }, client, async () =>
      describeTeam(await this.teamService.remove(tenant, team)),
    );
  }

  async queryFields(tenant: string) {
    await this.tenant(tenant);
    return { query_fields: (await this.fields.list(tenant)).map(describeQueryField) };
  }

  /** Stores a query field, and returns after its matches have been counted, as the command `query set` does. */
  async setQueryField(
    tenant: string,
    name: string,
    { scope, definition, metadata }: QueryFieldSetting,
    client: string,
  ) {
    await this.tenant(tenant);
    return this.record(
      { kind: 'query set', details: { tenant, field: name, scope, metadata: metadata === true ? true : undefined } },
      client,
      async () =>
        describeQueryField(await this.fields.set(tenant, name, { scope, definition, metadata: metadata === true })),
    );
  }

  async deleteQueryField(tenant: string, name: string, client: string) {
    const { query_fields: known } = await this.queryFields(tenant);
    if (!known.some((field) => field.name === name))
      throw new DomainError('RECORD_NOT_FOUND', `Tenant "${tenant}" has no query field ${JSON.stringify(name)}`);
    return this.record({ kind: 'query delete', details: { tenant, field: name } }, client, async () =>
      describeQueryField(await this.fields.remove(tenant, name)),
    );
  }

  async imports(limit: number) {
    return { imports: await this.journal.newest(limit) };
  }

  /**
   * Records in the log of operators that a file is uploaded for an import.
   * @throws DomainError if signals come without a tenant, if companies or persons come with one, or if there is no such tenant
   * @throws CommandError if the name of the file or of the source is invalid
   */
  async noteUpload(given: NewUpload, client: string) {
    const { kind, file, tenant, source, dry_run: isDryRun, keep_existing: keeps } = given;
    if (file.trim() === '') throw new DomainError('COMMAND_REFUSED', 'The file has no name');
    assertPrintable('The name of the file', file);
    if (typeof source === 'string') readSourceName('The source', source);
    if ((kind === 'signals') !== (typeof tenant === 'string'))
      throw new DomainError(
        'COMMAND_REFUSED',
        'Signals need a tenant; companies and persons belong to no tenant, so name none for them',
      );
    if (typeof tenant === 'string') await this.tenant(tenant);
    const details = {
      file,
      tenant: tenant ?? undefined,
      source: source ?? undefined,
      keep_existing: keeps === true ? (true as const) : undefined,
    };
    // A dry run changes nothing, so it is not recorded in the log.
    if (isDryRun !== true) await this.note({ kind: `import ${kind}`, details }, client);
  }

  async operations(limit: number) {
    return { log: await this.log.newest(limit) };
  }

  /**
   * Erases a person, or says whom and what that would erase. The log of operators records the erasure without the identifier, because
   * that is personal data. A dry run changes nothing, so it is not recorded.
   */
  async erase({ network_url: networkUrl, email, dry_run: isDryRun }: ErasedPerson, client: string) {
    const person = { networkUrl: networkUrl ?? undefined, email: email ?? undefined };
    if (isDryRun === true) return describeErasurePreview(await this.erasures.preview(person));
    return this.record({ kind: 'erase person', details: {} }, client, async () => {
      const erasure = await this.erasures.erase(person);
      // If the query fields cannot be counted again now, a worker does it later.
      await this.counts.refreshNow().catch(() => undefined);
      return describeErasure(erasure);
    });
  }

  status() {
    return this.statusService.report();
  }

  private async key(keyId: string): Promise<void> {
    if (!isStorable(keyId) || (await this.keyService.find(keyId)) === null)
      throw new DomainError('RECORD_NOT_FOUND', `There is no key "${keyId}"`);
  }

  /**
   * Records an operation in the log of operators, does it, and records how it ended.
   * @param client the address of the client that sent the request
   */
  private async record<T>(operation: Operation, client: string, work: () => Promise<T>): Promise<T> {
    const line = await this.note(operation, client);
    try {
      const answer = await work();
      await this.log.end(line, 'done');
      return answer;
    } catch (error) {
      await this.log.end(line, outcomeOf(error));
      throw error;
    }
  }

  /**
   * Records an operation in the log of operators.
   * @returns the id of the line
   * @throws CommandError when a text has a control character
   */
  private async note(operation: Operation, client: string): Promise<string> {
    for (const detail of Object.values(givenDetails(operation)))
      if (typeof detail === 'string') assertPrintable(`The text "${printable(detail)}"`, detail);
    return this.log.add(operation, { systemUser: apiUser, host: client });
  }
}

/** The limits that the body of a request sets. A limit that is null is set back to that of the service. */
function limitsIn({ burst_limit, burst_window_seconds, per_second }: TenantChange): Partial<OwnLimits> {
  return {
    ...(burst_limit === undefined ? {} : { burstLimit: burst_limit }),
    ...(burst_window_seconds === undefined ? {} : { burstWindowSeconds: burst_window_seconds }),
    ...(per_second === undefined ? {} : { perSecond: per_second }),
  };
}

/** The settings in the body of a request, for the log of operators. */
function settingsIn({ name, burst_limit, burst_window_seconds, per_second }: TenantChange) {
  return { name: name ?? undefined, burst_limit, burst_window: burst_window_seconds, per_second };
}
