import type { Bounds } from '../../queries/query-definition.js';

/** A number or a range of numbers in a sentence: `50`, `10-50`, `under 50`, `$30M+`. */
export interface Quantity {
  /** The numbers as bounds that belong to the range: "more than 100" has the minimum 101. */
  readonly range: Bounds;
  /** The number, if it is alone: neither a range nor a word such as "over" stands with it. */
  readonly exact: number | null;
  /** The word before the number that compares, such as "more than", or an empty text. */
  readonly comparison: string;
  /** The first number as it is written. */
  readonly first: number;
  readonly second: number | null;
  readonly hasCurrency: boolean;
  /** Whether the first number has four digits and may be a year. */
  readonly mayBeYear: boolean;
  readonly start: number;
  readonly end: number;
}

const above = [
  'older than',
  'exceeding',
  'exceeds',
  'surpassing',
  'surpassed',
  'crossed',
  'beyond',
  'north of',
  'upwards of',
  'more than',
  'greater than',
  'larger than',
  'bigger than',
  'over',
  'above',
  '>',
  'mehr als',
  'uber',
  'plus de',
  'after',
  'post-',
  'nach',
];
const fromOn = [
  'no fewer than',
  'no smaller than',
  'no earlier than',
  'not before',
  'at least',
  'minimum of',
  'minimum',
  'min',
  'from',
  '>=',
  '≥',
  'mindestens',
  'ab',
  'since',
  'seit',
  'depuis',
  'au moins',
  'no less than',
  'not less than',
];
const below = [
  'prior to',
  'sub-',
  'younger than',
  'pre-',
  'less than',
  'fewer than',
  'smaller than',
  'lower than',
  'under',
  'below',
  '<',
  'weniger als',
  'unter',
  'moins de',
  'before',
  'vor',
];
const upTo = [
  'no larger than',
  'no bigger than',
  'not larger than',
  'no later than',
  'not exceeding',
  'up to',
  'at most',
  'maximum of',
  'maximum',
  'max',
  '<=',
  '≤',
  'hochstens',
  'bis zu',
  'until',
  'no more than',
  'not more than',
  'by',
  'the last',
  'the past',
  'last',
  'past',
];
const near = [
  'between',
  'around',
  'about',
  'approximately',
  'roughly',
  'exactly',
  'zwischen',
  'entre',
  'rund',
  'in',
  '~',
];
const comparisons = [...above, ...fromOn, ...below, ...upTo, ...near].toSorted((a, b) => b.length - a.length);

const numberWords = new Map(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, index) => [word, index + 1]),
)
  .set('a hundred', 100)
  .set('one hundred', 100)
  .set('a thousand', 1000)
  .set('one thousand', 1000)
  .set('a dozen', 12);
const unitAhead = String.raw`(?=[ -](?:years?|months?|weeks?|days?|employees|people|person|staff)(?![a-z]))`;
const number = String.raw`\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,3})?|(?<![a-z])(?:${[...numberWords.keys()].join('|')})${unitAhead}`;
const scale = String.raw`(?:\s?(?:k|m|mm|mn|mio|b|bn|million|millions|billion|billions|thousand)(?![a-z]))`;
const compared = comparisons.join('|');
const pattern = new RegExp(
  String.raw`(?:(?<![a-z])(?<comparison>${compared})\s{0,2})?(?<![a-z\d.,$€£])(?<currency>[$€£]|usd |eur )?\s?(?<![a-z\d.,])(?<a>${number})(?<scaleA>${scale})?` +
    String.raw`(?:\s?(?<separator>[-–—]|to|and|bis|a|et|or)\s?[$€£]?(?<b>${number})(?<scaleB>${scale})?(?![\d]))?(?<more>\s?\+|\s(?:or more|and more|plus|or above|and above|or larger|or later|and later|onwards?|or newer|and newer|or after)(?![a-z]))?(?<less>\s(?:or fewer|or less|or under|or earlier|and earlier|or before|or smaller)(?![a-z]))?(?<behind>[$€£%])?`,
  'gu',
);

/** Finds the numbers of a sentence in its folded form. */
export function quantitiesIn(folded: string): Quantity[] {
  return Array.from(folded.matchAll(pattern), ({ 0: written, index, groups = {} }) => {
    const scaled = groups.scaleA ?? (groups.b === undefined ? undefined : groups.scaleB);
    const first = valueOf(groups.a ?? '0', scaled);
    const second = groups.b === undefined ? null : valueOf(groups.b, groups.scaleB);
    const comparison = groups.comparison ?? '';
    const isAlone = second === null && groups.more === undefined && groups.less === undefined;
    return {
      range: rangeOf(comparison, first, second, groups),
      exact: isAlone && (comparison === '' || near.includes(comparison)) ? first : null,
      comparison,
      first,
      second,
      hasCurrency: groups.currency !== undefined || /[$€£]/.test(groups.behind ?? ''),
      mayBeYear: scaled === undefined && /^(?:18|19|20)\d\d$/.test(groups.a ?? ''),
      start: index,
      end: index + written.length,
    };
  });
}

function valueOf(digits: string, scaled: string | undefined): number {
  const factor = scaled === undefined ? 1 : factorOf(scaled.trim());
  return Math.round((numberWords.get(digits) ?? Number(digits.replaceAll(',', ''))) * factor);
}

function factorOf(scaled: string): number {
  if (scaled === 'k' || scaled === 'thousand') return 1000;
  return scaled.startsWith('b') ? 1_000_000_000 : 1_000_000;
}

function rangeOf(
  comparison: string,
  first: number,
  second: number | null,
  { more, less, separator }: Readonly<Record<string, string | undefined>>,
): Bounds {
  if (second !== null && !(separator === 'and' && comparison !== 'between')) return inOrder(first, second);
  if (more !== undefined) return { min: first };
  if (less !== undefined) return { max: first };
  if (above.includes(comparison)) return { min: first + 1 };
  if (fromOn.includes(comparison)) return { min: first };
  if (below.includes(comparison)) return { max: first - 1 };
  if (upTo.includes(comparison)) return { max: first };
  return { min: first, max: first };
}

function inOrder(a: number, b: number): Bounds {
  return { min: Math.min(a, b), max: Math.max(a, b) };
}
