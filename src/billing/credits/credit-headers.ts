import { creditFeatures, type Balance, type Balances, type Charges, type CreditFeature } from './charges.js';

/** Below this part of what was granted an account is called low. */
const lowShare = 0.1;

/** Whether somebody should think of granting more. */
export function isLow({ remaining, granted }: Balance): boolean {
  return remaining !== 'unlimited' && remaining < granted * lowShare;
}

const headerNames = creditFeatures.map((feature) => ({
  feature,
  charged: chargedHeader(feature),
  remaining: remainingHeader(feature),
}));

/** The headers that tell what an answer has cost and what is left, by name. */
export function creditHeaders(charges: Charges, balances: Balances): Record<string, string> {
  const headers: Record<string, string> = {};
  const low: CreditFeature[] = [];
  for (const { feature, charged, remaining } of headerNames) {
    const balance = balances.get(feature);
    if (balance === undefined) continue;
    headers[charged] = String(charges.get(feature) ?? 0);
    headers[remaining] = String(balance.remaining);
    if (isLow(balance)) low.push(feature);
  }
  if (low.length > 0) headers['X-Credits-Low'] = low.join(', ');
  return headers;
}

/** `X-Credits-Data-Access-Charged` and so on. */
export function chargedHeader(feature: CreditFeature): string {
  return `X-Credits-${inTrain(feature)}-Charged`;
}

export function remainingHeader(feature: CreditFeature): string {
  return `X-Credits-${inTrain(feature)}-Remaining`;
}

function inTrain(feature: CreditFeature): string {
  return feature.replaceAll(
    /(^|_)([a-z])/g,
    (_, gap: string, letter: string) => `${gap && '-'}${letter.toUpperCase()}`,
  );
}
