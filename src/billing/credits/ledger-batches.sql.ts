// SQL for calls of the ledger's functions, with one array for each parameter.
import type { Balance, Balances, Charges, CreditFeature, IdentifierCounts } from './credit-amounts.js';

/** The request that uses credits; stored with the hold and its entries. */
export interface RequestOrigin {
  readonly tenantId: string;
  /** The X-Request-Id, which a client may repeat. */
  readonly requestId: string;
  readonly keyId: string | null;
  /** Method and path, such as `POST /v1/company/enrich`. */
  readonly endpoint: string | null;
}

export interface Reservation {
  /** A new UUID for each request; a known id reserves nothing. */
  readonly holdId: string;
  readonly origin: RequestOrigin;
  /** All are reserved, or none. An amount of 0 only reads the balance. */
  readonly amounts: Charges;
  /** After this time the hold expires: it can no longer be settled, and its credits are released. */
  readonly lifeSeconds: number;
  /**
   * Asked right before the statement: when the client has left, the call fails and has no effect. Undefined for a request that is
   * finished although its client has left.
   */
  readonly isAbandoned?: (() => boolean) | undefined;
}

export interface Booking {
  readonly reservation: Reservation;
  /** Credits to charge at once, at most the reserved ones of each feature; null for a charge by a later settlement. */
  readonly costs: Charges | null;
  /**
   * The number of erasures that the replica had replayed before the costs were found. If the database has counted more, the
   * booking only reserves. Null without a replica.
   */
  readonly asOf: number | null;
  /** Stored if the booking charges; null for none. */
  readonly identifiers: IdentifierCounts | null;
}

export interface Settlement {
  readonly holdId: string;
  readonly tenantId: string;
  /** At most the reserved credits; an absent feature of the hold is settled with 0. */
  readonly amounts: Charges;
  /** Stored with the first amount; null for a request that is not answered, and for a run. */
  readonly identifiers: IdentifierCounts | null;
}

/**
 * A result row: submission (from 1), outcome, feature, remaining credits (null for unlimited), granted credits, and the number of
 * erasures (null without a replica).
 */
export type VerdictRow = readonly [number, string, CreditFeature | null, number | null, number, number | null];

/** The result of a submission; the outcome is that of the database function. */
export interface Verdict {
  readonly outcome: string;
  readonly balances: Balances;
  /** The database's number of erasures; null without a replica. */
  readonly erasures: number | null;
}

export interface LedgerSql {
  readonly book: string;
  readonly settle: string;
  readonly batch: string;
}

/** @param mode `replicated`: bookings return the number of erasures, and reserve only if the data was read before the last */
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
                       $8::credit_feature[], $9::int[], ${costs(12)}, $10::int[], $11::int[])`,
    settle: `${selectColumns(false)}
      from credit_settle($1::uuid[], $2::text[], $3::int[], $4::credit_feature[], $5::int[], $6::int[], $7::int[])`,
    batch: `${selectColumns(isReplicated)}
      from apply_credit_batch($1::uuid[], $2::text[], $3::int[], $4::credit_feature[], $5::int[], $6::int[], $7::int[],
                              $8::int[], $9::uuid[], $10::text[], $11::text[], $12::text[], $13::text[], $14::int[],
                              $15::credit_feature[], $16::int[], ${costs(19)}, $17::int[], $18::int[])`,
  };
}

type Column = (string | number | null)[];

/** The parameters of `credit_book`: columns with one element for each amount; the last column only with a replica. */
export function bookColumns(bookings: readonly Booking[], mode: 'replicated' | 'standalone'): Column[] {
  const rows = bookings.flatMap(({ reservation, costs, asOf, identifiers }, index) => {
    const { holdId, origin, amounts, lifeSeconds } = reservation;
    const firstReserved = [...amounts].find(([, amount]) => amount > 0)?.[0];
    return [...amounts].map(([feature, amount]) => [
      ...[index + 1, holdId, origin.tenantId, origin.requestId, origin.keyId, origin.endpoint, lifeSeconds],
      ...[feature, amount],
      ...(feature === firstReserved ? countsOf(identifiers) : [null, null]),
      costs === null ? null : (costs.get(feature) ?? 0),
      asOf,
    ]);
  });
  return columns(rows, mode === 'standalone' ? 12 : 13);
}

function countsOf(identifiers: IdentifierCounts | null): [count: number | null, matched: number | null] {
  return [identifiers?.count ?? null, identifiers?.matched ?? null];
}

/** The parameters of `credit_settle`: two columns with one element for each submission, five with one for each amount. */
export function settleColumns(settlements: readonly Settlement[]): Column[] {
  const amounts = settlements.flatMap(({ amounts: ofFeatures, identifiers }, index) =>
    [...ofFeatures].map(([feature, amount], part) => [
      ...[index + 1, feature, amount],
      ...(part === 0 ? countsOf(identifiers) : [null, null]),
    ]),
  );
  const submissions = settlements.map(({ holdId, tenantId }) => [holdId, tenantId]);
  return [...columns(submissions, 2), ...columns(amounts, 5)];
}

function columns(rows: readonly Column[], count: number): Column[] {
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column] ?? null));
}

/** Groups the rows by submission, in the order of submission. */
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
