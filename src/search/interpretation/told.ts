import type { KnownValues } from './known-values.js';
import { countryOrCityAt } from './place-finder.js';
import type { Sentence } from './sentence.js';
import { activities, sentenceWords } from './words.js';

/**
 * Finds the words that tell something which no member has: "competing with Google in AI". What they name is not what is looked for, so
 * only numbers, stages of funding and "based in" are read there. In sentences about persons, only words behind "companies" count.
 * @returns whether a word is told, and whether what is told there is what the companies do: "working on batteries in Norway"
 */
export function toldIn(
  sentence: Sentence,
  of: 'persons' | 'companies',
  known: KnownValues,
): { isTold: (index: number) => boolean; isWork: (index: number) => boolean } {
  const told = new Map<number, 'work' | 'other'>();
  const { telling, companies, doing, negations } = sentenceWords();
  for (const { from, to, meaning } of [...telling.within(sentence)]) {
    const next = sentence.words[to]?.text ?? '';
    const isCarrier = ['that', 'which', 'who'].includes(meaning);
    const isAboutPersons = of === 'persons' && companies.before(sentence, from) === null;
    if (
      isAboutPersons ||
      (isCarrier && (['are', 'is', 'work', 'works', 'live'].includes(next) || !sentence.isFree(to)))
    )
      continue;
    const negation = negations.at(sentence, from);
    if (negation !== null && isValueAt(sentence, negation.to, known)) continue;
    const kind = doing.at(sentence, from) === null ? 'other' : 'work';
    for (let at = from; at < sentence.clauseEnd(from); at += 1) if (told.get(at) === undefined) told.set(at, kind);
  }
  return { isTold: (index) => told.has(index), isWork: (index) => told.get(index) === 'work' };
}

/** Whether a place or an activity begins at an index, so that a negation before it excludes it: "not in Germany", "not banks". */
function isValueAt(sentence: Sentence, at: number, known: KnownValues): boolean {
  const start = ['the', 'a', 'an', 'any'].includes(sentence.words[at]?.text ?? '') ? at + 1 : at;
  const isKnown = (member: 'localities' | 'regions' | 'industries') =>
    [3, 2, 1].some((length) => known.spelling(member, sentence.key(start, start + length)) !== null);
  const isBehindIn = ['in', 'from', 'outside', 'of'].includes(sentence.words[at - 1]?.text ?? '');
  const end = sentence.clauseEnd(start);
  const activity = activities().at(sentence, start);
  const isStatus = ['public', 'publicly', 'private', 'privately', 'nonprofit', 'nonprofits', 'non', 'listed'].includes(
    sentence.words[start]?.text ?? '',
  );
  return (
    isStatus ||
    countryOrCityAt(sentence, start) ||
    (isBehindIn && (isKnown('localities') || isKnown('regions'))) ||
    activity?.to === end ||
    (start + 1 === end && isKnown('industries'))
  );
}
