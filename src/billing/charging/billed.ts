import type { Balances, Charges } from '../credits/charges.js';

/** What a request is answered with, and what of it is to be paid for. */
export interface Priced<T> {
  readonly answer: T;
  /** At most what was reserved, feature by feature. */
  readonly charges: Charges;
}

/** An answer that is paid for: it may be sent. */
export class Billed<T> {
  constructor(
    readonly answer: T,
    readonly charges: Charges,
    /** After the charges. */
    readonly balances: Balances,
  ) {}
}
