import type { JSX } from 'preact';
import type { CreditFeature, ResponseInfo } from 'data-access-client';
import { count, counted, creditOf } from '../format.js';

/** Says before a request is sent what it can cost at most: `At most 12 data access credits`. */
export function CostText({ cost }: { readonly cost: Partial<Record<CreditFeature, number>> }): JSX.Element {
  const parts = (Object.entries(cost) as [CreditFeature, number][]).map(([feature, amount]) =>
    counted(amount, creditOf(feature)),
  );
  return <span class="note">{parts.length === 0 ? 'Free of charge' : `At most ${parts.join(' and ')}`}</span>;
}

/** Says what one or several requests were charged: `12 data access credits charged`. */
export function chargedText(charged: Readonly<Partial<Record<CreditFeature, number>>>): string {
  const parts = (Object.entries(charged) as [CreditFeature, number][])
    .filter(([, amount]) => amount > 0)
    .map(([feature, amount]) => counted(amount, creditOf(feature)));
  return parts.length === 0 ? 'Nothing charged' : `${parts.join(' and ')} charged`;
}

/** Says what a request was charged, and how many credits were left after it. */
export function ChargedText({ credits }: Pick<ResponseInfo, 'credits'>): JSX.Element {
  const parts = (Object.entries(credits) as [CreditFeature, { charged: number; remaining: number }][]).map(
    ([feature, { charged, remaining }]) =>
      `${counted(charged, creditOf(feature))} charged, ${Number.isFinite(remaining) ? `${count(remaining)} left` : 'no limit'}`,
  );
  return <p class="note">{parts.length === 0 ? 'Free of charge' : `${parts.join('; ')}.`}</p>;
}
