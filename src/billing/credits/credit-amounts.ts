/** The features that cost credits. Commands, the API and the database use these names. */
export const creditFeatures = ['data_access', 'contact_data', 'prospecting'] as const;
export type CreditFeature = (typeof creditFeatures)[number];

/** Numbers of credits by feature. Each is an integer, 0 or more. A feature that is not in the map is not charged. */
export type Charges = ReadonlyMap<CreditFeature, number>;

export interface Balance {
  /** Credits that new requests may reserve; `unlimited` for an account without a limit. */
  readonly remaining: number | 'unlimited';
  /** The sum of all granted credits, minus the revoked ones. */
  readonly granted: number;
}
export type Balances = ReadonlyMap<CreditFeature, Balance>;

/** Writes a number of credits for a message, such as `1 data_access credit` or `2 credits`. */
export function creditsText(count: number | bigint, feature?: CreditFeature): string {
  return [count, ...(feature === undefined ? [] : [feature]), Number(count) === 1 ? 'credit' : 'credits'].join(' ');
}

/** How many identifiers an answered request had, how many of them matched a record, and which of them were charged. */
export interface IdentifierCounts {
  readonly count: number;
  readonly matched: number;
  /** For each feature that the request uses: which identifiers were charged, as `explanationOf` writes it. */
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

/** The same features as in `amounts`, each with the amount 0. */
export function zeroCharges(amounts: Charges): Charges {
  return new Map([...amounts.keys()].map((feature) => [feature, 0]));
}

export function isZero(amounts: Charges): boolean {
  return [...amounts.values()].every((amount) => amount === 0);
}

/** The number of remaining credits below which an account counts as low: a tenth of its granted credits, rounded up. */
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

/** The header that names the features of which few credits are left. */
export const lowCreditsHeader = 'X-Credits-Low';

/**
 * The credit headers of an answer, by name: the charged credits, the remaining credits, and the features of which few credits are
 * left.
 * @param balances a feature without a balance gets no headers
 * @param reservations credits that are reserved and charged later; a feature that is not in the map gets no `…-Reserved` header
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

/** Writes the name of a feature as header names have it: `data_access` → `Data-Access`. */
function inTrain(feature: CreditFeature): string {
  return feature.replaceAll(
    /(^|_)([a-z])/g,
    (_, gap: string, letter: string) => `${gap && '-'}${letter.toUpperCase()}`,
  );
}
