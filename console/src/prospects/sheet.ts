import type { Prospect } from 'data-access-client';
import { csvRow } from '../../../src/platform/tables/csv.js';
import { saveCsv } from '../files.js';
import { pageName } from '../format.js';
import type { Contacts } from './contacts.js';
import type { Ranked } from './ranked.js';

/**
 * The columns of the CSV file. It begins with the columns that `admin prospecting results --csv` writes. The further columns help
 * to sort and filter the rows.
 */
const columns: readonly (readonly [name: string, value: (ranked: Ranked) => unknown])[] = [
  ['rank', ({ rank }) => rank],
  ...(['composite_score', 'full_name', 'title_name', 'location_name', 'network_url', 'ai_reasoning'] as const).map(
    member,
  ),
  ...(['technical', 'buyer', 'receptive', 'warm_intro'] as const).map(
    (id) => [id, ({ scores }: Ranked) => scores.find((score) => score.id === id)?.value] as const,
  ),
  ...(['region', 'prospect_tags', 'connecting_employee_network_url'] as const).map(member),
  ['product_talking_points', ({ prospect }) => talkingPoints(prospect.product_talking_points)],
];

/** Saves prospects as a CSV file with one row for each. If the user has bought contact data, the file has columns for it. */
export function saveSheet(company: string, jobId: number, ranked: readonly Ranked[], contactOf: Contacts['of']): void {
  const isAsked = ranked.some((each) => contactOf(each) !== undefined);
  const withContacts: typeof columns = isAsked
    ? [...columns, ['email', (each) => contactOf(each)?.email], ['phone', (each) => contactOf(each)?.phone]]
    : columns;
  const rows = ranked.map((each) => csvRow(withContacts.map(([, value]) => value(each))));
  const name = pageName(company).replace(/[^\w-]+/g, '-');
  saveCsv(`prospects-${name}-${jobId}.csv`, [csvRow(withContacts.map(([column]) => column)), ...rows]);
}

function member(name: keyof Prospect): readonly [string, (ranked: Ranked) => unknown] {
  return [name, ({ prospect }) => prospect[name]];
}

function talkingPoints(points: Readonly<Record<string, string>>): string[] {
  return Object.entries(points).map(([about, text]) => `${about}: ${text}`);
}
