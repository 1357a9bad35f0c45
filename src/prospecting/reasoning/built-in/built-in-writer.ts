import type { ReasoningFacts } from '../../assessment/candidate.js';
import { buyerOf } from './buyer.js';
import { receptiveOf } from './receptive.js';
import { summaryOf } from './summary.js';
import { technicalOf } from './technical.js';
import { tellingOf } from './telling.js';
import { warmIntroOf } from './warm-intro.js';
import type { Reasoning, ReasoningSections } from '../reasoning.js';
import type { ReasoningWriter } from '../reasoning-writer.js';

/** Writes without a language model: the sections are composed of what is known, and the same facts give the same text. */
export class BuiltInWriter implements ReasoningWriter {
  write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning> {
    return new Promise((resolve) => {
      signal.throwIfAborted();
      resolve({ sections: composeSections(facts), source: 'built-in' });
    });
  }
}

/** The five sections from the facts alone; none is empty. */
export function composeSections(facts: ReasoningFacts): ReasoningSections {
  const telling = tellingOf(facts);
  return {
    summary: summaryOf(telling),
    technical: technicalOf(telling),
    buyer: buyerOf(telling),
    receptive: receptiveOf(telling),
    warm_intro: warmIntroOf(telling),
  };
}
