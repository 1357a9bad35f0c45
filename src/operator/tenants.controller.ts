import { Body, Param, Query } from '@nestjs/common';
import { repeatCallbacks, setCallback } from '../prospecting/callback/callback.operations.js';
import { setTeam } from '../prospecting/teams/team.operations.js';
import { setQueryField } from '../tenancy/query-fields/query-field.operations.js';
import { createKey, revokeKey, rotateKey } from '../tenancy/tenants/key.operations.js';
import { noteTenant, resumeTenant, suspendTenant, updateTenant } from '../tenancy/tenants/tenant.operations.js';
import { Client, missing, noText, OperatorRoute, OperatorRoutes, tooSmall } from './operator-route.js';
import { ListParameters, usualEntries } from './operator.dto.js';
import { OperatorService } from './operator.service.js';
import {
  callbackAnswer,
  callbacksAnswer,
  CallbackSetting,
  deletionAnswer,
  DeletionParameters,
  followsAnswer,
  issuedKeyAnswer,
  keyAnswer,
  KeyRotation,
  keysAnswer,
  NewKey,
  NewTenant,
  queryFieldAnswer,
  queryFieldsAnswer,
  QueryFieldSetting,
  RepeatedCallbacks,
  repetitionAnswer,
  teamAnswer,
  teamsAnswer,
  TeamSetting,
  tenantAnswer,
  TenantChange,
  TenantNote,
  tenantsAnswer,
} from './tenants.dto.js';

/** The routes of operators about tenants, and about what belongs to one tenant. */
@OperatorRoutes()
export class TenantsController {
  constructor(private readonly operators: OperatorService) {}

  @OperatorRoute('GET /operator/v1/tenants', {
    command: 'tenant list',
    summary: 'List the tenants',
    answer: tenantsAnswer,
  })
  listTenants() {
    return this.operators.tenants();
  }

  @OperatorRoute('POST /operator/v1/tenants', {
    command: 'tenant create',
    summary: 'Create a tenant',
    answer: tenantAnswer,
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
    answer: tenantAnswer,
  })
  getTenant(@Param('tenant') tenant: string) {
    return this.operators.tenant(tenant);
  }

  @OperatorRoute('PATCH /operator/v1/tenants/:tenant', {
    command: 'tenant update',
    summary: 'Change the name, the limits or the permissions of a tenant',
    answer: tenantAnswer,
    fault: tooSmall('body', 'per_second'),
  })
  changeTenant(@Param('tenant') tenant: string, @Body() body: TenantChange, @Client() client: string) {
    return this.operators.perform(updateTenant(tenant, body), client);
  }

  @OperatorRoute('DELETE /operator/v1/tenants/:tenant', {
    command: 'tenant delete',
    summary: 'Delete a tenant and all its records',
    answer: deletionAnswer,
    fault: missing('query', 'confirm'),
  })
  deleteTenant(@Param('tenant') tenant: string, @Query() { confirm }: DeletionParameters, @Client() client: string) {
    return this.operators.deleteTenant(tenant, confirm, client);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/note', {
    command: 'tenant note',
    summary: 'Set or remove the note about a tenant, which only operators see',
    answer: tenantAnswer,
    fault: missing('body', 'note'),
  })
  noteTenant(@Param('tenant') tenant: string, @Body() { note }: TenantNote, @Client() client: string) {
    return this.operators.perform(noteTenant(tenant, note), client);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/suspend', {
    command: 'tenant suspend',
    summary: 'Suspend a tenant',
    answer: tenantAnswer,
  })
  suspendTenant(@Param('tenant') tenant: string, @Client() client: string) {
    return this.operators.perform(suspendTenant(tenant), client);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/resume', {
    command: 'tenant resume',
    summary: 'End a suspension',
    answer: tenantAnswer,
  })
  resumeTenant(@Param('tenant') tenant: string, @Client() client: string) {
    return this.operators.perform(resumeTenant(tenant), client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/keys', {
    command: 'key list',
    summary: 'List the keys of a tenant',
    answer: keysAnswer,
  })
  listKeys(@Param('tenant') tenant: string) {
    return this.operators.keys(tenant);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/keys', {
    command: 'key create',
    summary: 'Create a key, which is shown once',
    answer: issuedKeyAnswer,
    status: 201,
    fault: noText('label'),
  })
  createKey(@Param('tenant') tenant: string, @Body() { label }: NewKey, @Client() client: string) {
    return this.operators.perform(createKey(tenant, label ?? undefined), client);
  }

  @OperatorRoute('POST /operator/v1/keys/:key_id/revoke', {
    command: 'key revoke',
    summary: 'Revoke a key at once',
    answer: keyAnswer,
  })
  revokeKey(@Param('key_id') keyId: string, @Client() client: string) {
    return this.operators.perform(revokeKey(keyId), client);
  }

  @OperatorRoute('POST /operator/v1/keys/:key_id/rotate', {
    command: 'key rotate',
    summary: 'Create a key that replaces this one after a grace period',
    answer: issuedKeyAnswer,
    status: 201,
    fault: tooSmall('body', 'grace_seconds', 0),
  })
  rotateKey(@Param('key_id') keyId: string, @Body() { grace_seconds }: KeyRotation, @Client() client: string) {
    return this.operators.perform(rotateKey(keyId, grace_seconds ?? undefined), client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/follows', {
    command: 'follow',
    summary: 'Get how many records the tenant follows',
    answer: followsAnswer,
  })
  countFollows(@Param('tenant') tenant: string) {
    return this.operators.followsOf(tenant);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/callback', {
    command: 'tenant set-callback',
    summary: 'Set the callback, and create the secret that signs it',
    answer: callbackAnswer,
    fault: missing('body', 'url'),
  })
  setCallback(@Param('tenant') tenant: string, @Body() { url }: CallbackSetting, @Client() client: string) {
    return this.operators.perform(setCallback(tenant, url), client);
  }

  @OperatorRoute('DELETE /operator/v1/tenants/:tenant/callback', {
    command: 'tenant set-callback',
    summary: 'Remove the callback',
    answer: callbackAnswer,
  })
  removeCallback(@Param('tenant') tenant: string, @Client() client: string) {
    return this.operators.perform(setCallback(tenant, null), client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/callbacks', {
    command: 'tenant callbacks',
    summary: 'List callbacks with their outcome, the newest first',
    answer: callbacksAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listCallbacks(@Param('tenant') tenant: string, @Query() { limit }: ListParameters) {
    return this.operators.callbacksOf(tenant, limit ?? usualEntries);
  }

  @OperatorRoute('POST /operator/v1/tenants/:tenant/callbacks/repeat', {
    command: 'tenant repeat-callbacks',
    summary: 'Send callbacks again',
    answer: repetitionAnswer,
    fault: noText('callback'),
  })
  repeatCallbacks(@Param('tenant') tenant: string, @Body() { callback }: RepeatedCallbacks, @Client() client: string) {
    return this.operators.perform(repeatCallbacks(tenant, callback ?? undefined), client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/teams', {
    command: 'team list',
    summary: 'List the teams',
    answer: teamsAnswer,
  })
  listTeams(@Param('tenant') tenant: string) {
    return this.operators.teams(tenant);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/teams/:team', {
    command: 'team set',
    summary: 'Create a team, or replace its schema for later runs',
    answer: teamAnswer,
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
    answer: teamAnswer,
  })
  deleteTeam(@Param('tenant') tenant: string, @Param('team') team: string, @Client() client: string) {
    return this.operators.deleteTeam(tenant, team, client);
  }

  @OperatorRoute('GET /operator/v1/tenants/:tenant/query-fields', {
    command: 'query list',
    summary: 'List the query fields',
    answer: queryFieldsAnswer,
  })
  listQueryFields(@Param('tenant') tenant: string) {
    return this.operators.queryFields(tenant);
  }

  @OperatorRoute('PUT /operator/v1/tenants/:tenant/query-fields/:name', {
    command: 'query set',
    summary: 'Create or replace a query field, and count it for all companies',
    answer: queryFieldAnswer,
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
    answer: queryFieldAnswer,
  })
  deleteQueryField(@Param('tenant') tenant: string, @Param('name') name: string, @Client() client: string) {
    return this.operators.deleteQueryField(tenant, name, client);
  }
}
