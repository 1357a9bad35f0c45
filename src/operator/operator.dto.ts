import { z } from 'zod';
import { creditFeatures } from '../billing/credits/credit-amounts.js';
import {
  AnyObject,
  Flag,
  JsonNumber,
  Nullish,
  OneOf,
  OptionalParameter,
  RequestDto,
  Text,
  WholeNumber,
} from '../platform/http/validation/request-dto.js';

/** The highest value of a rate limit. */
const maxLimit = 1_000_000;
const maxText = 1_000;

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

@RequestDto({ description: 'A new tenant. A limit that is null or absent is that of the service.' })
export class NewTenant extends TenantSettings {
  @Text({ max: 63, description: 'The id: lower-case letters, digits, hyphens and underscores.', example: 'acme' })
  tenant!: string;
}

@RequestDto({
  description: 'The changes. An absent member stays as it is, and a limit that is null becomes that of the service.',
})
export class TenantChange extends TenantSettings {
  @Nullish()
  @Flag({ description: 'Whether the tenant may ask, free of charge, what a request would match and cost.' })
  previews?: boolean | null;
}

@RequestDto({ description: 'A new key.' })
export class NewKey {
  @Nullish()
  @Text({ max: maxText, description: 'A label for the key.' })
  label?: string | null;
}

@RequestDto({ description: 'The rotation of a key.' })
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

@RequestDto({ description: 'Credits to grant or to revoke.' })
export class CreditChange {
  @OneOf(creditFeatures, { description: 'The account.' })
  feature!: string;

  @Text({
    max: 20,
    description: 'A whole number from 1 to 10^12, written as text; a grant also takes `unlimited` and `limited`.',
    example: '5000',
  })
  amount!: string;

  @Nullish()
  @Text({ max: 128, description: 'The idempotency id: a second change with the same id has no effect.' })
  id?: string | null;
}

@RequestDto({ description: 'The callback of a tenant.' })
export class CallbackSetting {
  @Text({ max: 2_000, description: 'The URL that gets the callbacks.' })
  url!: string;
}

@RequestDto({ description: 'The callbacks to send again: all that were given up, or the named one.' })
export class RepeatedCallbacks {
  @Nullish()
  @Text({ max: 40, description: 'The `Webhook-Id` of one callback.', example: 'run_12' })
  callback?: string | null;
}

@RequestDto({ description: 'The schema of a team.' })
export class TeamSetting {
  @AnyObject({ description: 'The prospecting schema; `{}` for the defaults.', example: { max_results: 50 } })
  schema!: Readonly<Record<string, unknown>>;
}

@RequestDto({ description: 'What a query field counts.' })
export class QueryFieldSetting {
  @Text({ max: 20, description: '`company` for a count of employees, `person` for 1 or 0, or `both`.' })
  scope!: string;

  @AnyObject({ description: 'The conditions that a person must fit; `{}` for all persons.' })
  definition!: Readonly<Record<string, unknown>>;

  @Nullish()
  @Flag({ description: 'Whether the option `include_metadata` adds the field to answers; false by default.' })
  metadata?: boolean | null;
}

@RequestDto({ description: 'The person to erase, by exactly one of the two identifiers.' })
export class ErasedPerson {
  @Nullish()
  @Text({ max: 2_000, description: 'The profile page of the person.' })
  network_url?: string | null;

  @Nullish()
  @Text({ max: 320, description: 'An e-mail address of the person.' })
  email?: string | null;
}

@RequestDto({ description: 'A file to import. It is sent afterwards, in pieces.' })
export class NewUpload {
  @OneOf(['companies', 'persons', 'signals'], { description: 'What the records of the file are.' })
  kind!: string;

  @Text({ max: 200, description: 'The name of the file, whose ending tells its format.', example: 'companies.csv' })
  file!: string;

  @JsonNumber({ min: 1, max: 68_719_476_736, isWhole: true, description: 'The size of the file in bytes.' })
  size_bytes!: number;

  @Nullish()
  @Text({ max: 63, description: 'The tenant of the signals. Companies and persons belong to no tenant.' })
  tenant?: string | null;

  @Nullish()
  @Flag({ description: 'Whether to store nothing and only say what would be stored; false by default.' })
  dry_run?: boolean | null;

  @Nullish()
  @Text({ max: 200, description: 'The source of the values; by default the name of the file.' })
  source?: string | null;

  @Nullish()
  @Flag({ description: 'Whether stored values are kept, so that only blank fields are filled; false by default.' })
  keep_existing?: boolean | null;

  @Nullish()
  @Flag({ description: 'Whether a record with any invalid value is rejected; false by default.' })
  strict?: boolean | null;

  @Nullish()
  @Flag({ description: 'Whether signals may have types that are not in the list of types; false by default.' })
  any_type?: boolean | null;
}

/** The parameters of a request that sends one piece of a file. */
export class PieceParameters {
  @WholeNumber({ min: 0, max: 68_719_476_736, description: 'Where the piece belongs in the file, in bytes.' })
  offset!: number;
}

/** The parameters of a request for one part of the rejected lines. */
export class RejectsParameters {
  @OptionalParameter()
  @WholeNumber({ min: 0, max: 68_719_476_736, description: '`next` of the part before; 0 by default.' })
  start?: number;
}

/** The parameters of a list. */
export class ListParameters {
  @OptionalParameter()
  @WholeNumber({ min: 1, max: 1_000, description: 'The number of newest entries; 100 by default.' })
  limit?: number;
}

/** The parameters of a request that deletes a tenant. */
export class DeletionParameters {
  @Text({ description: 'The id of the tenant once more, which confirms the deletion.' })
  confirm!: string;
}

const time = z.iso.datetime();
const counts = z.record(z.string(), z.unknown());

export const tenantAnswer = z
  .object({
    tenant: z.string(),
    name: z.string(),
    burst_limit: z.int().nullable(),
    burst_window_seconds: z.int().nullable(),
    per_second: z.int().nullable(),
    previews: z.boolean(),
    callback_url: z.string().nullable(),
    suspended_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: 'OperatorTenant' });
export const tenantsAnswer = z.object({ tenants: z.array(tenantAnswer) });
export const deletionAnswer = z.object({ tenant: z.string(), deleted: counts });

export const keyAnswer = z
  .object({
    key_id: z.string(),
    tenant: z.string(),
    label: z.string().nullable(),
    ends_with: z.string(),
    created_at: time,
    last_used_at: time.nullable(),
    expires_at: time.nullable(),
    revoked_at: time.nullable(),
    successor: z.string().nullable(),
  })
  .meta({ id: 'OperatorKey' });
export const keysAnswer = z.object({ keys: z.array(keyAnswer) });
export const issuedKeyAnswer = z
  .object({
    key_id: z.string(),
    tenant: z.string(),
    api_key: z.string().nullable().meta({ description: 'The key itself, which is never shown again.' }),
  })
  .meta({ id: 'OperatorIssuedKey' });

const account = z.object({
  granted: z.int(),
  consumed: z.int(),
  reserved: z.int(),
  available: z.int().nullable(),
  unlimited: z.boolean().optional(),
});
export const creditsAnswer = z.object({ tenant: z.string(), credits: z.record(z.string(), account) });

export const callbackAnswer = z.object({
  tenant: z.string(),
  callback_url: z.string().nullable(),
  callback_secret: z.string().optional().meta({ description: 'Signs the callbacks, and is never shown again.' }),
});

const callback = z.object({
  callback: z.string().meta({ description: 'The `Webhook-Id` of all attempts.' }),
  state: z.enum(['delivered', 'given up', 'due']),
  attempts: z.int(),
  next_at: time.nullable(),
  delivered_at: time.nullable(),
  given_up_at: time.nullable(),
  last_failure: z.string().nullable(),
});
export const callbacksAnswer = z.object({ callbacks: z.array(callback) });
export const repetitionAnswer = z.object({ tenant: z.string(), repeated: z.int() });

export const teamAnswer = z
  .object({ tenant: z.string(), team: z.string(), schema: counts, created_at: time, updated_at: time })
  .meta({ id: 'OperatorTeam' });
export const teamsAnswer = z.object({ teams: z.array(teamAnswer) });

export const queryFieldAnswer = z
  .object({
    tenant: z.string(),
    name: z.string(),
    scope: z.enum(['company', 'person', 'both']),
    definition: counts,
    metadata: z.boolean(),
    counted_at: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'OperatorQueryField' });
export const queryFieldsAnswer = z.object({ query_fields: z.array(queryFieldAnswer) });

const pastImport = z.object({
  started_at: time,
  kind: z.string(),
  file: z.string(),
  source: z.string(),
  tenant: z.string().nullable(),
  outcome: z.enum(['complete', 'interrupted', 'failed', 'not ended']),
  seconds: z.number().nullable(),
  read: z.int(),
  inserted: z.int(),
  updated: z.int(),
  joined: z.int(),
  rejected: z.int(),
  warnings: z.int(),
  system_user: z.string().nullable(),
  host: z.string().nullable(),
});
export const importsAnswer = z.object({ imports: z.array(pastImport) });

export const uploadAnswer = z
  .object({
    upload_id: z.uuid(),
    kind: z.string(),
    file: z.string(),
    tenant: z.string().nullable(),
    dry_run: z.boolean(),
    state: z.enum(['uploading', 'waiting', 'running', 'complete', 'interrupted', 'failed']),
    size_bytes: z.int(),
    received_bytes: z.int().meta({ description: 'Where the next piece begins.' }),
    imported_bytes: z.int(),
    started_at: time,
    ended_at: time.nullable(),
    read: z.int(),
    inserted: z.int(),
    updated: z.int(),
    joined: z.int(),
    rejected: z.int(),
    warnings: z.int(),
    columns: z.array(z.object({ column: z.string(), field: z.string().nullable(), understood: z.string() })),
    notes: z.array(z.string()),
    failure: z.string().nullable().meta({ description: 'Why the import failed.' }),
  })
  .meta({ id: 'OperatorUpload' });
export const uploadsAnswer = z.object({ uploads: z.array(uploadAnswer) });
export const rejectsAnswer = z.object({
  rejects: z.array(z.object({ line: z.int() }).catchall(z.unknown())),
  next: z.int().nullable().meta({ description: 'Where the next part begins; null at the end.' }),
});

const operation = z.object({
  at: time,
  command: z.string(),
  arguments: z.array(z.string()),
  system_user: z.string(),
  host: z.string(),
});
export const logAnswer = z.object({ log: z.array(operation) });

const erased = z.object({
  persons: z.int(),
  emails: z.int(),
  signals: z.int(),
  prospects: z.int(),
  stored_answers: z.int(),
});
export const erasureAnswer = z.object({
  erased,
  suppressed: z.object({ network_urls: z.int(), emails: z.int() }),
});

export const statusAnswer = z.object({ version: z.string(), node_version: z.string() }).catchall(z.unknown());
