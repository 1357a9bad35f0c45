import type { ReasoningFacts } from '../../assessment/facts/candidate.js';
import { type Reasoning, type ReasoningSections, type ReasoningWriter, tidyFacts } from '../reasoning.js';
import { receptive, warmIntro } from './approach-sentences.js';
import { factValues } from './fact-values.js';
import { buyer, technical } from './fit-sentences.js';
import { angles, type Choice, type FactName, furtherReasons, plainOpening, summary } from './sentences.js';
import { type FactValue, list, paragraph } from './wording.js';

/** Writes without a language model, from tables of sentences; the same facts give the same text. */
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
  const text = new Text(tidyFacts(facts));
  return {
    summary: text.summary(),
    technical: text.section(technical),
    buyer: text.section(buyer),
    receptive: text.section(receptive),
    warm_intro: text.section(warmIntro),
  };
}

/** The text about one person. */
class Text {
  private readonly values: Readonly<Record<FactName, FactValue>>;
  private readonly identity: string;

  constructor(facts: ReasoningFacts) {
    this.values = factValues(facts);
    this.identity = [this.values.name, facts.person.title, this.values.company].join('\n');
  }

  section(choices: readonly Choice[]): string {
    return paragraph(choices.map((choice) => this.told(choice)));
  }

  summary(): string {
    const onRecord = angles.filter(([, fact]) => this.values[fact] !== null);
    const [main, ...further] = onRecord.filter(
      ([about], index) => onRecord.findIndex(([each]) => each === about) === index,
    );
    const asides = further.map(([, , aside]) => this.fill(aside)).filter((aside) => aside !== '');
    const [, fact = 'always', , ...openings] = main ?? [];
    return paragraph([
      main === undefined ? this.told(plainOpening) : this.pick(fact, openings),
      asides.length === 0 ? '' : `${this.pick('further', furtherReasons)} ${asides.slice(0, 2).join('; ')}`,
      ...summary.map((choice) => this.told(choice)),
    ]);
  }

  private told(choice: Choice): string {
    const [fact, ...wordings] = choice.find(([name]) => this.values[name] !== null) ?? ['always'];
    return this.pick(fact, wordings);
  }

  /** The same wording for the same person; it varies between persons. */
  private pick(fact: string, wordings: readonly string[]): string {
    return this.fill(wordings[hash(`${fact}\n${this.identity}`) % wordings.length] ?? '');
  }

  private fill(wording: string): string {
    return wording.replace(
      /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
      (placeholder, fact: string, one?: string, several?: string) => {
        const value = Object.hasOwn(this.values, fact) ? this.values[fact as FactName] : placeholder;
        if (one !== undefined) return (value?.length === 1 ? one : several) ?? '';
        return typeof value === 'string' ? value : list(value ?? []);
      },
    );
  }
}

/** FNV-1a: spreads well over few wordings, and is the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // The low bits alone would follow the last letters.
  return (value ^ (value >>> 15)) >>> 0;
}
