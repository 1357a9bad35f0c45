import { charged, type ChargeOutcomes } from '../billing/credits/charge-explanation.js';
import type { CreditFeature } from '../billing/credits/credit-amounts.js';
import type { Outcome, StoredRecord } from '../enrichment/record-lookup.js';
import type { PaidRecords } from './search-charges.sql.js';

/** The outcome of a record that a search delivered before, and that is not charged again. */
const delivered = 'delivered_before';

export function isPaid(paid: PaidRecords, feature: CreditFeature, id: string): boolean {
  return paid.get(feature)?.has(id) === true;
}

/**
 * The outcomes of a search: those of an enrichment, but each delivered record costs `data_access`, because the answer has at least its page,
 * and what was charged in the last hours is not charged again.
 * @param paid what was charged before the credits were reserved, and before the data was read
 */
export function withoutPaid<Found extends StoredRecord>(
  outcomes: readonly Outcome<Found>[],
  ofEnrichment: ChargeOutcomes,
  paid: readonly PaidRecords[],
): ChargeOutcomes {
  const all = new Map([...ofEnrichment, ['data_access', outcomes.map(() => charged)] as const]);
  return new Map(
    [...all].map(([feature, ofRecords]) => [
      feature,
      ofRecords.map((outcome, index) =>
        outcome === charged && paid.some((one) => isPaid(one, feature, outcomes[index]?.record?.id ?? ''))
          ? delivered
          : outcome,
      ),
    ]),
  );
}

/** The ids of the records that are charged, by feature. */
export function idsOfCharged<Found extends StoredRecord>(
  outcomes: readonly Outcome<Found>[],
  ofRecords: ChargeOutcomes,
): ReadonlyMap<CreditFeature, readonly string[]> {
  return new Map(
    [...ofRecords].map(([feature, list]) => [
      feature,
      list.flatMap((outcome, index) => (outcome === charged ? (outcomes[index]?.record?.id ?? []) : [])),
    ]),
  );
}
