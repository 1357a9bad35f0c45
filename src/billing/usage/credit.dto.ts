import { z } from 'zod';
import { creditFeatures } from '../credits/credit-amounts.js';

const count = z.int().min(0);

const account = z
  .object({
    feature: z.enum(creditFeatures).meta({ description: 'The feature that the credits pay for.' }),
    granted: count.meta({ description: 'The credits that were granted, without those that were revoked.' }),
    consumed: count.meta({ description: 'The credits that were charged.' }),
    used: count.meta({
      description: 'An old name of `consumed`, with the same value. The next release does not return this field.',
      deprecated: true,
    }),
    reserved: count.meta({ description: 'The credits that are reserved for requests and runs that have not ended.' }),
    available: count
      .nullable()
      .meta({ description: 'The credits that requests can still reserve; null if the account is unlimited.' }),
    low_mark: count.meta({
      description: 'A tenth of the granted credits, rounded up. `low` is true if `available` is below it.',
    }),
    low: z.boolean().meta({
      description:
        'Whether `available` is below `low_mark`. If it is, the header `X-Credits-Low` of answers names the feature.',
    }),
  })
  .meta({ id: 'CreditAccount' });

export const creditsResponse = z
  .object({ credits: z.array(account).meta({ description: 'One account for each feature.' }) })
  .meta({
    id: 'CreditsResponse',
    examples: [
      {
        credits: [
          {
            feature: 'data_access',
            ...{ granted: 10000, consumed: 9120, used: 9120, reserved: 40, available: 840, low_mark: 1000, low: true },
          },
          {
            feature: 'contact_data',
            ...{ granted: 0, consumed: 310, used: 310, reserved: 0, available: null, low_mark: 0, low: false },
          },
          {
            feature: 'prospecting',
            ...{ granted: 50, consumed: 3, used: 3, reserved: 1, available: 46, low_mark: 5, low: false },
          },
        ],
      },
    ],
  });

export type CreditsResponse = z.output<typeof creditsResponse>;
