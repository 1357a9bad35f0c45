import { giveWords } from './giving.js';
import type { Sentence } from './sentence.js';
import type { Bounds } from '../../queries/query-definition.js';
import type { WhereBuilder } from './where.js';

interface EraContext {
  readonly sentence: Sentence;
  readonly where: WhereBuilder;
  readonly today: Date;
}

/** Times that have a name: the years that people mean by it when they say that a company was founded then. */
const eras: readonly (readonly [RegExp, Bounds])[] = [
  [/(?:covid(?:[- ]19)?|(?:the )?(?:covid |coronavirus )?pandemic|lockdowns?)/u, { min: 2020, max: 2021 }],
  [/(?:the )?(?:dot[- ]?com (?:bubble|boom|era|days))/u, { min: 1995, max: 2001 }],
  [/(?:the )?(?:great recession|(?:2008 )?financial crisis)/u, { min: 2008, max: 2009 }],
];

const foundedDuring = String.raw`(?<![a-z])(?:(?:that |which )?(?:were |was )?(?:founded|launched|started|established|born|created) (?:during|in|amid|at the height of) )`;

const eraPatterns = eras.map(([era, value]) => ({
  pattern: new RegExp(`${foundedDuring}${era.source}(?![a-z])|(?<![a-z])${era.source}[- ]era(?![a-z])`, 'gu'),
  value,
}));

const relativeYear =
  /(?<![a-z])(?:(?:that|which) (?:were |was )?)?(?:founded|launched|started|established) (?<which>this|last) year(?![a-z])/gu;

/** Reads "founded this year" and "founded last year". */
export function readRelativeYears({ sentence, where, today }: EraContext): void {
  const year = today.getUTCFullYear();
  for (const { 0: text, index, groups = {} } of sentence.folded.matchAll(relativeYear)) {
    const [from, to] = [sentence.wordAt(index), sentence.wordAt(index + text.length)];
    if (!sentence.isFree(from, to)) continue;
    const founded = groups.which === 'this' ? year : year - 1;
    giveWords({ sentence, where }, [{ member: 'founded_year', value: { min: founded, max: founded } }], { from, to });
  }
}

/** Reads the times that have a name: "founded during COVID", "pandemic-era startups". */
export function readEras({ sentence, where }: EraContext): void {
  for (const { pattern, value } of eraPatterns) {
    for (const { 0: text, index } of sentence.folded.matchAll(pattern)) {
      const [from, to] = [sentence.wordAt(index), sentence.wordAt(index + text.length)];
      if (sentence.isFree(from, to)) giveWords({ sentence, where }, [{ member: 'founded_year', value }], { from, to });
    }
  }
}
