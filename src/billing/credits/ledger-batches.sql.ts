// This file uses SQL because it calls the database functions of the ledger for many requests at once: each parameter is an array.
import type { Balance, Balances, Charges, CreditFeature, IdentifierCounts } from './credit-amounts.js';

/** The request that uses credits. It is stored with the hold and with the ledger entries. */
export interface RequestOrigin {
  readonly tenantId: string;
  /** The X-Request-Id, which a client may repeat. */
  readonly requestId: string;
  readonly keyId: string | null;
  /** Method and path, such as `POST /v1/company/enrich`. */
  readonly endpoint: string | null;
}

export interface Reservation {
  /** A UUID that is new for each request. If a hold with this id exists already, nothing is reserved. */
  readonly holdId: string;
  readonly origin: RequestOrigin;
  /** The credits to reserve. Either all amounts are reserved or none. For an amount of 0 only the balance is read. */
  readonly amounts: Charges;
  /** The number of seconds after which the hold expires. Then it can no longer be settled, and its credits are released. */
  readonly lifeSeconds: number;
  /**
   * Called right before the statement is sent; returns whether the client has disconnected. If it has, the call fails and has no
   * effect. Undefined for a request that goes on even if its client disconnects.
   */
  readonly isAbandoned?: (() => boolean) | undefined;
}

export interface Booking {
  readonly reservation: Reservation;
  /**
   * The credits to charge in the same statement, for each feature at most the reserved ones; null if they are charged by a later
   * settlement.
   */
  readonly costs: Charges | null;
  /**
   * The number of erasures that this process knew of before it read the data for the request. If the primary database has counted
   * more erasures by now, the data may contain an erased person, so the booking only reserves the credits. Null without a replica.
   */
  readonly asOf: number | null;
  /** The counts of the request's identifiers, which are stored with the charge; null if there are none to store. */
  readonly identifiers: IdentifierCounts | null;
}

export interface Settlement {
  readonly holdId: string;
  readonly tenantId: string;
  /**
   * The credits to charge, for each feature at most the reserved ones. If a feature of the hold is not in the map, 0 credits are
   * charged for it.
   */
  readonly amounts: Charges;
  /**
   * The counts of the request's identifiers, which are stored with the ledger entry of the first feature; null for a run, and for a
   * request that was not answered.
   */
  readonly identifiers: IdentifierCounts | null;
}

/**
 * A row of the result. Its columns are the number of the call in the batch (from 1), the outcome, the feature (null if the call has
 * none), the remaining credits (null for unlimited), the granted credits, and the number of erasures (null without a replica).
 */
export type VerdictRow = readonly [number, string, CreditFeature | null, number | null, number, number | null];

/** The result of one call. The outcome is the text that the database function returned for it. */
export interface Verdict {
  readonly outcome: string;
  readonly balances: Balances;
  /** The number of erasures that the primary database has counted; null without a replica. */
  readonly erasures: number | null;
}

export interface LedgerSql {
  readonly book: string;
  readonly settle: string;
  readonly batch: string;
}

/**
 * The SQL statements of the ledger.
 * @param mode `replicated` if data is read from a replica. Then bookings also return the number of erasures, and a booking whose
 *   data was read before the newest erasure reserves its credits and charges nothing.
 */
export function ledgerSql(mode: 'replicated' | 'standalone'): LedgerSql {
  const erasureCount = '(select coalesce(max(erasures), 0)::float8 from installation)';
  const selectColumns = (withErasures: boolean): string =>
    `select submission, outcome, feature, remaining::float8, granted::float8, ${withErasures ? erasureCount : 'null'}`;
  const isReplicated = mode === 'replicated';
  const costs = (first: number): string =>
    isReplicated
      ? `(select array_agg(case when n.as_of is null or n.as_of >= ${erasureCount} then n.cost end order by n.part)
            from unnest($${first}::int[], $${first + 1}::float8[]) with ordinality as n(cost, as_of, part))`
      : `$${first}::int[]`;
  return {
    book: `${selectColumns(isReplicated)}
      from credit_book($1::int[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[],
                       $8::credit_feature[], $9::int[], ${costs(13)}, $10::int[], $11::int[], $12::text[])`,
    settle: `${selectColumns(false)}
      from credit_settle($1::uuid[], $2::text[], $3::int[], $4::credit_feature[], $5::int[], $6::int[], $7::int[],
                         $8::text[])`,
    batch: `${selectColumns(isReplicated)}
      from apply_credit_batch($1::uuid[], $2::text[], $3::int[], $4::credit_feature[], $5::int[], $6::int[], $7::int[], $8::text[],
                              $9::int[], $10::uuid[], $11::text[], $12::text[], $13::text[], $14::text[], $15::int[],
                              $16::credit_feature[], $17::int[], ${costs(21)}, $18::int[], $19::int[], $20::text[])`,
  };
}

type Column = (string | number | null)[];

/**
 * The parameters of the database function `credit_book`: arrays with one element for each feature of each booking. So a booking of
 * two features fills two elements of each array. The last array is only passed if the service reads from a replica.
 */
export function bookColumns(bookings: readonly Booking[], mode: 'replicated' | 'standalone'): Column[] {
  const rows = bookings.flatMap(({ reservation, costs, asOf, identifiers }, index) => {
    const { holdId, origin, amounts, lifeSeconds } = reservation;
    const firstReserved = [...amounts].find(([, amount]) => amount > 0)?.[0];
    return [...amounts].map(([feature, amount]) => [
      ...[index + 1, holdId, origin.tenantId, origin.requestId, origin.keyId, origin.endpoint, lifeSeconds],
      ...[feature, amount],
      ...(feature === firstReserved ? countsOf(identifiers) : [null, null]),
      identifiers?.explanations?.get(feature) ?? null,
      costs === null ? null : (costs.get(feature) ?? 0),
      asOf,
    ]);
  });
  return columns(rows, mode === 'standalone' ? 13 : 14);
}

function countsOf(identifiers: IdentifierCounts | null): [count: number | null, matched: number | null] {
  return [identifiers?.count ?? null, identifiers?.matched ?? null];
}

/**
 * The parameters of the database function `credit_settle`: two arrays with one element for each settlement, then six arrays with
 * one element for each feature of each settlement.
 */
export function settleColumns(settlements: readonly Settlement[]): Column[] {
  const amounts = settlements.flatMap(({ amounts: ofFeatures, identifiers }, index) =>
    [...ofFeatures].map(([feature, amount], part) => [
      ...[index + 1, feature, amount],
      ...(part === 0 ? countsOf(identifiers) : [null, null]),
      identifiers?.explanations?.get(feature) ?? null,
    ]),
  );
  const submissions = settlements.map(({ holdId, tenantId }) => [holdId, tenantId]);
  return [...columns(submissions, 2), ...columns(amounts, 6)];
}

function columns(rows: readonly Column[], count: number): Column[] {
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column] ?? null));
}

/** Turns the rows of a result into one verdict for each call, in the order of the calls. */
export function readVerdicts(rows: readonly VerdictRow[], submissions: number): Verdict[] {
  const erasures = rows[0]?.[5] ?? null;
  const verdicts = Array.from({ length: submissions }, () => ({
    outcome: '',
    balances: new Map<CreditFeature, Balance>(),
    erasures,
  }));
  for (const [submission, outcome, feature, remaining, granted] of rows) {
    const verdict = verdicts[submission - 1];
    if (verdict === undefined) continue;
    verdict.outcome = outcome;
    if (feature !== null) verdict.balances.set(feature, { remaining: remaining ?? 'unlimited', granted });
  }
  return verdicts;
}
