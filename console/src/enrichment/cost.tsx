import type { JSX } from 'preact';
import type { CreditFeature, ResponseInfo } from 'data-access-client';
import { count, counted, creditOf } from '../format.js';

type Credits = Readonly<Partial<Record<CreditFeature, number>>>;

/** Says before a request is sent what it can cost at most: `At most 12 data access credits`. */
export function CostText({ cost }: { readonly cost: Credits }): JSX.Element {
  return <span class="note">{Object.keys(cost).length === 0 ? 'Free of charge' : `At most ${creditsIn(cost)}`}</span>;
}

/** Says what one or several requests were charged: `12 data access credits charged`. */
export function chargedText(charged: Credits): string {
  const text = creditsIn(paid(charged));
  return text === '' ? 'Nothing charged' : `${text} charged`;
}

/** Says what a request would cost if it was sent now: `12 data access credits`, or `nothing`. The caller writes "costs" or "would cost" before it. */
export function costText(cost: Credits): string {
  return creditsIn(paid(cost)) || 'nothing';
}

function paid(credits: Credits): Credits {
  return Object.fromEntries(Object.entries(credits).filter(([, amount]) => amount > 0));
}

function creditsIn(credits: Credits): string {
  return (Object.entries(credits) as [CreditFeature, number][])
    .map(([feature, amount]) => counted(amount, creditOf(feature)))
    .join(' and ');
}

interface ChargedTextProps extends Pick<ResponseInfo, 'credits'> {
  /** Why nothing was charged, as far as it is known: `this data was bought before`. */
  readonly free?: string | undefined;
}

/** Says what a request was charged, and how many credits were left after it. */
export function ChargedText({ credits, free }: ChargedTextProps): JSX.Element {
  const parts = (Object.entries(credits) as [CreditFeature, { charged: number; remaining: number }][])
    .filter(([, { charged }]) => charged > 0)
    .map(
      ([feature, { charged, remaining }]) =>
        `${counted(charged, creditOf(feature))} charged, ${Number.isFinite(remaining) ? `${count(remaining)} left` : 'no limit'}`,
    );
  const nothing = `Nothing was charged${free === undefined ? '' : `: ${free}`}`;
  return <p class="note">{parts.join('; ') || nothing}.</p>;
}
