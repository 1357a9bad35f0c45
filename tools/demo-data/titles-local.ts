import { phrasesIn } from '#dist/platform/tables/table';
import type { Gender } from './records.js';
import { readMembers } from './tables.js';
import { functions } from './titles.js';
import { feminineOf } from './titles-feminine.js';

/** A job title for each rank, by language and function. */
const titles = readMembers('local-titles.txt', [...functions.keys()]);

/** The job title in a language; null if the language has none, so that the English title is used. */
export function localTitle(language: string, functionName: string, rank: number, gender: Gender): string | null {
  const title = phrasesIn(titles.get(language)?.get(functionName) ?? '')[rank];
  if (title === undefined) return null;
  return gender === 'men' ? title : feminineOf(language, title);
}
