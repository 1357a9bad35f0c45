import { z } from 'zod';
import { IsoDate, ModelRule, OptionalParameter, RequestDto } from '../../platform/http/validation/request-dto.js';
import { creditFeatures } from '../credits/credit-amounts.js';
import { dayAt, dayCount, usagePeriod } from './usage.reader.js';

/** A leap year. Longer histories are read year by year. */
const maxDays = 366;

@RequestDto()
@ModelRule<UsageRequest>((asked) =>
  dayCount(usagePeriod(asked, dayAt(Date.now()))) <= maxDays
    ? null
    : `at most ${maxDays} days can be asked for at once`,
)
export class UsageRequest {
  @OptionalParameter()
  @IsoDate({ description: 'First day, in UTC; by default 29 days before the last one' })
  from?: string;

  @OptionalParameter()
  @IsoDate({ description: 'Last day, in UTC, inclusive; by default today' })
  to?: string;
}

/** What is answered, for one, to a request that does not fit the schema. */
export const badDay = {
  type: 'date_from_datetime_parsing',
  loc: ['query', 'from'],
  msg: 'Input should be a valid date or datetime, day value is outside expected range',
  input: '2026-02-30',
  ctx: { error: 'day value is outside expected range' },
};

const count = z.int().min(0);

const feature = z.enum(creditFeatures).meta({ description: 'What the credits are for' });

const usageOfDay = z
  .object({
    date: z.iso.date(),
    feature,
    reserved: count.meta({ description: 'Credits set aside by requests of that day' }),
    charged: count.meta({ description: 'Credits charged on that day' }),
    released: count.meta({
      description: 'Credits given back on that day: what a request had set aside and did not use',
    }),
    requests: count.meta({ description: 'How many requests set credits aside' }),
  })
  .meta({
    id: 'UsageOfDay',
    examples: [{ date: '2026-02-17', feature: 'data_access', reserved: 120, charged: 97, released: 23, requests: 14 }],
  });

export const usageResponse = z
  .object({
    from: z.iso.date().meta({ description: 'First day that is reported' }),
    to: z.iso.date().meta({ description: 'Last day that is reported' }),
    usage: z.array(usageOfDay).meta({
      description: 'By day and feature; days on which nothing happened are left out, and so are features',
    }),
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

/** What a request does to the credits of a feature. */
export const movements = ['reserve', 'post', 'void', 'expire'] as const;

const requestEntry = z
  .object({
    feature,
    kind: z.enum(movements).meta({
      description:
        '`reserve` sets credits aside, `post` charges for what was found and gives back the rest, `void` gives back all, `expire` too, after a request that never ended',
    }),
    reserved: count,
    charged: count,
    released: count,
    key_id: z.string().nullable().meta({ description: 'The key that the request carried' }),
    endpoint: z.string().nullable().meta({ description: 'Method and route' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'CreditEntry' });

const origin = { key_id: 'key_7Hq2mZr1', endpoint: 'POST /v1/company/enrich' };

export const requestUsageResponse = z
  .object({
    request_id: z.string().meta({ description: 'As `X-Request-Id` gave it' }),
    entries: z.array(requestEntry).meta({
      description: 'In the order of writing; of an id that very many requests carried, the newest 1,000',
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
            ...{ reserved: 10, charged: 0, released: 0 },
            ...origin,
            created_at: '2026-02-17T09:30:00.120Z',
          },
          {
            feature: 'data_access',
            kind: 'post',
            ...{ reserved: 0, charged: 8, released: 2 },
            ...origin,
            created_at: '2026-02-17T09:30:00.135Z',
          },
        ],
      },
    ],
  });

export type RequestUsageResponse = z.infer<typeof requestUsageResponse>;
