import { z } from 'zod';
import { recordCoverage } from '../coverage/coverage.dto.js';
import { creditFeatures } from '../billing/credits/credit-amounts.js';
import { installationGroups } from '../billing/usage/installation-usage.reader.js';
import { listedRequest } from '../billing/usage/request-list.dto.js';
import { usageOfGroup } from '../billing/usage/usage.dto.js';
import { refusalSchema } from '../platform/http/openapi/openapi-failures.js';
import {
  AnyObject,
  Flag,
  IsoDate,
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

class ChangedCredits {
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

@RequestDto({
  description: 'Credits to revoke.',
  example: { feature: 'data_access', amount: '5000', id: 'invoice-17' },
})
export class CreditChange extends ChangedCredits {}

@RequestDto({
  description: 'Credits to grant.',
  example: { feature: 'data_access', amount: '5000', id: 'invoice-17', note: 'Trial', expires: '2027-01-31' },
})
export class CreditGrant extends ChangedCredits {
  @Nullish()
  @Text({ max: maxText, description: 'A note about the grant, which only operators see.' })
  note?: string | null;

  @Nullish()
  @Text({
    max: 10,
    description:
      'The last day on which the credits can be used, in UTC, as `YYYY-MM-DD`. What is left then is taken back. Null or absent for credits that stay.',
    example: '2027-01-31',
  })
  expires?: string | null;
}

@RequestDto({ description: 'The credits that a tenant gets each month.', example: { amount: '10000', lapses: true } })
export class CreditPlanSetting {
  @Text({ max: 20, description: 'A whole number from 1 to 10^12, written as text.', example: '10000' })
  amount!: string;

  @Nullish()
  @Flag({ description: 'Whether what is left at the end of the month is taken back; false by default.' })
  lapses?: boolean | null;
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

@RequestDto({
  description: 'The person to erase, by exactly one of the two identifiers.',
  example: { email: 'jane.doe@example.com' },
})
export class ErasedPerson {
  @Nullish()
  @Text({ max: 2_000, description: 'The profile page of the person.' })
  network_url?: string | null;

  @Nullish()
  @Text({ max: 320, description: 'An e-mail address of the person.' })
  email?: string | null;

  @Nullish()
  @Flag({
    description:
      'True for a dry run: nothing is erased, and the answer says whom and what an erasure would erase. False by default.',
  })
  dry_run?: boolean | null;
}

@RequestDto({
  description: 'Two records that are one company or one person.',
  example: { stays: 'acme.com', goes: 'acme.example' },
})
export class MergedRecords {
  @Text({
    max: 2_000,
    description:
      'The record that is kept: a website, profile page, numeric id or e-mail address, or `id:` and its record_id.',
  })
  stays!: string;

  @Text({ max: 2_000, description: 'The record that is merged into it, named likewise.' })
  goes!: string;

  @Nullish()
  @Flag({
    description: 'True for a dry run: nothing is merged, and the answer shows what a merge would do. False by default.',
  })
  dry_run?: boolean | null;
}

@RequestDto({
  description: 'Two records that are not one company or one person.',
  example: { one: 'acme.com', other: 'acme.example' },
})
export class DistinctRecords {
  @Text({
    max: 2_000,
    description:
      'One of the records: a website, profile page, numeric id or e-mail address, or `id:` and its record_id.',
  })
  one!: string;

  @Text({ max: 2_000, description: 'The other record, named likewise.' })
  other!: string;

  @Nullish()
  @Flag({
    description:
      'True to take the verdict back, so that the list of duplicates may have the pair again. False by default.',
  })
  forget?: boolean | null;
}

@RequestDto({
  description: 'A file to import. It is sent afterwards, in pieces.',
  example: { kind: 'companies', file: 'companies.csv', size_bytes: 52_000 },
})
export class NewUpload {
  @OneOf(['companies', 'persons', 'signals'], { description: 'What the records of the file are.' })
  kind!: 'companies' | 'persons' | 'signals';

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
  @JsonNumber({
    min: 0,
    max: 1,
    description:
      'The share of the records in which stored values may be replaced. An import that replaces more is refused and stores nothing; 0.3 by default, and 1 allows everything.',
  })
  max_changed?: number | null;

  @Nullish()
  @Flag({ description: 'Whether a record with any invalid value is rejected; false by default.' })
  strict?: boolean | null;

  @Nullish()
  @Flag({ description: 'Whether signals may have types that are not in the list of types; false by default.' })
  any_type?: boolean | null;

  @Nullish()
  @Text({ max: 200, description: 'The sheet of a workbook; by default the first visible one that looks like a table.' })
  sheet?: string | null;

  @Nullish()
  @AnyObject({
    description:
      'By the name of a column, the field that it fills, or null if it is ignored; other columns are read by their names.',
    example: { Firma: 'name', Notes: null },
  })
  map?: Readonly<Record<string, unknown>> | null;

  @Nullish()
  @AnyObject({
    description: 'By the name of a field, the text that every record gets in it.',
    example: { location_country: 'Germany' },
  })
  set?: Readonly<Record<string, unknown>> | null;
}

/** The parameters of a request that sends one piece of a file. */
export class PieceParameters {
  @WholeNumber({
    min: 0,
    max: 68_719_476_736,
    description: 'Where the piece belongs in the file, in bytes.',
    example: 0,
  })
  offset!: number;
}

/** The parameters of a request for one part of the rejected lines. */
export class RejectsParameters {
  @OptionalParameter()
  @WholeNumber({ min: 0, max: 68_719_476_736, description: '`next` of the part before; 0 by default.' })
  start?: number;
}

export class ListParameters {
  @OptionalParameter()
  @WholeNumber({ min: 1, max: 1_000, description: 'The number of newest entries; 100 by default.' })
  limit?: number;
}

/** The parameters of a request for the changes of an import. */
export class ChangeParameters extends ListParameters {
  @OptionalParameter()
  @Text({ max: 40, description: '`next_cursor` of the part before; absent for the first part.', example: 'c5000' })
  cursor?: string;
}

export class NewestRequests {
  @OptionalParameter()
  @WholeNumber({ min: 1, max: 500, description: 'The number of newest requests; 100 by default.' })
  limit?: number;
}

/** The parameters of a request for the usage of all tenants. */
export class UsageParameters {
  @OptionalParameter()
  @OneOf(installationGroups, { description: 'What the groups of the report are; `tenant` by default.' })
  group_by?: string;

  @OptionalParameter()
  @IsoDate({ description: 'The first day, in UTC; by default 29 days before `to`.' })
  from?: string;

  @OptionalParameter()
  @IsoDate({ description: 'The last day, in UTC, inclusive; by default today.' })
  to?: string;

  @OptionalParameter()
  @Text({ max: 63, description: 'The id of a tenant, for the usage of this tenant only.', example: 'acme' })
  tenant?: string;

  @OptionalParameter()
  @WholeNumber({ min: 1, max: 10_000, description: 'The maximum number of groups; 1,000 by default.' })
  limit?: number;
}

/** The parameters of a request that deletes a tenant. */
export class DeletionParameters {
  @Text({ description: 'The id of the tenant once more, which confirms the deletion.', example: 'acme' })
  confirm!: string;
}

const time = (description: string) => z.iso.datetime().describe(`${description}, in UTC.`);
const timeOrNull = (description: string, nullFor: string) =>
  z.iso.datetime().nullable().describe(`${description}, in UTC; null ${nullFor}.`);
const count = (description: string) => z.int().describe(description);
const text = (description: string) => z.string().describe(description);
const textOrNull = (description: string) => z.string().nullable().describe(description);
const countOrNull = (description: string) => z.int().nullable().describe(description);
const anyObject = z.record(z.string(), z.unknown());
const tenantId = text('The id of the tenant.');

export const tenantAnswer = z
  .object({
    tenant: tenantId,
    name: text('The display name.'),
    burst_limit: countOrNull("Requests in the burst window, for each address; null for the service's limit."),
    burst_window_seconds: countOrNull("The length of the burst window, in seconds; null for the service's."),
    per_second: countOrNull("Requests in any second, for each address; null for the service's limit."),
    previews: z.boolean().describe('Whether the tenant may ask, free of charge, what a request would match and cost.'),
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

const account = z.object({
  granted: count('The credits that were granted, without those that were revoked.'),
  consumed: count('The credits that were charged.'),
  reserved: count('The credits that requests and runs under way have reserved.'),
  available: countOrNull('The credits that are left; null for an unlimited account.'),
  unlimited: z.boolean().optional().describe('True for an unlimited account; absent for others.'),
});
export const creditsAnswer = z.object({
  tenant: tenantId,
  credits: z.record(z.string(), account).describe('The accounts of the tenant, by feature.'),
});

const grant = z
  .object({
    feature: z.enum(creditFeatures).describe('The account.'),
    amount: count('The granted credits.'),
    note: textOrNull('The note of the operators; null for none.'),
    expires: z.iso
      .date()
      .nullable()
      .describe('The last day on which the credits can be used, in UTC; null for credits that stay.'),
    month: textOrNull('The month for which a plan granted the credits, as `YYYY-MM`; null for a grant by an operator.'),
    left: countOrNull('What is left of the grant; null for credits that stay, and after they were taken back.'),
    lapsed: countOrNull('The credits that were taken back after the last day; null if that has not happened.'),
    created_at: time('When the credits were granted'),
  })
  .meta({ id: 'OperatorGrant' });
export const grantsAnswer = z.object({
  grants: z.array(grant).describe('The grants, the newest first, without those of earlier versions.'),
});

const plan = z
  .object({
    feature: z.enum(creditFeatures).describe('The account.'),
    amount: count('The credits that the tenant gets each month.'),
    lapses: z.boolean().describe('Whether what is left at the end of the month is taken back.'),
    granted_month: textOrNull('The last month whose credits were granted, as `YYYY-MM`; null if none was.'),
  })
  .meta({ id: 'OperatorPlan' });
export const plansAnswer = z.object({
  tenant: tenantId,
  plans: z.array(plan).describe('The plans of the tenant, by feature.'),
});

const usageGroup = usageOfGroup
  .extend({
    group: textOrNull(
      'The id of the tenant or the API key, the feature, the endpoint or the day. Null for runs that an operator started, which have no key; by feature, null for requests that reserved no credits.',
    ),
    label: textOrNull('The name of the tenant or the label of the API key; null for others.'),
    tenant: textOrNull('The tenant of the API key; null for groups that are no keys.'),
    accounts: z
      .record(z.string(), account)
      .optional()
      .describe('The present accounts of the tenant, by feature; only by tenant.'),
    charged_by_day: z
      .array(count('A number of credits.'))
      .optional()
      .describe(
        'The charged credits of all features, one number for each day of the period; only by tenant, and for at most 92 days.',
      ),
    last_request_at: timeOrNull('The minute in which a key of the tenant was last used', 'if none was')
      .optional()
      .describe('The minute in which a key of the tenant was last used; only by tenant.'),
  })
  .meta({ id: 'OperatorUsage' });
export const installationUsageAnswer = z.object({
  from: z.iso.date().describe('The first day of the report.'),
  to: z.iso.date().describe('The last day of the report.'),
  group_by: z.enum(installationGroups).describe('What the groups are.'),
  tenant: textOrNull('The only tenant whose usage is counted; null for all.'),
  groups: z
    .array(usageGroup)
    .describe(
      'The groups, those with the most charged credits first, but days in their order. By tenant, the list also has tenants without usage. By feature, a request counts for each feature of which it reserved credits.',
    ),
  left_out: count('How many further groups there are, which `limit` left out.'),
});

export const requestsAnswer = z.object({
  requests: z.array(listedRequest).describe('The requests, the newest first, of the newest 1,000 ledger entries.'),
});

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

/** What an import has done so far. */
const importCounts = {
  read: count('The number of records that were read: the sum of new, changed, unchanged, joining and rejected ones.'),
  inserted: count('The number of records that made a new company, person or signal.'),
  updated: count('The number of records that changed a stored company, person or signal.'),
  unchanged: count('The number of records that changed no stored value.'),
  joined: count('The number of records by which two stored persons became one.'),
  rejected: count('The number of records that were rejected.'),
  warnings: count('The number of values that could not be read and were left out.'),
};
const kind = text('`companies`, `persons` or `signals`.');
const signalTenant = textOrNull('The tenant of the signals; null for companies and persons.');

const pastImport = z.object({
  import_id: count('The id of the import.'),
  action: z
    .enum(['import', 'undo', 'merge', 'removal'])
    .describe(
      'What the entry is: an import, an undo of another entry, a merge of two records, or a removal of records.',
    ),
  undoes: z.int().nullable().describe('The entry that an undo takes back; null for all other entries.'),
  undone_by: countOrNull(
    'The undo that has taken this entry back; null if there is none, or if that undo was itself taken back.',
  ),
  started_at: time('When the import began'),
  kind,
  file: text('The name of the file.'),
  source: text('The source of the values.'),
  tenant: signalTenant,
  outcome: z
    .enum(['complete', 'interrupted', 'failed', 'refused', 'not ended'])
    .describe(
      '`not ended` for an import that is running, or whose process was killed; `refused` for one that would have replaced too many values.',
    ),
  seconds: z.number().nullable().describe('How long the import took; null for one that has not ended.'),
  ...importCounts,
  system_user: textOrNull('The account of the operating system that ran the import; null if it is not known.'),
  host: textOrNull('The computer on which the import ran; null if it is not known.'),
});
const fieldTally = z.object({
  field: text('The name of the field.'),
  changed: count('The number of records in which the field changed.'),
  filled: count('In how many of them the field was blank before; of a list, in how many items were only added.'),
  emptied: count('In how many of them the field is blank now.'),
  most_frequent: z
    .object({ value: text('The value.'), records: count('How many records have it now.') })
    .nullable()
    .describe('The most frequent new value; null if no two records have the same.'),
  kind_before: textOrNull('The kind of most values before, such as `number`; null for none.'),
  kind_after: textOrNull('The kind of most values after.'),
});
const changeSummary = z.object({
  inserted: count('How many records were inserted.'),
  changed: count('How many stored records were changed.'),
  replaced: count('In how many of them a stored value was replaced or removed.'),
  fields: z.array(fieldTally).describe('The fields that changed, the most frequent first.'),
  warnings: z.array(z.string()).describe('Patterns that are typical for a wrong file.'),
});
const recordNames = {
  kind: z.enum(['company', 'person']).describe('What the record is.'),
  name: textOrNull('The name that is stored now.'),
  network_url: textOrNull('The profile page that is stored now.'),
  website: textOrNull('The website of a company; null for a person.'),
};
export const importAnswer = pastImport.extend({
  changes: changeSummary.describe('A summary of what the import changed.'),
});
const changedRecord = z
  .object({
    ...recordNames,
    changes: z
      .array(
        z.object({
          field: text('The name of the field; `record` if the record was removed or brought back.'),
          before: z.unknown().describe('The value before; of a list the items that were removed; null for none.'),
          after: z.unknown().describe('The value after; of a list the items that were added; null for none.'),
        }),
      )
      .describe('The changed fields.'),
  })
  .meta({ id: 'ChangedRecord' });
export const importChangesAnswer = z.object({
  records: z.array(changedRecord).describe('The changed records.'),
  next_cursor: textOrNull('Where the next part begins; null after the last part.'),
});
export const undoneImportAnswer = z
  .object({
    import_id: count('The entry of the undo. Undoing it repeats what was undone.'),
    undoes: count('The entry that was undone.'),
    restored: count('How many records got former values back.'),
    removed: count('How many records were removed, because the import had inserted them.'),
    brought_back: count('How many removed records were brought back.'),
    signals: count('How many signals were deleted or brought back.'),
    left: count('How many records were left, or keep some values.'),
    left_records: z
      .array(
        z.object({
          ...recordNames,
          fields: z.array(z.string()).describe('The fields that keep their values; `record` for the whole record.'),
          reason: text('Why they keep them.'),
        }),
      )
      .describe('The first records that were left, at most 100.'),
  })
  .meta({ id: 'UndoneImport' });
export const coverageAnswer = z.object({
  counted_at: time('When the records were counted'),
  companies: recordCoverage.describe('The companies on record.'),
  persons: recordCoverage.describe('The persons on record.'),
  imports: z.array(pastImport).describe('The last ten imports, the newest first.'),
});
export const importsAnswer = z.object({ imports: z.array(pastImport).describe('Imports, the newest first.') });

const mergedValue = (what: string) => z.unknown().describe(`${what}; null for none.`);
export const recordMergeAnswer = z.object({
  import_id: countOrNull('The entry in the list of imports, by which the merge can be undone; null for a dry run.'),
  dry_run: z.boolean().describe('Whether nothing was merged, and the answer says what a merge would do.'),
  values: z
    .array(
      z.object({
        field: text('The name of the field, as imports have it.'),
        stays: mergedValue('The value of the record that is kept'),
        goes: mergedValue('The value of the record that is merged into it'),
        becomes: mergedValue('The value of the record that is kept, after the merge'),
      }),
    )
    .describe('The fields of which one of the two records has a value.'),
  moves: z
    .record(z.string(), z.number())
    .describe('How many rows of other tables, such as follows, refer to the kept record from now on.'),
});

export const distinctionAnswer = z.object({
  one: text('The number of one record, as the list of duplicates has it.'),
  other: text('The number of the other record.'),
  distinct: z.boolean().describe('Whether the list of duplicates leaves the pair out from now on.'),
  changed: z.boolean().describe('Whether that was different before.'),
});

const likeRecord = z.object({
  record_id: text('The number of the record. Behind `id:` it names the record in a merge.'),
  name: textOrNull('The name.'),
  website: textOrNull('The website of a company; null for a person.'),
  network_url: textOrNull('The profile page.'),
  job_title: textOrNull('The job title of a person; null for a company.'),
  company_name: textOrNull('The name of the employer of a person; null for a company.'),
});
export const duplicatesAnswer = z.object({
  duplicates: z
    .array(
      z.object({
        confidence: z.number().describe('How certain it is that both are one, from 0 to 1.'),
        why: z.array(z.string()).describe('What speaks for it.'),
        conflicts: z.array(z.string()).describe('What speaks against it.'),
        one: likeRecord.describe('The older record.'),
        other: likeRecord.describe('The newer record.'),
      }),
    )
    .describe('Pairs of records, the most certain first. At most 1,000.'),
  found: count('How many pairs were found in all.'),
  left_out: count(
    'How many names, and words of names at one employer, were left out because too many records share them.',
  ),
});

const column = z.object({
  column: text('The name of the column in the file.'),
  field: textOrNull('The field that the column fills; null for a column that is not used.'),
  understood: text(
    'How the field was recognised: `name` of the field, `synonym` of another product, `rule` from the words of the name, or `ignored`.',
  ),
});

export const uploadAnswer = z
  .object({
    upload_id: z.uuid().describe('The id of the upload.'),
    import_id: countOrNull('The id of its import in the list of imports; null until it begins, and for a dry run.'),
    kind,
    file: text('The name of the file.'),
    tenant: signalTenant,
    dry_run: z.boolean().describe('Whether nothing is stored, and the counts say what would be stored.'),
    state: z
      .enum(['uploading', 'waiting', 'running', 'complete', 'interrupted', 'failed'])
      .describe('`uploading`: pieces are missing. `waiting`: the file is complete, and another import runs.'),
    size_bytes: count('The size of the file, in bytes.'),
    received_bytes: count('Where the next piece begins.'),
    imported_bytes: count('How much of the file the import has read, in bytes.'),
    started_at: time('When the upload was announced'),
    ended_at: timeOrNull('When the import ended', 'if it has not ended'),
    ...importCounts,
    columns: z.array(column).describe('The columns of the file; empty until the import has read them.'),
    notes: z.array(z.string()).describe('What the import tells the operator, such as the names of ignored columns.'),
    note_kinds: z
      .array(z.string().nullable())
      .describe('The kind of each note, such as `ignored columns`; null for a note that an earlier version stored.'),
    changes: changeSummary
      .extend({ records: z.array(changedRecord).describe('The first records that would be changed, at most 25.') })
      .nullable()
      .describe(
        'What the file would change, after a dry run; null for an import, in the list of uploads, and for persons after an erasure.',
      ),
    failure: textOrNull('Why the import failed; null if it did not.'),
    refusal: refusalSchema
      .nullable()
      .describe('The failure as a program reads it; null if the import did not fail, or the failure has no code.'),
  })
  .meta({ id: 'OperatorUpload' });
export const uploadsAnswer = z.object({
  uploads: z.array(uploadAnswer).describe('The uploads of the last week, the newest first.'),
});
export const rejectsAnswer = z.object({
  rejects: z
    .array(z.object({ line: count('The number of the line in the file, from 1.') }).catchall(z.unknown()))
    .describe(
      'Each item is a rejected record, with its `reason`, or a value that was left out, with its `member` and the `warning`.',
    ),
  next: countOrNull('Where the next part begins; null at the end.'),
});

const operation = z.object({
  at: time('When the operator acted'),
  command: text('The first words of the command, such as `credits grant`.'),
  arguments: z.array(z.string()).describe('The words after it, without secrets and personal data.'),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .nullable()
    .describe(
      'What the operation was about, such as `tenant`, `feature` and `amount`; null in a line that an earlier version wrote.',
    ),
  system_user: text(
    'The account of the operating system that ran the command, or `operator API` for a request to this API.',
  ),
  host: text('The computer on which the command ran, or the address of the client of this API.'),
  key: z
    .object({
      tenant: text('The id of its tenant.'),
      label: textOrNull('Its label.'),
      ends_with: text('Its last four characters.'),
    })
    .nullable()
    .describe('The key that was revoked or replaced; null for all other operations, and if the key is deleted.'),
  outcome: z
    .enum(['done', 'partial', 'refused', 'failed'])
    .nullable()
    .describe(
      'How it ended. Null if that is not known, and for imports of uploaded files, whose outcome is in the answer about the upload.',
    ),
});
export const logAnswer = z.object({ log: z.array(operation).describe('What operators changed, the newest first.') });

const erased = z.object({
  persons: count('The number of persons.'),
  emails: count('The number of e-mail addresses.'),
  signals: count('The number of signals about the persons.'),
  prospects: count('The number of prospects in the results of runs.'),
  stored_answers: count('The number of answers that were stored for retries.'),
});
const knownPerson = z.object({
  name: textOrNull('The full name.'),
  job_title: textOrNull('The job title.'),
  company_name: textOrNull('The name of the employer.'),
  network_url: textOrNull('The profile page.'),
});
export const erasureAnswer = z.object({
  dry_run: z.literal(true).optional().describe('Only in the answer to a dry run, which has changed nothing.'),
  persons: z
    .array(knownPerson)
    .optional()
    .describe('The persons on record who would be erased. Only in the answer to a dry run.'),
  erased: erased.describe('What was deleted, or would be deleted.'),
  suppressed: z
    .object({ network_urls: count('The number of profile pages.'), emails: count('The number of e-mail addresses.') })
    .describe('By what later imports recognise the persons, and skip them.'),
});

export const statusAnswer = z
  .object({ version: text('The version of the service.'), node_version: text('The version of Node.js.') })
  .catchall(z.unknown());
