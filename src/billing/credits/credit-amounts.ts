/** The features that credits are granted for, by their names in commands, headers and the database. */
export const creditFeatures = ['data_access', 'contact_data', 'prospecting'] as const;
export type CreditFeature = (typeof creditFeatures)[number];

/** Credits by feature, integers from 0 on; an absent feature is not charged. */
export type Charges = ReadonlyMap<CreditFeature, number>;

/** The balance of an account. */
export interface Balance {
  /** Credits that new requests may reserve; `unlimited` for an account without a limit. */
  readonly remaining: number | 'unlimited';
  /** The sum of all grants less all revocations. */
  readonly granted: number;
}
export type Balances = ReadonlyMap<CreditFeature, Balance>;

/** A number of credits for a message: `1 data_access credit`, `2 credits`. */
export function creditsText(count: number | bigint, feature?: CreditFeature): string {
  return [count, ...(feature === undefined ? [] : [feature]), Number(count) === 1 ? 'credit' : 'credits'].join(' ');
}

/** The number of identifiers of an answered request. */
export interface IdentifierCounts {
  readonly count: number;
  /** How many of them have a record. */
  readonly matched: number;
}

export function charges(amounts: Readonly<Partial<Record<CreditFeature, number>>>): Charges {
  return new Map(
    creditFeatures.flatMap((feature) => {
      const amount = amounts[feature];
      return amount === undefined ? [] : [[feature, amount] as const];
    }),
  );
}

/** An account is low below this number of remaining credits: a tenth of its grants, rounded up. */
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
 * The response headers with the cost of an answer and the remaining credits, by name.
 * @param reservations credits that are charged later; a feature without them has no header for them
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

/** `X-Credits-Data-Access-Charged` and so on. */
export function chargedHeader(feature: CreditFeature): string {
  return `X-Credits-${inTrain(feature)}-Charged`;
}

export function reservedHeader(feature: CreditFeature): string {
  return `X-Credits-${inTrain(feature)}-Reserved`;
}

export function remainingHeader(feature: CreditFeature): string {
  return `X-Credits-${inTrain(feature)}-Remaining`;
}

function inTrain(feature: CreditFeature): string {
  return feature.replaceAll(
    /(^|_)([a-z])/g,
    (_, gap: string, letter: string) => `${gap && '-'}${letter.toUpperCase()}`,
  );
}
