import { z } from 'zod';
import { creditFeatures } from '../credits/credit-amounts.js';

const count = z.int().min(0);

const account = z
  .object({
    feature: z.enum(creditFeatures).meta({ description: 'The feature that the credits pay for.' }),
    granted: count.meta({ description: 'The sum of all grants, less what was revoked.' }),
    consumed: count.meta({ description: 'Charged credits.' }),
    used: count.meta({ description: 'The same as `consumed`; the next release does not return it.', deprecated: true }),
    reserved: count.meta({ description: 'Credits that requests and runs under way have reserved.' }),
    available: count.nullable().meta({ description: 'Credits that requests may reserve; null without a limit.' }),
    low_mark: count.meta({
      description: 'A tenth of the granted credits, rounded up. `low` is true if `available` is below it.',
    }),
    low: z.boolean().meta({ description: 'Whether few credits are left; then `X-Credits-Low` names the feature.' }),
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
