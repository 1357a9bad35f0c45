import type { PhraseMatch } from './phrase-book.js';
import { personaBook } from './title-books.js';
import type { Persona, PersonaRow, PersonaStrength } from './phrases/persona-tags.js';
import { readTitle, standingOf } from './title-reading.js';
import type { ReadWord } from './title-reading.js';

const MOST_PERSONAS = 4;
const WEIGHT: Readonly<Record<PersonaStrength, number>> = { role: 3, field: 2, hint: 1 };
const HINT = WEIGHT.hint;

/**
 * The role tags of a job title, strongest first, at most 4 and usually one or two; what each means stands in
 * `PERSONA_MEANINGS`. Professions and posts ("recruiter", "CTO") are stronger than fields of work ("mobile"), and of
 * equally strong ones the first named comes first. Former titles, employers and persons assisted give none. Empty when
 * the title names no field. Never throws; time is linear in the title, of which the first 300 characters are read.
 */
export function personasOf(title: string): Persona[] {
  const words = readTitle(title);
  const found = personaBook()
    .find(words)
    .filter((match) => isHolders(match, words));
  const named = new Set(
    found.filter(({ meaning }) => meaning.otherReadings === undefined).flatMap(({ meaning }) => meaning.tags),
  );
  const weights = new Map<Persona, number>();
  for (const { meaning } of found) {
    for (const [index, tag] of readingOf(meaning, named).entries()) {
      // The further tags of a phrase are what it is also about.
      const weight = Math.max(HINT, WEIGHT[meaning.strength] - (index === 0 ? 0 : 0.5));
      if (weight > (weights.get(tag) ?? 0)) weights.set(tag, weight);
    }
  }
  return strongest(weights);
}

function isHolders(match: PhraseMatch<PersonaRow>, words: readonly ReadWord[]): boolean {
  const standing = standingOf(match, words);
  return standing === 'holder' || (standing === 'field' && match.meaning.isPost === undefined);
}

/** The reading of an ambiguous abbreviation that the rest of the title supports, or the usual one. */
function readingOf(row: PersonaRow, named: ReadonlySet<Persona>): readonly Persona[] {
  return row.otherReadings?.find(([first]) => first !== undefined && named.has(first)) ?? row.tags;
}

function strongest(weights: ReadonlyMap<Persona, number>): Persona[] {
  const ranked = [...weights].sort(([, a], [, b]) => b - a);
  const grounded = ranked.filter(([, weight]) => weight > HINT);
  return (grounded.length > 0 ? grounded : ranked).slice(0, MOST_PERSONAS).map(([tag]) => tag);
}
