import { wordsIn } from '../../platform/tables/table.js';
import { companyWordTable } from './company-words.js';

const latinWords: ReadonlyMap<string, string> = new Map(
  companyWordTable
    .keyed('East Asian words')
    .flatMap(({ key, value }) => wordsIn(value).map((word): [string, string] => [word, key])),
);

const eastern = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]/u;
const knownWord = new RegExp([...latinWords.keys()].sort((a, b) => b.length - a.length).join('|'), 'gu');

/** Replaces words in East Asian letters by Latin words, if the table has these words: `LG전자` → `LG Electronics`. */
export function withLatinWords(text: string): string {
  return eastern.test(text) ? text.replace(knownWord, (word) => ` ${latinWords.get(word) ?? ''} `) : text;
}
