import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../load/machine.js';
import { memberOf } from '../../random.js';
import type { MeasuredCase } from './report.js';

/**
 * The ratio of each row: the processor time of the bare server for a request, divided by that of the service. Other work of the
 * machine changes processor time less than it changes the number of requests in a second.
 */
type Ratios = Readonly<Record<string, number>>;

const file = join(import.meta.dirname, 'release-ratios.json');
/** A row is reported as slower if its ratio is below this share of its ratio in the last release. */
const tolerance = 0.9;

/** Stores the ratios, with which later runs are compared. */
export async function storeRatios(rows: readonly MeasuredCase[]): Promise<void> {
  await writeFile(file, `${JSON.stringify(ratiosOf(rows), null, 2)}\n`);
}

/** A section of the report with the rows that have become more than 10 % slower since the release. */
export async function compareWithRelease(rows: readonly MeasuredCase[]): Promise<string> {
  const release = JSON.parse(await readFile(file, 'utf8')) as Ratios;
  const fallen = Object.entries(ratiosOf(rows)).flatMap(([name, ratio]) => {
    const before = release[name];
    if (before === undefined || ratio >= before * tolerance) return [];
    return [
      `- ${name}: ${ratio.toFixed(2)} of the bare server's processor time, ${before.toFixed(2)} in the last release`,
    ];
  });
  const lines = fallen.length === 0 ? ['- nothing'] : fallen;
  return `\nSlower than the last release by more than 10 %:\n\n${lines.join('\n')}\n`;
}

function ratiosOf(rows: readonly MeasuredCase[]): Ratios {
  return Object.fromEntries(
    rows.map(({ case: { name }, measured }) => {
      const bare = measured.get('bare') ?? [];
      const ratios = (measured.get('service') ?? []).map(({ cpu }, round) => memberOf(bare, round).cpu / cpu);
      return [name, Math.round(median(ratios) * 1000) / 1000];
    }),
  );
}
