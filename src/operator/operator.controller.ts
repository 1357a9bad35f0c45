import { Body, Controller, Param, Query, UseFilters, UseGuards } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { removeCreditPlan, setCreditPlan } from '../billing/credits/credit.operations.js';
import { invalidDay } from '../billing/usage/usage.dto.js';
import { OwnKey } from '../platform/auth/api-key.guard.js';
import { repeatCallbacks, setCallback } from '../prospecting/callback/callback.operations.js';
import { setTeam } from '../prospecting/teams/team.operations.js';
import { setQueryField } from '../tenancy/query-fields/query-field.operations.js';
import { createKey, revokeKey, rotateKey } from '../tenancy/tenants/key.operations.js';
import { noteTenant, resumeTenant, suspendTenant, updateTenant } from '../tenancy/tenants/tenant.operations.js';
import * as answers from './operator.dto.js';
import {
  CallbackSetting,
  ChangeParameters,
  CreditChange,
  CreditGrant,
  CreditPlanSetting,
  DeletionParameters,
  DistinctRecords,
  ErasedPerson,
  KeyRotation,
  ListParameters,
  MergedRecords,
  NewestRequests,
  NewKey,
  NewTenant,
  QueryFieldSetting,
  RepeatedCallbacks,
  TeamSetting,
  TenantChange,
  TenantNote,
  UsageParameters,
} from './operator.dto.js';
import { OperatorKeyGuard } from './operator-key.guard.js';
import { Client, tooSmall, CommandErrorFilter, missing, noText, OperatorRoute } from './operator-route.js';
import { OperatorService } from './operator.service.js';

/** How many entries of a list are returned if the request does not say how many. */
const usualEntries = 100;

/** The API for operators. Each route does what the command of the same name does. */
@Controller()
@OwnKey()
@UseGuards(OperatorKeyGuard)
@UseFilters(CommandErrorFilter)
@ApiSecurity('OperatorKey')
export class OperatorController {
  constructor(private readonly operators: OperatorService) {}

  @OperatorRoute('GET /operator/v1/tenants', {
    command: 'tenant list',
    summary: 'List the tenants',
    answer: answers.tenantsAnswer,
  })
  listTenants() {
    return this.operators.tenants();
  }

  @OperatorRoute('POST /operator/v1/tenants', {
    command: 'tenant create',
    summary: 'Create a tenant',
    answer: answers.tenantAnswer,
    status: 201,
    fault: missing('body', 'tenant'),
    errors: ['RECORD_EXISTS'],
  })
  createTenant(@Body() body: NewTenant, @Client() client: string) {
    return this.operators.createTenant(body, client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant', {
    command: 'tenant list',
    summary: 'Get a tenant',
    answer: answers.tenantAnswer,
  })
  getTenant(@Param('tenant') tenant: string) {
    return this.operators.tenant(tenant);
  }

  @OperatorRoute('PATCH /operator/v1/tenants/:tenant', {
    command: 'tenant update',
    summary: 'Change the name, the limits or the previews of a tenant',
    answer: answers.tenantAnswer,
    fault: tooSmall('body', 'per_second'),
  })
  changeTenant(@Param('tenant') tenant: string, @Body() body: TenantChange, @Client() client: string) {
    return this.operators.perform(updateTenant(tenant, body), client);
  }

  @OperatorRoute('DELETE /operator/v1/tenants/:tenant', {
    command: 'tenant delete',
    summary: 'Delete a tenant and all its records',
    answer: answers.deletionAnswer,
    fault: missing('query', 'confirm'),
  })
  deleteTenant(@Param('tenant') tenant: string, @Query() { confirm }: DeletionParameters, @Client() client: string) {
    return this.operators.deleteTenant(tenant, confirm, client);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/note', {
    command: 'tenant note',
    summary: 'Set or remove the note about a tenant, which only operators see',
    answer: answers.tenantAnswer,
    fault: missing('body', 'note'),
  })
  noteTenant(@Param('tenant') tenant: string, @Body() { note }: TenantNote, @Client() client: string) {
    return this.operators.perform(noteTenant(tenant, note), client);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/suspend', {
    command: 'tenant suspend',
    summary: 'Suspend a tenant',
    answer: answers.tenantAnswer,
  })
  suspendTenant(@Param('tenant') tenant: string, @Client() client: string) {
    return this.operators.perform(suspendTenant(tenant), client);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/resume', {
    command: 'tenant resume',
    summary: 'End a suspension',
    answer: answers.tenantAnswer,
  })
  resumeTenant(@Param('tenant') tenant: string, @Client() client: string) {
    return this.operators.perform(resumeTenant(tenant), client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/keys', {
    command: 'key list',
    summary: 'List the keys of a tenant',
    answer: answers.keysAnswer,
  })
  listKeys(@Param('tenant') tenant: string) {
    return this.operators.keys(tenant);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/keys', {
    command: 'key create',
    summary: 'Create a key, which is shown once',
    answer: answers.issuedKeyAnswer,
    status: 201,
    fault: noText('label'),
  })
  createKey(@Param('tenant') tenant: string, @Body() { label }: NewKey, @Client() client: string) {
    return this.operators.perform(createKey(tenant, label ?? undefined), client);
  }

  @OperatorRoute('POST /operator/v1/keys/:key_id/revoke', {
    command: 'key revoke',
    summary: 'Revoke a key at once',
    answer: answers.keyAnswer,
  })
  revokeKey(@Param('key_id') keyId: string, @Client() client: string) {
    return this.operators.perform(revokeKey(keyId), client);
  }

  @OperatorRoute('POST /operator/v1/keys/:key_id/rotate', {
    command: 'key rotate',
    summary: 'Create a key that replaces this one after a grace period',
    answer: answers.issuedKeyAnswer,
    status: 201,
    fault: tooSmall('body', 'grace_seconds', 0),
  })
  rotateKey(@Param('key_id') keyId: string, @Body() { grace_seconds }: KeyRotation, @Client() client: string) {
    return this.operators.perform(rotateKey(keyId, grace_seconds ?? undefined), client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/credits', {
    command: 'credits show',
    summary: 'Get the credits',
    answer: answers.creditsAnswer,
  })
  getCredits(@Param('tenant') tenant: string) {
    return this.operators.credits(tenant);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/credits/grant', {
    command: 'credits grant',
    summary: 'Grant credits',
    answer: answers.creditsAnswer,
    fault: missing('body', 'feature'),
  })
  grantCredits(@Param('tenant') tenant: string, @Body() body: CreditGrant, @Client() client: string) {
    return this.operators.grantCredits(tenant, body, client);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/credits/revoke', {
    command: 'credits revoke',
    summary: 'Revoke granted credits that are neither consumed nor reserved',
    answer: answers.creditsAnswer,
    fault: missing('body', 'feature'),
  })
  revokeCredits(@Param('tenant') tenant: string, @Body() body: CreditChange, @Client() client: string) {
    return this.operators.revokeCredits(tenant, body, client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/credits/grants', {
    command: 'credits grants',
    summary: 'List the grants of credits, the newest first',
    answer: answers.grantsAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listGrants(@Param('tenant') tenant: string, @Query() { limit }: ListParameters) {
    return this.operators.grantsOf(tenant, limit ?? usualEntries);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/credits/plans', {
    command: 'credits plan',
    summary: 'List the credits that the tenant gets each month',
    answer: answers.plansAnswer,
  })
  listPlans(@Param('tenant') tenant: string) {
    return this.operators.plansOf(tenant);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/credits/plans/:feature', {
    command: 'credits plan',
    summary: 'Set how many credits of a feature the tenant gets each month',
    answer: answers.plansAnswer,
    fault: missing('body', 'amount'),
  })
  setPlan(
    @Param('tenant') tenant: string,
    @Param('feature') feature: string,
    @Body() { amount, lapses }: CreditPlanSetting,
    @Client() client: string,
  ) {
    return this.operators.perform(setCreditPlan(tenant, { feature, amount, lapses: lapses === true }), client);
  }

  @OperatorRoute('DELETE /operator/v1/tenants/:tenant/credits/plans/:feature', {
    command: 'credits plan',
    summary: 'Grant no more credits of a feature each month',
    answer: answers.plansAnswer,
  })
  removePlan(@Param('tenant') tenant: string, @Param('feature') feature: string, @Client() client: string) {
    return this.operators.perform(removeCreditPlan(tenant, feature), client);
  }

  @OperatorRoute('GET /operator/v1/usage', {
    command: 'usage',
    summary: 'Get the usage of all tenants, or of one',
    answer: answers.installationUsageAnswer,
    errors: ['RECORD_NOT_FOUND', 'SERVICE_BUSY'],
    fault: invalidDay,
  })
  getUsage(@Query() asked: UsageParameters) {
    return this.operators.usage(asked);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/requests', {
    command: 'tenant requests',
    summary: 'List the requests that reserved credits, the newest first',
    answer: answers.requestsAnswer,
    errors: ['SERVICE_BUSY'],
    fault: tooSmall('query', 'limit'),
  })
  listRequests(@Param('tenant') tenant: string, @Query() { limit }: NewestRequests) {
    return this.operators.requestsOf(tenant, limit ?? usualEntries);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/follows', {
    command: 'follow',
    summary: 'Get how many records the tenant follows',
    answer: answers.followsAnswer,
  })
  countFollows(@Param('tenant') tenant: string) {
    return this.operators.followsOf(tenant);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/callback', {
    command: 'tenant set-callback',
    summary: 'Set the callback, and create the secret that signs it',
    answer: answers.callbackAnswer,
    fault: missing('body', 'url'),
  })
  setCallback(@Param('tenant') tenant: string, @Body() { url }: CallbackSetting, @Client() client: string) {
    return this.operators.perform(setCallback(tenant, url), client);
  }

  @OperatorRoute('DELETE /operator/v1/tenants/:tenant/callback', {
    command: 'tenant set-callback',
    summary: 'Remove the callback',
    answer: answers.callbackAnswer,
  })
  removeCallback(@Param('tenant') tenant: string, @Client() client: string) {
    return this.operators.perform(setCallback(tenant, null), client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/callbacks', {
    command: 'tenant callbacks',
    summary: 'List callbacks with their outcome, the newest first',
    answer: answers.callbacksAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listCallbacks(@Param('tenant') tenant: string, @Query() { limit }: ListParameters) {
    return this.operators.callbacksOf(tenant, limit ?? usualEntries);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/callbacks/repeat', {
    command: 'tenant repeat-callbacks',
    summary: 'Send callbacks again',
    answer: answers.repetitionAnswer,
    fault: noText('callback'),
  })
  repeatCallbacks(@Param('tenant') tenant: string, @Body() { callback }: RepeatedCallbacks, @Client() client: string) {
    return this.operators.perform(repeatCallbacks(tenant, callback ?? undefined), client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/teams', {
    command: 'team list',
    summary: 'List the teams',
    answer: answers.teamsAnswer,
  })
  listTeams(@Param('tenant') tenant: string) {
    return this.operators.teams(tenant);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/teams/:team', {
    command: 'team set',
    summary: 'Create a team, or replace its schema for later runs',
    answer: answers.teamAnswer,
    fault: missing('body', 'schema'),
  })
  setTeam(
    @Param('tenant') tenant: string,
    @Param('team') team: string,
    @Body() { schema }: TeamSetting,
    @Client() client: string,
  ) {
    return this.operators.perform(setTeam(tenant, team, schema), client);
  }

  @OperatorRoute('DELETE /operator/v1/tenants/:tenant/teams/:team', {
    command: 'team delete',
    summary: 'Delete a team; its waiting runs use the default schema',
    answer: answers.teamAnswer,
  })
  deleteTeam(@Param('tenant') tenant: string, @Param('team') team: string, @Client() client: string) {
    return this.operators.deleteTeam(tenant, team, client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/query-fields', {
    command: 'query list',
    summary: 'List the query fields',
    answer: answers.queryFieldsAnswer,
  })
  listQueryFields(@Param('tenant') tenant: string) {
    return this.operators.queryFields(tenant);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/query-fields/:name', {
    command: 'query set',
    summary: 'Create or replace a query field, and count it for all companies',
    answer: answers.queryFieldAnswer,
    fault: missing('body', 'definition'),
  })
  setQueryField(
    @Param('tenant') tenant: string,
    @Param('name') name: string,
    @Body() { metadata, ...setting }: QueryFieldSetting,
    @Client() client: string,
  ) {
    return this.operators.perform(setQueryField(tenant, name, { ...setting, metadata: metadata === true }), client);
  }

  @OperatorRoute('DELETE /operator/v1/tenants/:tenant/query-fields/:name', {
    command: 'query delete',
    summary: 'Delete a query field and its counts',
    answer: answers.queryFieldAnswer,
  })
  deleteQueryField(@Param('tenant') tenant: string, @Param('name') name: string, @Client() client: string) {
    return this.operators.deleteQueryField(tenant, name, client);
  }

  @OperatorRoute('GET /operator/v1/imports', {
    command: 'import list',
    summary: 'List imports, the newest first',
    answer: answers.importsAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listImports(@Query() { limit }: ListParameters) {
    return this.operators.imports(limit ?? usualEntries);
  }

  @OperatorRoute('GET /operator/v1/imports/:import_id', {
    command: 'import diff',
    summary: 'Get an import, with a summary of what it changed',
    answer: answers.importAnswer,
  })
  getImport(@Param('import_id') id: string) {
    return this.operators.importOf(id);
  }

  @OperatorRoute('GET /operator/v1/imports/:import_id/changes', {
    command: 'import diff',
    summary: 'List the records that an import changed, with their values before and after',
    answer: answers.importChangesAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listChanges(@Param('import_id') id: string, @Query() { limit, cursor }: ChangeParameters) {
    return this.operators.changesOf(id, cursor ?? null, limit ?? usualEntries);
  }

  @OperatorRoute('POST /operator/v1/imports/:import_id/undo', {
    command: 'import undo',
    summary: 'Take back what an import changed, apart from what was changed or erased since',
    answer: answers.undoneImportAnswer,
  })
  undoImport(@Param('import_id') id: string, @Client() client: string) {
    return this.operators.undoImport(id, client);
  }

  @OperatorRoute('GET /operator/v1/companies/duplicates', {
    command: 'company duplicates',
    summary: 'List pairs of companies that are probably the same, the most certain first',
    answer: answers.duplicatesAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listDuplicateCompanies(@Query() { limit }: ListParameters) {
    return this.operators.duplicates('company', limit ?? usualEntries);
  }

  @OperatorRoute('GET /operator/v1/persons/duplicates', {
    command: 'person duplicates',
    summary: 'List pairs of persons who are probably the same, the most certain first',
    answer: answers.duplicatesAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listDuplicatePersons(@Query() { limit }: ListParameters) {
    return this.operators.duplicates('person', limit ?? usualEntries);
  }

  @OperatorRoute('POST /operator/v1/companies/merge', {
    command: 'company merge',
    summary: 'Merge a company into another one, which is then found by the keys of both',
    answer: answers.recordMergeAnswer,
    fault: missing('body', 'stays'),
  })
  mergeCompanies(@Body() body: MergedRecords, @Client() client: string) {
    return this.operators.merge('company', body, client);
  }

  @OperatorRoute('POST /operator/v1/persons/merge', {
    command: 'person merge',
    summary: 'Merge a person into another one, who is then found by the keys of both',
    answer: answers.recordMergeAnswer,
    fault: missing('body', 'stays'),
  })
  mergePersons(@Body() body: MergedRecords, @Client() client: string) {
    return this.operators.merge('person', body, client);
  }

  @OperatorRoute('POST /operator/v1/companies/distinct', {
    command: 'company distinct',
    summary: 'Say that two companies are not the same, so that the list of duplicates leaves them out',
    answer: answers.distinctionAnswer,
    fault: missing('body', 'one'),
  })
  distinguishCompanies(@Body() body: DistinctRecords, @Client() client: string) {
    return this.operators.distinguish('company', body, client);
  }

  @OperatorRoute('POST /operator/v1/persons/distinct', {
    command: 'person distinct',
    summary: 'Say that two persons are not the same, so that the list of duplicates leaves them out',
    answer: answers.distinctionAnswer,
    fault: missing('body', 'one'),
  })
  distinguishPersons(@Body() body: DistinctRecords, @Client() client: string) {
    return this.operators.distinguish('person', body, client);
  }

  @OperatorRoute('GET /operator/v1/log', {
    command: 'log',
    summary: 'List what operators changed, the newest first',
    answer: answers.logAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listOperations(@Query() { limit }: ListParameters) {
    return this.operators.operations(limit ?? usualEntries);
  }

  @OperatorRoute('POST /operator/v1/erasures', {
    command: 'erase person',
    summary: 'Erase a person for all tenants',
    answer: answers.erasureAnswer,
    fault: noText('email'),
  })
  erasePerson(@Body() body: ErasedPerson, @Client() client: string) {
    return this.operators.erase(body, client);
  }

  @OperatorRoute('GET /operator/v1/coverage', {
    command: 'coverage',
    summary: 'Get how many records have which fields, how old the values are, and the last imports',
    answer: answers.coverageAnswer,
  })
  getCoverage() {
    return this.operators.coverage();
  }

  @OperatorRoute('GET /operator/v1/status', {
    command: 'status',
    summary: 'Get versions, record counts and the number of serving processes',
    answer: answers.statusAnswer,
  })
  getStatus() {
    return this.operators.status();
  }
}
