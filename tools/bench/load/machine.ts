import { cpus, totalmem } from 'node:os';
import { memberOf } from '../../random.js';

/** The machine of the measurement, in a line. */
export function machine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return `${cpus().length} cores (${model}), ${memory} GiB of memory, Node ${process.versions.node}, ${process.platform}`;
}

/** @param numbers at least one */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = memberOf(sorted, middle);
  return sorted.length % 2 === 1 ? upper : (memberOf(sorted, middle - 1) + upper) / 2;
}

/** The lowest and the highest number, such as `(0.97–1.05)`. */
export function range(numbers: readonly number[], digits: number): string {
  return `(${Math.min(...numbers).toFixed(digits)}–${Math.max(...numbers).toFixed(digits)})`;
}

/** A line of a Markdown table. */
export function tableLine(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The names in the order of a round: each round begins with another one, because a machine's speed changes within a round. */
export function turnsOf<T>(names: readonly T[], round: number): T[] {
  return names.map((_, index) => memberOf(names, (index + round) % names.length));
}
