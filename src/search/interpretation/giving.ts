import type { Sentence } from './sentence.js';
import type { Given, WhereBuilder } from './where.js';
import { sentenceWords } from './words.js';

/**
 * Gives values to the filter for the words from the index `from` up to, and without, the index `to`. A negation directly before the words
 * excludes the values.
 */
export function giveWords(
  { sentence, where }: { readonly sentence: Sentence; readonly where: WhereBuilder },
  given: readonly Given[],
  { from, to }: { readonly from: number; readonly to: number },
  path: readonly string[] = [],
): void {
  const start = negationBefore(sentence, from) ?? from;
  const place = sentence.words[start]?.start ?? 0;
  const text = sentence.written(start, to);
  if (start < from) where.exclude(given, text, place, path);
  else where.add(given, text, place, path);
  sentence.use(start, to, 'understood');
}

/** The index where a negation directly before an index begins, or null if there is none. */
export function negationBefore(sentence: Sentence, at: number): number | null {
  const isArticle = ['a', 'an', 'any', 'the'].includes(sentence.words[at - 1]?.text ?? '');
  const end = isArticle ? at - 1 : at;
  const negation = sentenceWords().negations.before(sentence, end);
  return negation !== null && sentence.isFree(negation.from, at) ? negation.from : null;
}
