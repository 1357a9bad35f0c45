import { personasOf, seniorities, seniorityOf } from '../../../titles/seniority.js';
import type { Position } from '../facts/candidate.js';
import { employerKey } from './employer.js';
import { monthOf, wholeMonthsBetween } from './tenure.js';
import { ascending, comparable, descending } from '../facts/text.js';
import type { TitleReading } from '../team/team.js';

const recentMonths = 60;
/**
 * The maximum number of titles in the cache. Colleagues often have the same titles, but a run can still meet any number of
 * different ones.
 */
const maxCachedTitles = 20_000;

const heights: ReadonlyMap<string, number> = new Map(seniorities.map((seniority, height) => [seniority, height]));
const leading = heights.get('seniority_teamlead') ?? 0;

/** The rank of a seniority: 0 for the lowest, and a greater number for a higher one. It is null if the seniority is null or unknown. */
function heightOf(seniority: string | null): number | null {
  return seniority === null ? null : (heights.get(seniority) ?? null);
}

/** Whether people of this seniority lead others: team leads, directors and executives. */
export function isLeading(seniority: string | null): boolean {
  const height = heightOf(seniority);
  return height !== null && height >= leading;
}

/** Classifies job titles, and caches the results. */
export class TitleReader {
  private readonly remembered = new Map<string | null, Map<string, TitleReading>>();
  private count = 0;

  /**
   * Returns the tags and the seniority that the classifier gives a title.
   * @param industry the industry of the employer, because the seniority of a title can depend on it; null when it is unknown
   */
  read(title: string | null, industry: string | null): TitleReading {
    if (title === null) return { title, tags: [], seniority: null };
    const known = this.remembered.get(industry)?.get(title);
    if (known !== undefined) return known;
    const reading = { title, tags: personasOf(title), seniority: seniorityOf(title, { industry }) };
    this.remember(industry, title, reading);
    return reading;
  }

  private remember(industry: string | null, title: string, reading: TitleReading): void {
    this.count += 1;
    if (this.count > maxCachedTitles) {
      this.remembered.clear();
      this.count = 1;
    }
    const titles = this.remembered.get(industry) ?? new Map<string, TitleReading>();
    this.remembered.set(industry, titles.set(title, reading));
  }
}

/**
 * The titles that a person had in the last five years: the current title first, then the titles of the positions, the newest first.
 * Each title occurs once. A `|` in a title is replaced by `/`, because answers separate titles by `|`.
 */
export function recentTitles(current: string | null, career: readonly Position[], today: string): string[] {
  const earliest = monthOf(today) - recentMonths;
  const recent = career
    .filter(({ end }) => end === null || monthOf(end) >= earliest)
    .sort((a, b) => descending(startOf(a), startOf(b)) || descending(a.end ?? '9', b.end ?? '9'))
    .map(({ title }) => title);
  const titles = new Map<string, string>();
  for (const title of [current, ...recent]) {
    const text = (title ?? '').replaceAll('|', '/').trim();
    const key = comparable(text);
    if (text !== '' && !titles.has(key)) titles.set(key, text);
  }
  return [...titles.values()];
}

/**
 * The number of whole months since the last promotion. A promotion is the start of a position with a higher seniority than the
 * position that the person began before it at the same employer. For example, if a person was "Engineer" from 2020 and "Director"
 * from May 2024 at one employer, the promotion was in May 2024. If several positions began on the same day, only the highest
 * seniority counts.
 * @param seniorityAt returns the seniority of a position; null when it is unknown, and then the position is ignored
 * @returns null when there was no promotion
 */
export function monthsSincePromotion(
  career: readonly Position[],
  today: string,
  seniorityAt: (position: Position) => string | null,
): number | null {
  const promotions = [...byEmployer(career).values()].flatMap((positions) => risesIn(positions, seniorityAt));
  const last = promotions.sort(descending)[0];
  return last === undefined ? null : wholeMonthsBetween(last, today);
}

function byEmployer(career: readonly Position[]): ReadonlyMap<string, Position[]> {
  const employers = new Map<string, Position[]>();
  for (const position of career) {
    const key = employerKey(position);
    if (key !== null) employers.set(key, [...(employers.get(key) ?? []), position]);
  }
  return employers;
}

/** The days of the promotions at one employer: those on which a position began that has a higher seniority than the one before. */
function risesIn(positions: readonly Position[], seniorityAt: (position: Position) => string | null): string[] {
  const heightsByStart = new Map<string, number>();
  for (const position of positions) {
    const height = heightOf(seniorityAt(position));
    if (position.start === null || height === null) continue;
    heightsByStart.set(position.start, Math.max(height, heightsByStart.get(position.start) ?? 0));
  }
  const steps = [...heightsByStart].sort(([a], [b]) => ascending(a, b));
  return steps.filter(([, height], index) => height > (steps[index - 1]?.[1] ?? height)).map(([start]) => start);
}

/** The day by which a position is sorted: its start, or its end if the start is unknown. */
function startOf({ start, end }: Position): string {
  return start ?? end ?? '';
}
