import { z } from 'zod';
import { AnyObject, Flag, JsonNumber, Nullish, RequestDto, Text } from '../platform/http/validation/request-dto.js';
import { anyObject, count, countOrNull, tenantId, text, textOrNull, time, timeOrNull } from './answer-fields.js';
import { maxText } from './operator.dto.js';

/** The highest value of a rate limit. */
const maxLimit = 1_000_000;

/** The limits and permissions of a tenant that an operator can set. */
class TenantSettings {
  @Nullish()
  @Text({ max: maxText, description: 'The display name; the id by default.' })
  name?: string | null;

  @Nullish()
  @JsonNumber({ min: 1, max: maxLimit, isWhole: true, description: 'Requests in the burst window, for each address.' })
  burst_limit?: number | null;

  @Nullish()
  @JsonNumber({ min: 1, max: 86_400, isWhole: true, description: 'The length of the burst window, in seconds.' })
  burst_window_seconds?: number | null;

  @Nullish()
  @JsonNumber({ min: 1, max: maxLimit, isWhole: true, description: 'Requests in any second, for each address.' })
  per_second?: number | null;
}

@RequestDto({
  description: 'A new tenant. A limit that is null or absent is that of the service.',
  example: { tenant: 'acme', name: 'Acme Inc.' },
})
export class NewTenant extends TenantSettings {
  @Text({ max: 63, description: 'The id: lower-case letters, digits, hyphens and underscores.', example: 'acme' })
  tenant!: string;
}

@RequestDto({
  description: 'The changes. An absent member stays as it is, and a limit that is null becomes that of the service.',
  example: { previews: true, per_second: 50 },
})
export class TenantChange extends TenantSettings {
  @Nullish()
  @Flag({ description: 'Whether the tenant may ask, free of charge, what a request would match and cost.' })
  previews?: boolean | null;

  @Nullish()
  @Flag({ description: 'Whether the tenant may search companies and persons by conditions; it needs `SEARCH=on`.' })
  search?: boolean | null;
}

@RequestDto({
  description: 'The note about a tenant, which only operators see.',
  example: { note: 'Pays by invoice; ask Sales before a suspension.' },
})
export class TenantNote {
  @Text({ max: maxText, description: 'The note; an empty text removes it.' })
  note!: string;
}

@RequestDto({ description: 'A new key.', example: { label: 'crm' } })
export class NewKey {
  @Nullish()
  @Text({ max: maxText, description: 'A label for the key.' })
  label?: string | null;
}

@RequestDto({ description: 'The rotation of a key.', example: { grace_seconds: 3600 } })
export class KeyRotation {
  @Nullish()
  @JsonNumber({
    min: 0,
    max: 31_536_000,
    isWhole: true,
    description: 'How many seconds the old key stays valid; a day by default.',
  })
  grace_seconds?: number | null;
}

@RequestDto({ description: 'The callback of a tenant.', example: { url: 'https://acme.example/callbacks' } })
export class CallbackSetting {
  @Text({ max: 2_000, description: 'The URL that gets the callbacks.' })
  url!: string;
}

@RequestDto({
  description: 'The callbacks to send again: all that were given up, or the named one.',
  example: { callback: 'run_12' },
})
export class RepeatedCallbacks {
  @Nullish()
  @Text({ max: 40, description: 'The `Webhook-Id` of one callback.', example: 'run_12' })
  callback?: string | null;
}

@RequestDto({ description: 'The schema of a team.', example: { schema: { max_results: 50 } } })
export class TeamSetting {
  @AnyObject({ description: 'The prospecting schema; `{}` for the defaults.', example: { max_results: 50 } })
  schema!: Readonly<Record<string, unknown>>;
}

@RequestDto({
  description: 'What a query field counts.',
  example: { scope: 'company', definition: { titles: ['engineer'] }, metadata: true },
})
export class QueryFieldSetting {
  @Text({ max: 20, description: '`company` for a count of employees, `person` for 1 or 0, or `both`.' })
  scope!: string;

  @AnyObject({ description: 'The conditions that a person must fit; `{}` for all persons.' })
  definition!: Readonly<Record<string, unknown>>;

  @Nullish()
  @Flag({ description: 'Whether the option `include_metadata` adds the field to answers; false by default.' })
  metadata?: boolean | null;
}

/** The parameters of a request that deletes a tenant. */
export class DeletionParameters {
  @Text({ description: 'The id of the tenant once more, which confirms the deletion.', example: 'acme' })
  confirm!: string;
}

export const tenantAnswer = z
  .object({
    tenant: tenantId,
    name: text('The display name.'),
    burst_limit: countOrNull("Requests in the burst window, for each address; null for the service's limit."),
    burst_window_seconds: countOrNull("The length of the burst window, in seconds; null for the service's."),
    per_second: countOrNull("Requests in any second, for each address; null for the service's limit."),
    previews: z.boolean().describe('Whether the tenant may ask, free of charge, what a request would match and cost.'),
    search: z.boolean().describe('Whether the tenant may search companies and persons by conditions.'),
    note: textOrNull('The note of the operators; null for none.'),
    callback_url: textOrNull('The URL that gets the callbacks; null for none.'),
    suspended_at: timeOrNull('When the tenant was suspended', 'for a tenant that is not suspended'),
    created_at: time('When the tenant was created'),
  })
  .meta({ id: 'OperatorTenant' });

export const tenantsAnswer = z.object({
  tenants: z.array(tenantAnswer).describe('All tenants, in the order of their ids.'),
});

export const deletionAnswer = z.object({
  tenant: tenantId,
  deleted: anyObject.describe('How many rows of each kind were deleted.'),
});

export const keyAnswer = z
  .object({
    key_id: text('The id of the key.'),
    tenant: tenantId,
    label: textOrNull('The label; null for none.'),
    ends_with: text('The last four characters of the key.'),
    created_at: time('When the key was created'),
    last_used_at: timeOrNull('The minute in which the key was last used', 'if it was never used'),
    expires_at: timeOrNull('When the key expires', 'if it never expires'),
    revoked_at: timeOrNull('When the key was revoked', 'for a key that is not revoked'),
    successor: textOrNull('The id of the key that replaces this one after a rotation; null for none.'),
  })
  .meta({ id: 'OperatorKey' });

export const keysAnswer = z.object({
  keys: z
    .array(keyAnswer)
    .describe('The keys of the tenant, the oldest first, with those that were revoked or have expired.'),
});

export const issuedKeyAnswer = z
  .object({
    key_id: text('The id of the key.'),
    tenant: tenantId,
    api_key: textOrNull('The key itself, which is never shown again; null for a key that was shown before.'),
  })
  .meta({ id: 'OperatorIssuedKey' });

export const followsAnswer = z.object({
  tenant: tenantId,
  all_enriched: z.boolean().describe('Whether the tenant follows each record whose data it receives by an enrichment.'),
  companies: count('The number of companies that the tenant follows.'),
  persons: count('The number of persons that the tenant follows.'),
});

export const callbackAnswer = z.object({
  tenant: tenantId,
  callback_url: textOrNull('The URL that gets the callbacks; null for none.'),
  callback_secret: z.string().optional().describe('Signs the callbacks, and is never shown again.'),
});

const callback = z.object({
  callback: text('The `Webhook-Id` of all attempts.'),
  state: z.enum(['delivered', 'given up', 'due']).describe('`due`: another attempt follows.'),
  attempts: count('The number of attempts so far.'),
  next_at: timeOrNull('When the next attempt is due', 'if none follows'),
  delivered_at: timeOrNull('When the callback was delivered', 'if it was not'),
  given_up_at: timeOrNull('When the last attempt had failed', 'if the callback was not given up'),
  last_failure: textOrNull('Why the last failed attempt failed, such as `status 500`; null if none failed.'),
});

export const callbacksAnswer = z.object({ callbacks: z.array(callback).describe('Callbacks, the newest first.') });

export const repetitionAnswer = z.object({
  tenant: tenantId,
  repeated: count('The number of callbacks that are sent again.'),
});

export const teamAnswer = z
  .object({
    tenant: tenantId,
    team: text('The name of the team.'),
    schema: anyObject.describe('The prospecting schema, as it was set.'),
    created_at: time('When the team was created'),
    updated_at: time('When the schema was set last'),
  })
  .meta({ id: 'OperatorTeam' });

export const teamsAnswer = z.object({ teams: z.array(teamAnswer).describe('The teams of the tenant.') });

export const queryFieldAnswer = z
  .object({
    tenant: tenantId,
    name: text('The name by which requests ask for the field.'),
    scope: z.enum(['company', 'person', 'both']).describe('For which records the field exists.'),
    definition: anyObject.describe('The conditions that a person must fit.'),
    metadata: z.boolean().describe('Whether the option `include_metadata` adds the field to answers.'),
    counted_at: timeOrNull('When the employees of all companies were counted last', 'if they are still to be counted'),
    created_at: time('When the field was created'),
    updated_at: time('When the field was set last'),
  })
  .meta({ id: 'OperatorQueryField' });

export const queryFieldsAnswer = z.object({
  query_fields: z.array(queryFieldAnswer).describe('The query fields of the tenant.'),
});
