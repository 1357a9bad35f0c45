import { cpus, totalmem } from 'node:os';
import { memberOf } from '../../random.js';

/** A line about this machine, for reports: its processor, memory, version of Node and system. */
export function machine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return `${cpus().length} cores (${model}), ${memory} GiB of memory, Node ${process.versions.node}, ${process.platform}`;
}

/** The median of the numbers, of which there must be at least one. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = memberOf(sorted, middle);
  return sorted.length % 2 === 1 ? upper : (memberOf(sorted, middle - 1) + upper) / 2;
}

/** The lowest and the highest number, as text: `(0.97–1.05)`. */
export function range(numbers: readonly number[], digits: number): string {
  return `(${Math.min(...numbers).toFixed(digits)}–${Math.max(...numbers).toFixed(digits)})`;
}

/** A line of a Markdown table. */
export function tableLine(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/**
 * The names of the measured servers, in the order in which a round measures them. Each round begins with another name, because the speed
 * of a machine changes within a round.
 */
export function turnsOf<T>(names: readonly T[], round: number): T[] {
  return names.map((_, index) => memberOf(names, (index + round) % names.length));
}
