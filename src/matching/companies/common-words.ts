import type { ComparedName } from './compared-name.js';
import { type CommonWords, mayLack } from './lacking-words.js';
import type { WordCounts } from './word-counts.js';
import { type WordPair, type WordRelation, wordRelations } from './word-relations.js';

/** The bits that the words must have which two names with words in different forms have in common. */
const minBits = 10;

/**
 * Compares two names word by word. In turn, a word of each name must have one of the {@link wordRelations} to words of the other name. At the
 * end, one name may lack words.
 * @returns the words in common, or null if the names do not agree or if these words are not rare
 */
export function commonWordsOf(name: ComparedName, other: ComparedName, counts: WordCounts): CommonWords | null {
  const common = { same: [] as string[], similar: [] as string[] };
  let [index, at, bits] = [0, 0, minBits];
  for (;;) {
    const [mine, their] = [name.words[index], other.words[at]];
    if (mine === undefined || their === undefined) break;
    const step = stepFrom({ mine, their, index, at, name, other, counts });
    if (step === null) return null;
    if (step.relation.evidence !== undefined) common[step.relation.evidence].push(name.normal[index] ?? mine);
    bits += step.relation.bits ?? 0;
    [index, at] = [index + step.mine, at + step.theirs];
  }
  const areOne =
    counts.evidenceOf(common.same) >= bits &&
    mayLack({ words: other.words.slice(at), name, other, common, counts }) &&
    mayLack({ words: name.words.slice(index), name: other, other: name, common, counts });
  return areOne ? common : null;
}

/** The first relation that holds between two words, and the number of words that it relates in each name. Null if none holds. */
function stepFrom(pair: WordPair): { relation: WordRelation; mine: number; theirs: number } | null {
  let swapped: WordPair | null = null;
  for (const relation of wordRelations) {
    const theirs = reachOf(relation, pair);
    if (theirs !== null) return { relation, mine: 1, theirs };
    if (relation.isMutual === true) continue;
    swapped ??= swappedOf(pair);
    const mine = reachOf(relation, swapped);
    if (mine !== null) return { relation, mine, theirs: 1 };
  }
  return null;
}

function swappedOf({ mine, their, index, at, name, other, counts }: WordPair): WordPair {
  return { mine: their, their: mine, index: at, at: index, name: other, other: name, counts };
}

function reachOf({ reach, minLengths, needs }: WordRelation, pair: WordPair): number | null {
  if (minLengths !== undefined && (pair.mine.length < minLengths[0] || pair.their.length < minLengths[1])) return null;
  const words = reach(pair);
  return words !== null && needs?.every((need) => need(pair)) !== false ? words : null;
}
