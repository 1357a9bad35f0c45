import { personasOf } from '../../titles/seniority.js';
import { countryOrCityAt } from './place-finder.js';
import type { KnownValues } from './known-values.js';
import { placeAdjectives } from './place-tables.js';
import type { Sentence } from './sentence.js';
import { activities, sentenceWords, technologies } from './words.js';

const maxWordsOfName = 4;
const website =
  /^[a-z0-9][a-z0-9-]*\.(?:com|io|ai|net|org|co|de|fr|uk|eu|app|dev|tech|care|ch|at|nl|it|es|se|dk|fi|no|be|us|in|xyz|me|gg|tv|so)$/u;

/**
 * Finds the name of one company that a sentence describes: "Aleph Alpha the Heidelberg AI company", "Exasol analytics database Nuremberg".
 * The name stands first, its words have capitals and are in no table, and no word says that companies of a kind are looked for.
 * @returns the index behind the name, or null
 */
export function companyNamed(sentence: Sentence, known: KnownValues): number | null {
  const { words } = sentence;
  const start = ['find', 'looking', 'i'].includes(words[0]?.text ?? '')
    ? ['for', 'mean'].includes(words[1]?.text ?? '')
      ? 2
      : 1
    : 0;
  const end = Math.max(start, nameEnd(sentence, known, start));
  const isDescribed =
    /^\s?[-–—,(]?\s?(?:i mean |as in |not )?the /u.test(sentence.folded.slice(words[end - 1]?.end ?? 0)) &&
    end > start &&
    end < words.length;
  const isAddress = website.test(sentence.folded.split(/\s+/u)[start] ?? '');
  if (isAddress)
    return sentence.wordAt(
      (words[start]?.start ?? 0) + (sentence.folded.slice(words[start]?.start ?? 0).split(/\s+/u)[0] ?? '').length,
    );
  if (end === start) return namedBeforeThe(sentence, start);
  if (isDescribed) return end;
  return isOfKind(sentence, end) ? null : end;
}

/** A name without a capital, before "the" and a word for a company: "neon the Swiss neobank". */
function namedBeforeThe(sentence: Sentence, start: number): number | null {
  const isName =
    sentence.words[start + 1]?.text === 'the' && activities().at(sentence, start) === null && sentence.isFree(start);
  return isName && sentenceWords().fillers.at(sentence, start) === null ? start + 1 : null;
}

function nameEnd(sentence: Sentence, known: KnownValues, start: number): number {
  const { words } = sentence;
  let end = start;
  while (end < words.length && end - start < maxWordsOfName && isOfName(sentence, known, end, start)) end += 1;
  const hasOthers = words.slice(end).some((_, at) => /^\p{Ll}/u.test(sentence.written(end + at, end + at + 1)));
  const isShort =
    end === start + 1 &&
    sentence.written(start, end) === sentence.written(start, end).toUpperCase() &&
    sentence.written(start, end).length < 4;
  return end > start && end < words.length && hasOthers && !isShort ? end : start;
}

function isOfName(sentence: Sentence, known: KnownValues, at: number, start: number): boolean {
  const written = sentence.written(at, at + 1);
  if (!sentence.isFree(at) || !/^[\p{Lu}\d&]/u.test(written)) return false;
  if (at > start && sentence.words[at]?.startsClause === true) return false;
  const isTitleWord =
    written.length <= 3 && written !== 'AI' && written === written.toUpperCase() && personasOf(written).length > 0;
  if (at > start && isTitleWord) return false;
  if (at > start)
    return placeAdjectives().of(written) === undefined && !/^\d/u.test(written) && !countryOrCityAt(sentence, at);
  const isWord =
    activities().at(sentence, at) !== null ||
    technologies().of(written) !== undefined ||
    placeAdjectives().of(written) !== undefined ||
    countryOrCityAt(sentence, at) ||
    (['industries', 'keywords', 'technologies', 'localities', 'regions', 'countries'] as const).some(
      (member) => known.spelling(member, written) !== null,
    ) ||
    sentenceWords().fillers.at(sentence, at) !== null ||
    sentenceWords().kinds.at(sentence, at) !== null ||
    sentenceWords().qualifiers.at(sentence, at) !== null;
  return (
    !isWord &&
    !['public', 'private', 'small', 'big', 'not'].includes(written.toLowerCase()) &&
    !/^\d+s?$/u.test(written)
  );
}

/** Whether the words behind a possible name say that several companies are looked for: a plural, a number, "in", "with", "that". */
function isOfKind(sentence: Sentence, end: number): boolean {
  const rest = sentence.words.slice(end, sentence.clauseEnd(end - 1));
  return rest.some(({ text }, at) => {
    const isKindWord = [
      'in',
      'with',
      'that',
      'which',
      'founded',
      'companies',
      'startups',
      'firms',
      'vendors',
      'providers',
      'who',
      'using',
      'without',
      'at',
      'raised',
      'employees',
      'over',
      'under',
      'and',
      'or',
      'but',
      'like',
      'for',
      'tools',
      'platforms',
    ].includes(text);
    return isKindWord || sentence.useOf(end + at) === 'understood';
  });
}
