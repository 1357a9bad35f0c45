import type { ReasoningFacts } from '../../assessment/facts/candidate.js';
import { type Reasoning, type ReasoningSections, type ReasoningWriter, tidyFacts } from '../reasoning.js';
import { buyer, receptive, type Subject, summary, technical, warmIntro } from './sentences.js';
import { paragraph } from './wording.js';

/** Writes the reasoning without a language model: one plain sentence for each fact. The same facts always give the same text. */
export class BuiltInWriter implements ReasoningWriter {
  write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning> {
    return new Promise((resolve) => {
      signal.throwIfAborted();
      resolve({ sections: composeSections(facts), source: 'built-in' });
    });
  }
}

/** Writes the five sections from the facts. No section is empty. */
export function composeSections(facts: ReasoningFacts): ReasoningSections {
  const subject = subjectOf(tidyFacts(facts));
  return {
    summary: paragraph(summary(subject)),
    technical: paragraph(technical(subject)),
    buyer: paragraph(buyer(subject)),
    receptive: paragraph(receptive(subject)),
    warm_intro: paragraph(warmIntro(subject)),
  };
}

function subjectOf(facts: ReasoningFacts): Subject {
  const { fullName, firstName } = facts.person;
  const name = fullName || firstName || 'this person';
  return { ...facts, name, first: firstName || name, employer: facts.company.name || 'the company' };
}
