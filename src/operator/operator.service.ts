import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { grantCredits, revokeCredits } from '../billing/credits/credit.operations.js';
import { CreditGrantService, describeAccounts, describeGrant } from '../billing/credits/credit-grant.service.js';
import { CreditPlanService, describePlan } from '../billing/credits/credit-plan.service.js';
import { CoverageService } from '../coverage/coverage.service.js';
import { InstallationUsageService } from '../billing/usage/installation-usage.service.js';
import { FollowService } from '../follows/follow.service.js';
import { StatusService } from '../health/status.service.js';
import { assertMapping, readSourceName } from '../imports/import.service.js';
import { ImportHistory } from '../imports/history/import-history.sql.js';
import { undoImport } from '../imports/undo/import.operations.js';
import { distinguishRecords, forgetDistinction } from '../imports/duplicates/distinction.operations.js';
import { DuplicatesService, maxDuplicates } from '../imports/duplicates/duplicates.service.js';
import { mergeRecords } from '../imports/merges/merge.operations.js';
import { RecordMergeService } from '../imports/merges/record-merge.service.js';
import { ImportJournal } from '../imports/import-journal.sql.js';
import { givenDetails, type Operation, type Task } from '../operations/operation.js';
import { OperatorLog, outcomeOf } from '../operations/operator-log.sql.js';
import { isStorable, printable } from '../platform/database/text.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { assertPrintable } from '../platform/database/operator-text.js';
import { describeErasure, describeErasurePreview, ErasureService } from '../privacy/erasure.service.js';
import { CallbackSettingService, describeCallback } from '../prospecting/callback/callback-setting.service.js';
import { deleteTeam } from '../prospecting/teams/team.operations.js';
import { describeTeam, TeamService } from '../prospecting/teams/team.service.js';
import { QueryCountService } from '../tenancy/query-fields/query-count.service.js';
import { deleteQueryField } from '../tenancy/query-fields/query-field.operations.js';
import { describeQueryField, QueryFieldService } from '../tenancy/query-fields/query-field.service.js';
import { describeKey, KeyService } from '../tenancy/tenants/key.service.js';
import { createTenant, deleteTenant } from '../tenancy/tenants/tenant.operations.js';
import { describeTenant, TenantService } from '../tenancy/tenants/tenant.service.js';
import type { CreditChange, CreditGrant, UsageParameters } from './credits.dto.js';
import type { NewUpload } from './imports.dto.js';
import type { DistinctRecords, ErasedPerson, MergedRecords } from './records.dto.js';
import type { NewTenant } from './tenants.dto.js';
import { mappingOf } from './upload-mapping.js';

/** The name that stands in place of the user in the log of operators, for an operation that came through the API. */
export const apiUser = 'operator API';

/**
 * The operations of the API for operators. Each does what the admin command of the same name does. An operation that changes
 * something writes a line into the log of operators before it begins, and its outcome after it has ended.
 */
@Injectable()
export class OperatorService {
  constructor(
    private readonly services: ModuleRef,
    private readonly log: OperatorLog,
    private readonly tenantService: TenantService,
    private readonly keyService: KeyService,
    private readonly creditService: CreditGrantService,
    private readonly plans: CreditPlanService,
    private readonly usageService: InstallationUsageService,
    private readonly follows: FollowService,
    private readonly callbacks: CallbackSettingService,
    private readonly teamService: TeamService,
    private readonly fields: QueryFieldService,
    private readonly counts: QueryCountService,
    private readonly journal: ImportJournal,
    private readonly history: ImportHistory,
    private readonly merges: RecordMergeService,
    private readonly similar: DuplicatesService,
    private readonly erasures: ErasureService,
    private readonly statusService: StatusService,
    private readonly coverageService: CoverageService,
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
    const { tenant: id } = given;
    if (isStorable(id) && (await this.tenantService.find(id)) !== null)
      throw new DomainError('RECORD_EXISTS', `Tenant "${id}" exists already.`);
    return this.perform(createTenant(id, given), client);
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
    return this.perform(deleteTenant(id), client);
  }

  async keys(tenant: string) {
    await this.tenant(tenant);
    return { keys: (await this.keyService.list(tenant)).map(describeKey) };
  }

  async credits(tenant: string) {
    await this.tenant(tenant);
    return { tenant, credits: describeAccounts(await this.creditService.accounts(tenant)) };
  }

  async grantCredits(tenant: string, { id, note, expires, ...given }: CreditGrant, client: string) {
    const terms = { id: id ?? undefined, note: note ?? undefined, expires: expires ?? undefined };
    return { tenant, credits: await this.perform(grantCredits(tenant, { ...given, ...terms }), client) };
  }

  async revokeCredits(tenant: string, { id, ...given }: CreditChange, client: string) {
    return { tenant, credits: await this.perform(revokeCredits(tenant, { ...given, id: id ?? undefined }), client) };
  }

  async grantsOf(tenant: string, limit: number) {
    await this.tenant(tenant);
    return { grants: (await this.creditService.newestGrants(tenant, limit)).map(describeGrant) };
  }

  async plansOf(tenant: string) {
    await this.tenant(tenant);
    return { tenant, plans: (await this.plans.of(tenant)).map(describePlan) };
  }

  async usage({ group_by: by, tenant, ...asked }: UsageParameters) {
    if (tenant !== undefined) await this.tenant(tenant);
    return this.usageService.report({ ...asked, by, tenant });
  }

  async requestsOf(tenant: string, limit: number) {
    await this.tenant(tenant);
    return { requests: await this.usageService.newestRequests(tenant, limit) };
  }

  async followsOf(tenant: string) {
    await this.tenant(tenant);
    return { tenant, ...(await this.follows.counts(tenant)) };
  }

  async callbacksOf(tenant: string, limit: number) {
    await this.tenant(tenant);
    return { callbacks: (await this.callbacks.newest(tenant, limit)).map(describeCallback) };
  }

  async teams(tenant: string) {
    await this.tenant(tenant);
    return { teams: (await this.teamService.list(tenant)).map(describeTeam) };
  }

  async deleteTeam(tenant: string, team: string, client: string) {
    const { teams } = await this.teams(tenant);
    if (!teams.some((known) => known.team === team))
      throw new DomainError('RECORD_NOT_FOUND', `Tenant "${tenant}" has no team ${JSON.stringify(team)}`);
    return this.perform(deleteTeam(tenant, team), client);
  }

  async queryFields(tenant: string) {
    await this.tenant(tenant);
    return { query_fields: (await this.fields.list(tenant)).map(describeQueryField) };
  }

  async deleteQueryField(tenant: string, name: string, client: string) {
    const { query_fields: known } = await this.queryFields(tenant);
    if (!known.some((field) => field.name === name))
      throw new DomainError('RECORD_NOT_FOUND', `Tenant "${tenant}" has no query field ${JSON.stringify(name)}`);
    return this.perform(deleteQueryField(tenant, name), client);
  }

  async imports(limit: number) {
    return { imports: await this.journal.newest(limit) };
  }

  async importOf(id: string) {
    const entry = await this.existingImport(id);
    return { ...entry, changes: await this.history.summary(entry.import_id) };
  }

  async changesOf(id: string, cursor: string | null, limit: number) {
    const { import_id: entry } = await this.existingImport(id);
    return this.history.page(entry, cursor, limit);
  }

  async undoImport(id: string, client: string) {
    const { import_id: entry } = await this.existingImport(id);
    const undone = await this.perform(undoImport(entry, { systemUser: apiUser, host: client }), client);
    await this.counts.refreshNow().catch(() => undefined);
    return undone;
  }

  duplicates(kind: 'company' | 'person', limit: number) {
    return this.similar.find(kind, Math.min(limit, maxDuplicates));
  }

  distinguish(kind: 'company' | 'person', { forget: isForgotten, ...pair }: DistinctRecords, client: string) {
    const task =
      isForgotten === true
        ? forgetDistinction(kind, pair)
        : distinguishRecords(kind, pair, { systemUser: apiUser, host: client });
    return this.perform(task, client);
  }

  /** Merges two records, or says what that would do. A dry run changes nothing, so it is not recorded in the log. */
  async merge(kind: 'company' | 'person', { dry_run: isDryRun, stays, goes }: MergedRecords, client: string) {
    const pair = { stays, goes };
    if (isDryRun === true) return this.merges.preview(kind, pair);
    const merged = await this.perform(mergeRecords(kind, pair, { systemUser: apiUser, host: client }), client);
    await this.counts.refreshNow().catch(() => undefined);
    return merged;
  }

  private async existingImport(id: string) {
    const entry = /^[1-9]\d{0,14}$/.test(id) ? await this.journal.find(Number(id)) : null;
    if (entry === null) throw new DomainError('RECORD_NOT_FOUND', `There is no import "${id}"`);
    return entry;
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
    assertMapping(kind, mappingOf(given));
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

  coverage() {
    return this.coverageService.report();
  }

  status() {
    return this.statusService.report();
  }

  /**
   * Carries out an operation, and records it in the log of operators.
   * @throws DomainError `RECORD_NOT_FOUND` if there is no tenant or key as it names
   */
  async perform<Service, Answer>({ operation, service, run }: Task<Service, Answer>, client: string): Promise<Answer> {
    await this.assertSubject(operation);
    return this.record(operation, client, () => run(this.services.get(service, { strict: false })));
  }

  private async assertSubject({ kind, details }: Operation): Promise<void> {
    if ('key_id' in details) await this.key(details.key_id);
    else if (kind !== 'tenant create' && 'tenant' in details && details.tenant !== undefined)
      await this.tenant(details.tenant);
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
