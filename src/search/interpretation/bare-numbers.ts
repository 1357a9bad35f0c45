import { eraBehind } from './number-words.js';
import type { Quantity } from './quantities.js';
import type { Bounds } from '../../queries/query-definition.js';

/** What stands before and behind a number in a folded sentence, and the number itself as it is written. */
interface Around {
  readonly before: string;
  readonly behind: string;
  readonly own: string;
}

/** A number without a unit at the end of a clause, behind words about companies: "Swiss fintech 80-200". */
export function isBareHeadcount(
  { exact, first, hasCurrency, comparison }: Quantity,
  { before, behind }: Around,
): boolean {
  if (hasCurrency || first > 1_000_000) return false;
  if (exact !== null || comparison === 'in' || ['last', 'past', 'the last', 'the past'].includes(comparison))
    return false;
  return (
    /^\s*(?:$|[,;.)]|(?:and |but |with |in |founded |that )(?!.*(?:years|months)))/u.test(behind) &&
    before.trim() !== ''
  );
}

/** A year that stands directly before a word for companies, or in brackets: "2022 startups", "2013-era startup". */
export function isBareYear({ comparison, second }: Quantity, { before, behind, own }: Around): boolean {
  if (/[a-z]/u.test(comparison.replace('from', ''))) return false;
  if (/(?:founded|launched|started|established)[^,]{0,40}\($/u.test(before)) return true;
  if ((/^'?s\s/u.test(behind) || second !== null) && before.trim() === '') return true;
  if (eraBehind.test(behind) || /\s(?:or|and) (?:later|newer|earlier|before|after)|onwards?$/u.test(own)) return true;
  if (comparison === 'from') return true;
  return (
    /^\s(?:[a-z-]+\s)?(?:startups?|start-ups?|companies|company|firms?|ventures?)(?![a-z])/u.test(behind) &&
    before.trim() === ''
  );
}

/** The bounds in whole months: less than 6 months are at most 5, and more than 2 years are at least 24. */
export function inMonths({ range, first, second, comparison, exact }: Quantity, months: number): Bounds {
  if (second !== null) return { min: first * months, max: second * months };
  if (exact !== null) return { min: first * months, max: (first + 1) * months - 1 };
  if (range.max !== undefined) return { max: range.max < first ? first * months - 1 : first * months };
  return { min: comparison === 'more than' && months === 1 ? first : first * months };
}
