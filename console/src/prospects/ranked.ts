import type { Prospect, ProspectingResults } from 'data-access-client';
import { personaLabel } from '../../../src/prospecting/assessment/persona-label.js';
import { counted, isolated } from '../format.js';

const scores = [
  { id: 'technical', name: 'Technical', question: 'Would they understand the offer?' },
  { id: 'buyer', name: 'Buyer', question: 'Can they decide?' },
  { id: 'receptive', name: 'Receptive', question: 'Is now a good time?' },
  { id: 'warm_intro', name: 'Warm intro', question: 'Who can introduce us?' },
] as const;

export interface Score {
  readonly id: string;
  readonly name: string;
  /** The question that the score answers. */
  readonly question: string;
  /** The score, from 0 to 100. Null if the run was made by an earlier version of the service, which did not store it. */
  readonly value: number | null;
}

/** Something that one of our employees and the prospect have in common, such as a former employer. */
interface Tie {
  readonly name: string;
  readonly points: number;
}

/** A prospect of a run. Its long texts and its JSON texts are divided into the values that the screen shows. */
export interface Ranked {
  /** The place in the ranking. The best prospect has the rank 1. */
  readonly rank: number;
  readonly prospect: Prospect;
  readonly scores: readonly Score[];
  /** The paragraphs of the reasoning, by the heading above them: `SUMMARY`, `BUYER` and so on. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly ties: readonly Tie[];
}

export function rankedOf({ resulting_prospects: prospects, metadata }: ProspectingResults): Ranked[] {
  const kept: unknown = metadata?.scores;
  return prospects.map((prospect, index) => {
    const values: unknown = Array.isArray(kept) ? kept[index] : null;
    return {
      rank: index + 1,
      prospect,
      scores: scores.map((score) => ({ ...score, value: numberIn(values, score.id) })),
      reasons: reasonsOf(withOwnDirection(prospect.ai_reasoning, prospect)),
      ties: tiesOf(prospect.connection_factors),
    };
  });
}

/** A sentence shows only the beginning of a name or title with more letters. A sentence with several such names could not be read. */
const longName = 80;

export function isLong(name: string): boolean {
  return name.length > longName;
}

/**
 * Gives the names and titles in a text about a prospect a direction of their own, if they are long or have Hebrew or Arabic letters.
 * Otherwise, a browser could show two of them that follow each other, such as a title and an employer, in the wrong order. The service
 * has cut the longest names in the text (`Wolfeschlegel…`); they become whole again.
 */
function withOwnDirection(text: string, prospect: Prospect): string {
  const { full_name: name, first_name: first, title_name: title, company_name: company } = prospect;
  const others = `${prospect.recent_titles_last_5_years}|${prospect.past_companies_used_client_tech}`.split('|');
  // A name that contains another one comes first. A name within a longer word is left alone.
  const written = [name, first, title, company, ...others].sort((one, other) => other.length - one.length);
  const long = written.filter(isLong);
  const parts = [
    ...long.map(escaped),
    ...long.map((each) => `${escaped(each.slice(0, longName))}[^…]{0,200}…`),
    ...written.filter((each) => !isLong(each) && /[\u0590-\u08ff]/.test(each)).map(escaped),
  ];
  if (parts.length === 0) return text;
  const wholeOf = (cut: string): string => long.find((each) => each.startsWith(cut.slice(0, -1))) ?? cut;
  return text.replace(new RegExp(`(?<!\\p{L})(?:${parts.join('|')})(?!\\p{L})`, 'gu'), (found) =>
    isolated(found.endsWith('…') ? wholeOf(found) : found),
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Divides the reasoning at its headings. Text before the first heading counts as part of the summary. */
function reasonsOf(text: string): Map<string, string> {
  const sections = new Map<string, string>();
  let heading = 'SUMMARY';
  for (const line of text.split('\n')) {
    if (/^(SUMMARY|TECHNICAL|BUYER|RECEPTIVE|WARM INTRO)$/.test(line)) heading = line;
    else if (line !== '') sections.set(heading, [sections.get(heading), line].filter(Boolean).join('\n'));
  }
  return sections;
}

const tieNames = { shared_employer: 'Same employer', shared_school: 'Same school', same_place: 'Same place' } as const;

function tiesOf(factors: string): Tie[] {
  const points = parsed(factors);
  return Object.entries(tieNames)
    .map(([id, name]) => ({ name, points: numberIn(points, id) ?? 0 }))
    .filter((tie) => tie.points > 0);
}

/** The names in a JSON text such as `["MySQL"]`, which some members of a prospect have. A text that is no JSON list gives an empty list. */
export function namesIn(text: string): string[] {
  const names = parsed(text);
  return Array.isArray(names) ? names.map(String) : [];
}

/**
 * The personas in a JSON text, each with its years of experience: `[{"customer_success":3.1}]` → `Customer success, 3.1 years`.
 * @param text a JSON list of objects, whose members are personas with numbers of years
 */
export function personasIn(text: string): string[] {
  const list = parsed(text);
  return (Array.isArray(list) ? list : []).flatMap((each) =>
    Object.entries(each as Record<string, number>).map(
      ([persona, years]) => `${personaLabel(persona)}, ${years} years`,
    ),
  );
}

/** `38` → `3 years 2 months`. */
export function monthsText(months: number): string {
  const years = Math.floor(months / 12);
  return `${years === 0 ? '' : `${counted(years, 'year')} `}${counted(months % 12, 'month')}`;
}

function numberIn(values: unknown, name: string): number | null {
  const value = (Object(values) as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
