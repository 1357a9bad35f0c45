/** What credits are granted and charged for, by its name in commands, headers and the database. */
export const creditFeatures = ['data_access', 'contact_data', 'prospecting'] as const;
export type CreditFeature = (typeof creditFeatures)[number];

/** Credits by feature, whole numbers from 0 on; a feature that is absent is not concerned. */
export type Charges = ReadonlyMap<CreditFeature, number>;

/** What an account has left. */
export interface Balance {
  /** Credits that new requests may reserve; where there is no limit, `unlimited`. */
  readonly remaining: number | 'unlimited';
  /** All that was ever granted. */
  readonly granted: number;
}
export type Balances = ReadonlyMap<CreditFeature, Balance>;

export function charges(amounts: Readonly<Partial<Record<CreditFeature, number>>>): Charges {
  return new Map(
    creditFeatures.flatMap((feature) => {
      const amount = amounts[feature];
      return amount === undefined ? [] : [[feature, amount] as const];
    }),
  );
}
