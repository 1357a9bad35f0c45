import type { Balance, Balances, CreditFeature } from './charges.js';
import type { Reservation, Settlement } from './ledger.js';

/** A row of what the database answers: submission (from 1), outcome, feature, what remains (null for no limit), what was granted. */
export type VerdictRow = readonly [number, string, CreditFeature | null, number | null, number];

/** What became of a submission, in the words of the database. */
export interface Verdict {
  readonly outcome: string;
  readonly balances: Balances;
}

type Column = (string | number | null)[];

/** The parameters of `credit_reserve`: columns with one element for each amount. */
export function reserveColumns(reservations: readonly Reservation[]): Column[] {
  const rows = reservations.flatMap(({ holdId, occasion, amounts, lifeSeconds }, index) =>
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
    ]),
  );
  return columns(rows, 9);
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
