import type { AllowSignals } from './signal.dto.js';

export interface SignalFilter {
  /** The first day, as `YYYY-MM-DD`; `-infinity` for no limit, as PostgreSQL understands it. */
  readonly from: string;
  /** The last day, which is included, as `YYYY-MM-DD`; `infinity` for no limit. */
  readonly to: string;
  /** The type of the signals; null for all types. */
  readonly type: string | null;
}

/** The filter of a request. A missing day means no limit, and the type `ALL` means all types. */
export function signalFilter({ start_time: from, end_time: to, type }: AllowSignals): SignalFilter {
  return { from: from ?? '-infinity', to: to ?? 'infinity', type: type === 'ALL' ? null : (type ?? null) };
}
