import type { AllowSignals } from './signal.dto.js';

/** Which signals are meant: a range of days, both ends included, and one type or, with null, any. */
export interface SignalFilter {
  /** `YYYY-MM-DD`, or what PostgreSQL calls the day before all others: `-infinity`. */
  readonly from: string;
  /** `YYYY-MM-DD` or `infinity`. */
  readonly to: string;
  readonly type: string | null;
}

/** What a request asks for: an end that is left out is open, and `ALL` is no type. */
export function signalFilter({ start_time: from, end_time: to, type }: AllowSignals): SignalFilter {
  return { from: from ?? '-infinity', to: to ?? 'infinity', type: type === 'ALL' ? null : (type ?? null) };
}
