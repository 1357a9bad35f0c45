import type { JSX } from 'preact';
import type { CreditFeature, ResponseInfo } from 'data-access-client';
import { count, counted, creditOf } from '../format.js';

/** What a request costs at most, before it is sent. */
export function CostText({ cost }: { readonly cost: Partial<Record<CreditFeature, number>> }): JSX.Element {
  const parts = (Object.entries(cost) as [CreditFeature, number][]).map(([feature, amount]) =>
    counted(amount, creditOf(feature)),
  );
  return <span class="note">{parts.length === 0 ? 'Free of charge' : `At most ${parts.join(' and ')}`}</span>;
}

/** What a request cost, and what is left. */
export function ChargedText({ credits }: Pick<ResponseInfo, 'credits'>): JSX.Element {
  const parts = (Object.entries(credits) as [CreditFeature, { charged: number; remaining: number }][]).map(
    ([feature, { charged, remaining }]) =>
      `${counted(charged, creditOf(feature))} charged, ${Number.isFinite(remaining) ? count(remaining) : 'any number'} left`,
  );
  return <p class="note">{parts.length === 0 ? 'Free of charge' : `${parts.join('; ')}.`}</p>;
}
