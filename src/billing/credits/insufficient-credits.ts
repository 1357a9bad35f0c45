import { DomainError } from '../../platform/errors/domain-error.js';
import { charges, type Balances, type Charges } from './charges.js';
import { creditHeaders } from './credit-headers.js';

/** The refusal of a request that costs more than there is: it says of what, in words and in the headers of every answer. */
export function insufficientCredits(amounts: Charges, balances: Balances): DomainError {
  const parts = [...amounts]
    .filter(([, amount]) => amount > 0)
    .map(([feature, amount]) => `${amount} ${feature} (${balances.get(feature)?.remaining ?? 0} left)`);
  const message = `The request needs more credits than the tenant has left: ${parts.join(', ')}.`;
  return new DomainError('INSUFFICIENT_CREDITS', message, creditHeaders(charges({}), balances));
}
