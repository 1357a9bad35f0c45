import type { MonthlyHeadcount } from './candidate.js';
import { monthOf } from './months.js';

/** The newest technical headcount may be this many months old, because headcounts are gathered with delay. */
const OLDEST_NEWEST = 6;
const YEAR = 12;
/** The month a year before may be missing; then one at most this far from it stands in. */
const TOLERANCE = 2;

/**
 * By how many per cent the technical headcount has grown from the month twelve months before the newest one, or the
 * nearest to it (of two equally near the earlier one), to the newest one. Null when either is unknown; also when the
 * company had no technical people then and has some now, because that is no percentage.
 * @param today `YYYY-MM-DD`; later months are not looked at
 */
export function techGrowthPercent(headcounts: readonly MonthlyHeadcount[], today: string): number | null {
  const now = monthOf(today);
  const usable = headcounts
    .flatMap(({ month, tech }) => (tech === null ? [] : [{ at: monthOf(month), tech }]))
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at);
  const newest = usable.at(-1);
  if (newest === undefined || newest.at < now - OLDEST_NEWEST) return null;
  const aim = newest.at - YEAR;
  const [former] = usable
    .filter(({ at }) => Math.abs(at - aim) <= TOLERANCE)
    .sort((a, b) => Math.abs(a.at - aim) - Math.abs(b.at - aim) || a.at - b.at);
  if (former === undefined) return null;
  if (former.tech === 0) return newest.tech === 0 ? 0 : null;
  return ((newest.tech - former.tech) / former.tech) * 100;
}

/** `12.5%`, `-3.0%`, `0.0%`; empty when unknown. */
export function percentText(percent: number | null): string {
  if (percent === null) return '';
  const text = percent.toFixed(1);
  return `${text === '-0.0' ? '0.0' : text}%`;
}
