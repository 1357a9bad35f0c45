import { phrasesIn } from '#dist/platform/tables/table';
import type { Gender } from './records.js';
import { readMembers } from './tables.js';
import { functions } from './titles.js';
import { feminineOf } from './titles-feminine.js';

/** By language and function, a title for each rank. */
const titles = readMembers('local-titles.txt', [...functions.keys()]);

/** The title in a language, or null where there is none. */
export function localTitle(language: string, functionName: string, rank: number, gender: Gender): string | null {
  const title = phrasesIn(titles.get(language)?.get(functionName) ?? '')[rank];
  if (title === undefined) return null;
  return gender === 'men' ? title : feminineOf(language, title);
}
