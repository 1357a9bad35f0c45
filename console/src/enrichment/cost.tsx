import type { JSX } from 'preact';
import type { CreditFeature, ResponseInfo } from 'data-access-client';
import { count, counted, creditOf } from '../format.js';

/** The maximum number of credits that a request can cost, for a user who has not sent it yet. */
export function CostText({ cost }: { readonly cost: Partial<Record<CreditFeature, number>> }): JSX.Element {
  const parts = (Object.entries(cost) as [CreditFeature, number][]).map(([feature, amount]) =>
    counted(amount, creditOf(feature)),
  );
  return <span class="note">{parts.length === 0 ? 'Free of charge' : `At most ${parts.join(' and ')}`}</span>;
}

/** What requests were charged together: `12 data access credits charged`. */
export function chargedText(charged: Readonly<Partial<Record<CreditFeature, number>>>): string {
  const parts = (Object.entries(charged) as [CreditFeature, number][])
    .filter(([, amount]) => amount > 0)
    .map(([feature, amount]) => counted(amount, creditOf(feature)));
  return parts.length === 0 ? 'Nothing charged' : `${parts.join(' and ')} charged`;
}

/** The credits that a request cost, and the credits that are left after it. */
export function ChargedText({ credits }: Pick<ResponseInfo, 'credits'>): JSX.Element {
  const parts = (Object.entries(credits) as [CreditFeature, { charged: number; remaining: number }][]).map(
    ([feature, { charged, remaining }]) =>
      `${counted(charged, creditOf(feature))} charged, ${Number.isFinite(remaining) ? `${count(remaining)} left` : 'no limit'}`,
  );
  return <p class="note">{parts.length === 0 ? 'Free of charge' : `${parts.join('; ')}.`}</p>;
}
