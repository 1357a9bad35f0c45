import type { ReasoningFacts } from '../../assessment/candidate.js';
import { tidyFacts } from '../tidy-facts.js';
import { withArticle } from './wording.js';

/** What the sections are told from: the facts, what people and companies are called, and a turn of phrase. */
export interface Telling {
  readonly facts: ReasoningFacts;
  /** The whole name. */
  readonly name: string;
  /** What the person is called after the first mention. */
  readonly first: string;
  readonly company: string;
  /** `Head of Data at Acme`; stands beside the name. */
  readonly position: string;
  /** `Head of Data at Acme` or `a Data Engineer at Acme`; stands behind "is". */
  readonly holding: string;
  /** One of several ways to say the same: always the same way for one person, and not the same way for everybody. */
  readonly say: (what: string, ways: readonly string[]) => string;
}

/** Prepares the facts of one person for all sections. */
export function tellingOf(raw: ReasoningFacts): Telling {
  const facts = tidyFacts(raw);
  const { person } = facts;
  const name = person.fullName || person.firstName || 'this person';
  const company = facts.company.name || 'the company';
  const position = person.title === '' ? `an employee of ${company}` : `${person.title} at ${company}`;
  const identity = [name, person.title, company].join('\n');
  return {
    facts,
    name,
    first: person.firstName || name,
    company,
    position,
    holding: isOneOfMany(facts) ? withArticle(position) : position,
    say: (what, ways) => ways[hash(`${what}\n${identity}`) % ways.length] ?? '',
  };
}

/** English words for those who do a job; what stands behind them, as in "Director of", says more than one can do. */
const DOER = /(?:[aeo]r|ist|ant|ian|ect|ate|sel|lyst|ive|ern|pert|fellow|agent|nurse|pilot)$/i;

/** Whether there may well be several at the employer: of a post that there is one of, no article is said. */
function isOneOfMany({ person, features }: ReasoningFacts): boolean {
  const [head = ''] = person.title.split(/,| - | [/|(] ?| (?:of|in|for|to|at|und|de|i+)\b/i, 1);
  return features.seniority === 'seniority_ic' && /^\p{Lu}/u.test(head) && DOER.test(head);
}

/** FNV-1a: spreads well over few ways, and is the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  // The low bits alone would follow the last letters.
  return (value ^ (value >>> 15)) >>> 0;
}
