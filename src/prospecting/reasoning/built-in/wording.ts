import type { ProspectFeatures, ReasoningFacts } from '../../assessment/candidate.js';
import { tidyFacts } from '../reasoning.js';

/** `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** The first few, and that there are more. */
export function listSome(items: readonly string[], most: number): string {
  return items.length <= most ? list(items) : list([...items.slice(0, most), 'others']);
}

/** `7 months`, `2 years and 1 month`, `over 12 years`; from ten years on months do not matter. */
export function span(months: number): string {
  if (months < 1) return 'less than a month';
  const [years, rest] = [Math.floor(months / 12), months % 12];
  if (years === 0) return counted(rest, 'month');
  if (rest === 0) return counted(years, 'year');
  return years >= 10 ? `over ${counted(years, 'year')}` : `${counted(years, 'year')} and ${counted(rest, 'month')}`;
}

/** `1 year`, `3.2 years`. */
export function inYears(years: number): string {
  return counted(Math.round(years * 10) / 10, 'year');
}

/** `12.5%`, without a sign. */
export function percent(value: number): string {
  return `${Math.round(Math.abs(value) * 10) / 10}%`;
}

/** The word that fits the number of things. */
export function plural(things: readonly unknown[], one: string, several: string): string {
  return things.length === 1 ? one : several;
}

/** `is` or `are`, for a list as the subject. */
export function isOrAre(things: readonly unknown[]): string {
  return plural(things, 'is', 'are');
}

export function possessive(name: string): string {
  return `${name}'s`;
}

/** Letters that are named with a vowel first: an HR manager, but a UX designer. */
const speltWithVowel = /^[AEFHILMNORSX]/;
const soundsLikeConsonant = /^(?:eu|ewe|uni(?!n|m)|us[aeiu]|uti|ubi|one\b|once\b)/i;
const silentH = /^(?:hour|hono|heir)/i;

/** The words with their indefinite article. */
export function withArticle(words: string): string {
  const [first = ''] = words.split(/[\s/,-]/, 1);
  const isAbbreviation = first.length > 1 && /^[A-Z][A-Z&.\d]*s?$/.test(first) && !/^[A-Z][a-z]/.test(first);
  const startsWithVowel = isAbbreviation
    ? speltWithVowel.test(first)
    : silentH.test(words) || (/^[aeiouàáâäãåæèéêëìíîïòóôöõøœùúûü8]/i.test(words) && !soundsLikeConsonant.test(words));
  return `${startsWithVowel ? 'an' : 'a'} ${words}`;
}

/** Ends each sentence and joins them into a paragraph; empty ones are left out. */
export function paragraph(sentences: readonly string[]): string {
  return sentences
    .filter((text) => text !== '')
    .map((text) => (/[.!?…](?:["'”’)])?$/.test(text) ? text : `${text}.`))
    .map((text) => text.replace(/^(?:the company|this person)\b/, (words) => `T${words.slice(1)}`))
    .join(' ');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

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
const doer = /(?:[aeo]r|ist|ant|ian|ect|ate|sel|lyst|ive|ern|pert|fellow|agent|nurse|pilot)$/i;

/** Whether there may well be several at the employer: of a post that there is one of, no article is said. */
function isOneOfMany({ person, features }: ReasoningFacts): boolean {
  const [head = ''] = person.title.split(/,| - | [/|(] ?| (?:of|in|for|to|at|und|de|i+)\b/i, 1);
  return features.seniority === 'seniority_ic' && /^\p{Lu}/u.test(head) && doer.test(head);
}

/** FNV-1a: spreads well over few ways, and is the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  // The low bits alone would follow the last letters.
  return (value ^ (value >>> 15)) >>> 0;
}

/** Something about a prospect that is worth beginning with. */
export interface Angle {
  /** Of several angles about one matter only the first is told. */
  readonly about: 'history' | 'role' | 'link' | 'employer' | 'growth' | 'skills' | 'standing';
  /** Ways to open with it; each names the person and the position. */
  readonly openings: readonly string[];
  /** The same as a noun, for a list of further reasons. */
  readonly aside: string;
}

/** Null where there is nothing of the kind to say. */
export type AngleOf = (telling: Telling) => Angle | null;

/** Up to this many months a role is new. */
export const newMonths = 6;
/** Up to this many months somebody is still settling in. */
export const settlingMonths = 18;
/** Up to this many months the role has more than half of the points that its score can give. */
export const openMonths = 44;
/** From this many months on a role is a habit. */
export const longMonths = 60;
/** Growth of the technical headcount that is worth a word, in per cent a year. */
export const notableGrowth = 8;
export const notableDecline = -3;

type Times = Pick<ProspectFeatures, 'monthsInRole' | 'monthsSincePromotion'>;

/** Whether the present role is the one that the last promotion led to. */
export function isPromotedIntoRole({ monthsInRole, monthsSincePromotion }: Times): boolean {
  return monthsInRole !== null && monthsInRole === monthsSincePromotion;
}

/** Whether a promotion lies within the last year and a half. */
export function isPromotedLately({ monthsSincePromotion }: Times): boolean {
  return monthsSincePromotion !== null && monthsSincePromotion <= settlingMonths;
}
