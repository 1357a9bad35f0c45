import { z } from 'zod';
import { creditFeatures } from '../billing/credits/credit-amounts.js';
import { installationGroups } from '../billing/usage/installation-usage.reader.js';
import { listedRequest } from '../billing/usage/request-list.dto.js';
import { usageOfGroup } from '../billing/usage/usage.dto.js';
import {
  Flag,
  IsoDate,
  Nullish,
  OneOf,
  OptionalParameter,
  RequestDto,
  Text,
  WholeNumber,
} from '../platform/http/validation/request-dto.js';
import { count, countOrNull, tenantId, textOrNull, time, timeOrNull } from './answer-fields.js';
import { maxText } from './operator.dto.js';

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
