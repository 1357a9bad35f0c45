import type { Balance, Balances, Charges, CreditFeature } from './charges.js';

/** What credits are used for; kept with the hold and its entries. */
export interface Occasion {
  readonly tenantId: string;
  /** As the client knows it, which may repeat. */
  readonly requestId: string;
  readonly keyId: string | null;
  /** Method and path, as `POST /v1/company/enrich`. */
  readonly endpoint: string | null;
}

export interface Reservation {
  /** A new UUID for each request; the same again reserves nothing. */
  readonly holdId: string;
  readonly occasion: Occasion;
  /** All are reserved, or none. An amount of 0 only asks for the balance. */
  readonly amounts: Charges;
  /** After this time the hold can no longer be settled, and what it has reserved is given back. */
  readonly lifeSeconds: number;
}

export interface Booking {
  readonly reservation: Reservation;
  /** What is charged at once, at most what is reserved for each feature; null leaves it to a settlement. */
  readonly costs: Charges | null;
}

export interface Settlement {
  readonly holdId: string;
  readonly tenantId: string;
  /** At most what was reserved; a feature of the hold that is absent is settled with 0. */
  readonly amounts: Charges;
}

/** A row of what the database answers: submission (from 1), outcome, feature, what remains (null for no limit), what was granted. */
export type VerdictRow = readonly [number, string, CreditFeature | null, number | null, number];

/** What became of a submission, in the words of the database. */
export interface Verdict {
  readonly outcome: string;
  readonly balances: Balances;
}

type Column = (string | number | null)[];

/** The parameters of `credit_book`: columns with one element for each amount. */
export function bookColumns(bookings: readonly Booking[]): Column[] {
  const rows = bookings.flatMap(({ reservation: { holdId, occasion, amounts, lifeSeconds }, costs }, index) =>
    [...amounts].map(([feature, amount]) => [
      index + 1,
      holdId,
      occasion.tenantId,
      occasion.requestId,
      occasion.keyId,
      occasion.endpoint,
      lifeSeconds,
      feature,
      amount,
      costs === null ? null : (costs.get(feature) ?? 0),
    ]),
  );
  return columns(rows, 10);
}

/** The parameters of `credit_settle`: two columns with one element for each submission, three with one for each amount. */
export function settleColumns(settlements: readonly Settlement[]): Column[] {
  const amounts = settlements.flatMap((settlement, index) =>
    [...settlement.amounts].map(([feature, amount]) => [index + 1, feature, amount]),
  );
  const submissions = settlements.map(({ holdId, tenantId }) => [holdId, tenantId]);
  return [...columns(submissions, 2), ...columns(amounts, 3)];
}

function columns(rows: readonly Column[], count: number): Column[] {
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column] ?? null));
}

/** The rows of each submission put together, in the order of submission. */
export function readVerdicts(rows: readonly VerdictRow[], submissions: number): Verdict[] {
  const verdicts = Array.from({ length: submissions }, () => ({
    outcome: '',
    balances: new Map<CreditFeature, Balance>(),
  }));
  for (const [submission, outcome, feature, remaining, granted] of rows) {
    const verdict = verdicts[submission - 1];
    if (verdict === undefined) continue;
    verdict.outcome = outcome;
    if (feature !== null) verdict.balances.set(feature, { remaining: remaining ?? 'unlimited', granted });
  }
  return verdicts;
}
