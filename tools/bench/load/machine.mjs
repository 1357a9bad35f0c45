import { cpus, totalmem } from 'node:os';

/** What the numbers were measured on, in a line. */
export function machine() {
  const [{ model = 'unknown processor' } = {}] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return `${cpus().length} cores (${model}), ${memory} GiB of memory, Node ${process.versions.node}, ${process.platform}`;
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
