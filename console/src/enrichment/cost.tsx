import type { JSX } from 'preact';
import type { CreditFeature, ResponseInfo } from 'data-access-client';
import { count, counted, featureNames } from '../format.js';

const unit = (feature: CreditFeature): string => `${featureNames[feature].toLowerCase()} credit`;

/** What a request costs at most, before it is sent. */
export function CostText({ cost }: { readonly cost: Partial<Record<CreditFeature, number>> }): JSX.Element {
  const parts = (Object.entries(cost) as [CreditFeature, number][]).map(([feature, amount]) =>
    counted(amount, unit(feature)),
  );
  return <span class="note">{parts.length === 0 ? 'Free of charge' : `At most ${parts.join(' and ')}`}</span>;
}

/** What a request cost, and what is left. */
export function ChargedText({ credits }: Pick<ResponseInfo, 'credits'>): JSX.Element {
  const parts = (Object.entries(credits) as [CreditFeature, { charged: number; remaining: number }][]).map(
    ([feature, { charged, remaining }]) =>
      `${counted(charged, unit(feature))} charged, ${Number.isFinite(remaining) ? count(remaining) : 'any number'} left`,
  );
  return <p class="note">{parts.length === 0 ? 'Free of charge' : `${parts.join('; ')}.`}</p>;
}
