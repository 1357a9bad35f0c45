import { isNothing } from '../../../matching/nothing.js';
import { printable } from '../../../platform/database/text.js';
import { type ReasoningSection, type ReasoningSections, sectionOrder } from '../reasoning.js';
import { type JsonObject, visitObjects } from './json-in-text.js';

/** The maximum number of characters in a section. A model that writes a longer one repeats itself or copies its input. */
export const maxSectionCharacters = 1_500;

/** Why a section of an answer is not used. */
export type SectionFault = 'section_missing' | 'section_empty' | 'section_not_text' | 'section_too_long';

/** What the log says of a section that is not used. */
export const sectionWords: Readonly<Record<SectionFault, string>> = {
  section_missing: 'is missing',
  section_empty: 'is empty',
  section_not_text: 'is not a text',
  section_too_long: `has more than ${maxSectionCharacters} characters`,
};

/** The sections that can be used, and the faults of the others. */
export interface Answer {
  readonly sections: Partial<ReasoningSections>;
  readonly faults: ReadonlyMap<ReasoningSection, SectionFault>;
}

/**
 * Reads the sections in the texts of an answer: those of the object that has the most usable ones. The model may have written other
 * objects, such as drafts in its thoughts. Of equally good ones the last is taken, because drafts come first.
 * @param texts the texts that may contain the object, the most likely one first
 * @returns null if no text contains an object; an answer without sections if no object has a usable one
 */
export function readAnswer(texts: readonly string[]): Answer | null {
  let best: Answer | null = null;
  for (const text of texts) {
    const found = bestIn(text);
    if (best === null || (found !== null && usableIn(found) > usableIn(best))) best = found ?? best;
  }
  return best;
}

function usableIn({ sections }: Answer): number {
  return Object.keys(sections).length;
}

function bestIn(text: string): Answer | null {
  let best: Answer | null = null;
  visitObjects(unquoted(text), (object) => {
    const answer = sectionsOf(object);
    if (best === null || usableIn(answer) >= Math.max(1, usableIn(best))) best = answer;
    return answer.faults.size === 0;
  });
  return best;
}

/** Some servers send the JSON as a JSON string once more: `"{\"summary\": …}"`, also without the outer quotation marks. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  if (!/^"?\s*(\\n\s*)*\{\s*(\\n\s*)*\\"/.test(trimmed.slice(0, 100))) return text;
  try {
    const value: unknown = JSON.parse(trimmed.startsWith('"') ? trimmed : `"${trimmed}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

function sectionsOf(object: JsonObject): Answer {
  // `WARM INTRO`, `warmIntro` and `warm-intro` name the same section.
  const values = new Map([...object].map(([key, value]) => [key.toLowerCase().replaceAll(/[\s_-]/g, ''), value]));
  const sections: Partial<Record<ReasoningSection, string>> = {};
  const faults = new Map<ReasoningSection, SectionFault>();
  for (const name of sectionOrder) {
    const read = textOf(values.get(name.replace('_', '')));
    if ('fault' in read) faults.set(name, read.fault);
    else sections[name] = read.text;
  }
  return { sections, faults };
}

function textOf(value: unknown): { readonly text: string } | { readonly fault: SectionFault } {
  if (value === undefined || value === null) return { fault: 'section_missing' };
  const written = Array.isArray(value) ? sentencesOf(value) : value;
  if (typeof written !== 'string') return { fault: 'section_not_text' };
  const text = oneParagraph(written);
  if (!/\p{L}/u.test(text) || isNothing(text)) return { fault: 'section_empty' };
  return text.length > maxSectionCharacters ? { fault: 'section_too_long' } : { text };
}

/** A list of sentences as one text; null if an entry is no text. */
function sentencesOf(entries: readonly unknown[]): string | null {
  const isText = (entry: unknown): entry is string => typeof entry === 'string';
  if (!entries.every(isText)) return null;
  return entries.map((entry) => entry.replace(/^\s*[-*•]\s+/u, '')).join(' ');
}

/** Puts a section on one line. A section with several lines could contain a line that looks like the heading of another section. */
function oneParagraph(text: string): string {
  return printable(text).replace(/\s+/gu, ' ');
}
