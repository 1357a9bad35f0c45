import type { Charges, CreditFeature } from './credit-amounts.js';

/**
 * What an identifier of a request cost: `charged` if a credit was charged for it, otherwise the reason why none was, such as
 * `no_candidate`.
 */
export type ChargeOutcome = string;

export const charged: ChargeOutcome = 'charged';

/** What a request costs: for each feature that it uses, the outcome of each identifier, in the order of the request. */
export type ChargeOutcomes = ReadonlyMap<CreditFeature, readonly ChargeOutcome[]>;

/** The credits to charge for a request, one for each charged identifier, and for each feature a text that explains them. */
export interface Cost {
  readonly charges: Charges;
  /** The texts that {@link explanationOf} writes. */
  readonly explanations: ReadonlyMap<CreditFeature, string>;
}

export function costOf(outcomes: ChargeOutcomes): Cost {
  const charges = new Map<CreditFeature, number>();
  const explanations = new Map<CreditFeature, string>();
  for (const [feature, ofIdentifiers] of outcomes) {
    charges.set(
      feature,
      ofIdentifiers.reduce((count, outcome) => (outcome === charged ? count + 1 : count), 0),
    );
    explanations.set(feature, explanationOf(ofIdentifiers));
  }
  return { charges, explanations };
}

/**
 * Writes the outcomes of all identifiers of a request as one text, in the order of the identifiers. Equal outcomes in a row are
 * written once, with their number: 998 charged identifiers and then 2 without a candidate give `charged 998,no_candidate 2`.
 */
export function explanationOf(outcomes: readonly ChargeOutcome[]): string {
  const parts: string[] = [];
  for (let start = 0, end = 0; start < outcomes.length; start = end) {
    const outcome = outcomes[start] ?? '';
    while (end < outcomes.length && outcomes[end] === outcome) end += 1;
    parts.push(end - start === 1 ? outcome : `${outcome} ${end - start}`);
  }
  return parts.join(',');
}

/** The inverse of {@link explanationOf}. */
export function outcomesOf(explanation: string): ChargeOutcome[] {
  if (explanation === '') return [];
  return explanation.split(',').flatMap((part) => {
    const [outcome = '', count = '1'] = part.split(' ');
    return Array<ChargeOutcome>(Number(count)).fill(outcome);
  });
}
