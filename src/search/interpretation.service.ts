import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller.js';
import { fold } from '../queries/words.js';
import { interpret } from './interpretation/interpret.js';
import { knownIn } from './interpretation/known-values.js';
import type { Interpretation, InterpretRequest } from './search.dto.js';
import { SearchService } from './search.service.js';
import { SearchValues } from './values/search-values.sql.js';

/** The maximum number of words of a value on record that a sentence can name. */
const maxWords = 6;

/** Reads sentences as conditions of searches. */
@Injectable()
export class InterpretationService {
  constructor(
    private readonly searches: SearchService,
    private readonly values: SearchValues,
  ) {}

  /** @throws DomainError SEARCH_OFF, SEARCH_NOT_READY */
  async interpret({ text, of }: InterpretRequest, caller: Caller): Promise<Interpretation> {
    await this.searches.assertReady(caller);
    const known = await this.values.amongPhrases(phrasesIn(text));
    const { where, understood, not_understood } = interpret(text, of, knownIn(Object.fromEntries(known)), new Date());
    return { where: { ...where }, understood: [...understood], not_understood: [...not_understood] };
  }
}

/** The folded phrases of a text with at most {@link maxWords} words. */
function phrasesIn(text: string): string[] {
  const words = fold(text)
    .split(/[\s,;:!?()"]+/)
    .filter((word) => word !== '');
  const phrases = words.flatMap((_, start) =>
    Array.from({ length: Math.min(maxWords, words.length - start) }, (_unused, count) =>
      words.slice(start, start + count + 1).join(' '),
    ),
  );
  return [...new Set(phrases)];
}
