import { z } from 'zod';
import {
  IsoDate,
  ModelRule,
  OneOf,
  OptionalParameter,
  RequestDto,
} from '../../platform/http/validation/request-dto.js';
import { creditFeatures } from '../credits/credit-amounts.js';
import { dayAt, dayCount, maxReportDays, usagePeriod } from './usage-period.js';
import { type UsageGroup, usageGroups } from './usage.reader.js';

@RequestDto()
@ModelRule<UsageRequest>((requested) =>
  dayCount(usagePeriod(requested, dayAt(Date.now()))) <= maxReportDays
    ? null
    : `at most ${maxReportDays} days can be asked for at once`,
)
export class UsageRequest {
  @OptionalParameter()
  @IsoDate({ description: 'The first day, in UTC; by default 29 days before `to`.' })
  from?: string;

  @OptionalParameter()
  @IsoDate({ description: 'The last day, in UTC, inclusive; by default today.' })
  to?: string;

  @OptionalParameter()
  @OneOf(usageGroups, {
    description: 'Adds the list `groups`: the usage of each day, endpoint or API key in the period.',
  })
  group_by?: UsageGroup;
}

/** The example of a validation error in the OpenAPI document. */
export const invalidDay = {
  type: 'date_from_datetime_parsing',
  loc: ['query', 'from'],
  msg: 'Input should be a valid date or datetime, day value is outside expected range',
  input: '2026-02-30',
  ctx: { error: 'day value is outside expected range' },
};

const count = z.int().min(0);

const feature = z.enum(creditFeatures).meta({ description: 'The feature that the credits pay for.' });

const usageOfDay = z
  .object({
    date: z.iso.date().describe('The day, in UTC.'),
    feature,
    reserved: count.meta({ description: 'Credits that were reserved.' }),
    charged: count.meta({ description: 'Credits that were charged.' }),
    released: count.meta({
      description: 'Credits that were released, because the requests that had reserved them did not use them.',
    }),
    requests: count.meta({ description: 'The number of requests that reserved credits.' }),
  })
  .meta({
    id: 'UsageOfDay',
    examples: [{ date: '2026-02-17', feature: 'data_access', reserved: 120, charged: 97, released: 23, requests: 14 }],
  });

export const featureUsage = usageOfDay.pick({ feature: true, reserved: true, charged: true, released: true }).meta({
  id: 'FeatureUsage',
});

export const usageOfGroup = z
  .object({
    group: z.string().nullable().meta({
      description:
        'The day, the endpoint or the id of the API key; null for runs that an operator started, which have no key.',
    }),
    label: z.string().nullable().meta({
      description: 'The label of the API key; null for a key without a label, and for groups by day or endpoint.',
    }),
    requests: count.meta({
      description: 'The number of enrichments that were answered with 200, plus the number of runs that were started.',
    }),
    identifiers: count.meta({
      description: 'The number of identifiers in these enrichments. A repeated identifier counts each time.',
    }),
    matched: count.meta({ description: 'The number of these identifiers for which a record was found.' }),
    errors: count.meta({
      description:
        'The number of answers with a status of 400 or above to enrichments and starts of runs, including 429. The member `requests` does not count them.',
    }),
    credits: z.array(featureUsage).meta({ description: 'The credits by feature; features without usage are omitted.' }),
  })
  .meta({
    id: 'UsageOfGroup',
    examples: [
      {
        group: 'POST /v1/company/enrich',
        label: null,
        ...{ requests: 15, identifiers: 160, matched: 121, errors: 2 },
        credits: [{ feature: 'data_access', reserved: 130, charged: 107, released: 23 }],
      },
    ],
  });

export const usageResponse = z
  .object({
    from: z.iso.date().meta({ description: 'The first day of the report.' }),
    to: z.iso.date().meta({ description: 'The last day of the report.' }),
    usage: z.array(usageOfDay).meta({
      description: 'The usage by day and feature; days and features without usage are omitted.',
    }),
    groups: z.array(usageOfGroup).optional().meta({ description: 'The groups that have usage; only with `group_by`.' }),
  })
  .meta({
    id: 'UsageResponse',
    examples: [
      {
        from: '2026-01-19',
        to: '2026-02-17',
        usage: [
          { date: '2026-02-16', feature: 'data_access', reserved: 10, charged: 10, released: 0, requests: 1 },
          { date: '2026-02-17', feature: 'data_access', reserved: 120, charged: 97, released: 23, requests: 14 },
          { date: '2026-02-17', feature: 'contact_data', reserved: 5, charged: 2, released: 3, requests: 1 },
        ],
      },
    ],
  });

export type UsageResponse = z.infer<typeof usageResponse>;

/** The kinds of ledger entries that requests cause; other kinds are caused by operators. */
export const movements = ['reserve', 'post', 'void', 'expire'] as const;

const identifierCharge = z
  .object({
    index: count.meta({ description: 'The position of the identifier in the request; the first one has 0.' }),
    charged: z.boolean().meta({ description: 'Whether a credit was charged for the identifier.' }),
    reason: z
      .string()
      .optional()
      .meta({
        description:
          'The reason why no credit was charged: `same_company` for a company that an earlier identifier has found, `no_value` for a record without a value of the ' +
          'feature, or the `unmatched_reason`. Absent if a credit was charged.',
      }),
  })
  .meta({ id: 'IdentifierCharge' });

const requestEntry = z
  .object({
    feature,
    kind: z.enum(movements).meta({
      description:
        '`reserve` reserves credits, `post` charges some and releases the rest, `void` releases all, `expire` releases all after a request that did not end.',
    }),
    reserved: count.describe('Credits that the entry reserves.'),
    charged: count.describe('Credits that it charges.'),
    released: count.describe('Credits that it releases.'),
    key_id: z.string().nullable().meta({ description: 'The id of the API key of the request.' }),
    endpoint: z.string().nullable().meta({ description: 'The method and route of the request.' }),
    created_at: z.iso.datetime().describe('The time of the entry, in UTC.'),
    identifiers: z
      .array(identifierCharge)
      .optional()
      .meta({
        description:
          'Which identifiers of an enrichment were charged, and why the others were not. Only entries of the kinds `post` and `void` ' +
          'can have it. Absent for runs, and in older entries if the entries together have more than 10,000 identifiers.',
      }),
  })
  .meta({ id: 'CreditEntry' });

const origin = { key_id: 'key_7Hq2mZr1', endpoint: 'POST /v1/company/enrich' };

export const requestUsageResponse = z
  .object({
    request_id: z.string().meta({ description: 'The `X-Request-Id` of the request.' }),
    entries: z.array(requestEntry).meta({
      description: 'The newest 1,000 entries with this request id, oldest first.',
    }),
  })
  .meta({
    id: 'RequestUsageResponse',
    examples: [
      {
        request_id: '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90',
        entries: [
          {
            feature: 'data_access',
            kind: 'reserve',
            ...{ reserved: 2, charged: 0, released: 0 },
            ...origin,
            created_at: '2026-02-17T09:30:00.120Z',
          },
          {
            feature: 'data_access',
            kind: 'post',
            ...{ reserved: 0, charged: 1, released: 1 },
            ...origin,
            created_at: '2026-02-17T09:30:00.135Z',
            identifiers: [
              { index: 0, charged: true },
              { index: 1, charged: false, reason: 'no_candidate' },
            ],
          },
        ],
      },
    ],
  });

export type RequestUsageResponse = z.infer<typeof requestUsageResponse>;
