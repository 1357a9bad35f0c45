import type { AllowSignals } from './signal.dto.js';

/** A range of days, both inclusive, and a type; null for all types. */
export interface SignalFilter {
  /** `YYYY-MM-DD`, or `-infinity` as in PostgreSQL. */
  readonly from: string;
  /** `YYYY-MM-DD` or `infinity`. */
  readonly to: string;
  readonly type: string | null;
}

/** The filter of a request: an omitted day is unbounded, and `ALL` is null. */
export function signalFilter({ start_time: from, end_time: to, type }: AllowSignals): SignalFilter {
  return { from: from ?? '-infinity', to: to ?? 'infinity', type: type === 'ALL' ? null : (type ?? null) };
}
