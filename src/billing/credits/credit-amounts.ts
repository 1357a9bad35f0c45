/** The features that credits are granted for, under the names that commands, the API and the database use. */
export const creditFeatures = ['data_access', 'contact_data', 'prospecting'] as const;
export type CreditFeature = (typeof creditFeatures)[number];

/** Credits by feature. Each number is an integer from 0 on; a feature without a number is not charged. */
export type Charges = ReadonlyMap<CreditFeature, number>;

/** The balance of an account. */
export interface Balance {
  /** Credits that new requests may reserve; `unlimited` for an account without a limit. */
  readonly remaining: number | 'unlimited';
  /** The sum of all grants less all revocations. */
  readonly granted: number;
}
export type Balances = ReadonlyMap<CreditFeature, Balance>;

/** Writes a number of credits for a message, such as `1 data_access credit` or `2 credits`. */
export function creditsText(count: number | bigint, feature?: CreditFeature): string {
  return [count, ...(feature === undefined ? [] : [feature]), Number(count) === 1 ? 'credit' : 'credits'].join(' ');
}

/** The number of identifiers of an answered request. */
export interface IdentifierCounts {
  readonly count: number;
  /** How many of the identifiers were matched with a record. */
  readonly matched: number;
  /** Which identifiers were charged, for each feature that the request uses, as `explanationOf` writes it. */
  readonly explanations?: ReadonlyMap<CreditFeature, string> | undefined;
}

export function charges(amounts: Readonly<Partial<Record<CreditFeature, number>>>): Charges {
  return new Map(
    creditFeatures.flatMap((feature) => {
      const amount = amounts[feature];
      return amount === undefined ? [] : [[feature, amount] as const];
    }),
  );
}

/** The mark of remaining credits below which an account is low: a tenth of its granted credits, rounded up. */
export function lowMark({ granted }: Pick<Balance, 'granted'>): number {
  return Math.ceil(granted / 10);
}

export function isLow({ remaining, granted }: Balance): boolean {
  return remaining !== 'unlimited' && remaining < lowMark({ granted });
}

const headerNames = creditFeatures.map((feature) => ({
  feature,
  reserved: reservedHeader(feature),
  charged: chargedHeader(feature),
  remaining: remainingHeader(feature),
}));

/** The header that names the features whose credits run low. */
export const lowCreditsHeader = 'X-Credits-Low';

/**
 * The response headers, by name, with the credits that an answer costs, the remaining credits, and the features that run low.
 * @param balances a feature without a balance gets no headers
 * @param reservations credits that are charged later; a feature that is not in the map gets no `…-Reserved` header
 */
export function creditHeaders(charges: Charges, balances: Balances, reservations?: Charges): Record<string, string> {
  const headers: Record<string, string> = {};
  const low: CreditFeature[] = [];
  for (const { feature, reserved, charged, remaining } of headerNames) {
    const balance = balances.get(feature);
    if (balance === undefined) continue;
    const reservation = reservations?.get(feature);
    if (reservation !== undefined) headers[reserved] = String(reservation);
    headers[charged] = String(charges.get(feature) ?? 0);
    headers[remaining] = String(balance.remaining);
    if (isLow(balance)) low.push(feature);
  }
  if (low.length > 0) headers[lowCreditsHeader] = low.join(', ');
  return headers;
}

/** The name of the header with the charged credits: `data_access` → `X-Credits-Data-Access-Charged`. */
export function chargedHeader(feature: CreditFeature): string {
  return `X-Credits-${inTrain(feature)}-Charged`;
}

export function reservedHeader(feature: CreditFeature): string {
  return `X-Credits-${inTrain(feature)}-Reserved`;
}

export function remainingHeader(feature: CreditFeature): string {
  return `X-Credits-${inTrain(feature)}-Remaining`;
}

/** Writes a name as in a header: `data_access` → `Data-Access`. */
function inTrain(feature: CreditFeature): string {
  return feature.replaceAll(
    /(^|_)([a-z])/g,
    (_, gap: string, letter: string) => `${gap && '-'}${letter.toUpperCase()}`,
  );
}
