import { oneLine } from './failure.js';

const LINES = 4;

/** What most often goes wrong with a machine, in plain words. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/no space left on device/i, 'the disk is full'],
  [/cannot allocate memory|could not map anonymous shared memory/i, 'there is not enough memory'],
];

/** Makes one line of what PostgreSQL's programs wrote: what went wrong or, if no line says so, the last ones. */
export function explanation(output: string): string {
  const lines = output.trim().split('\n');
  const grave = lines.filter((line) => /\b(FATAL|PANIC|ERROR|HINT|error):|could not|cannot/.test(line));
  const chosen = (grave.length > 0 ? grave : lines).slice(-LINES).map((line) => line.replace(/^.*? \[\d+\] /, ''));
  const plain = KNOWN.filter(([pattern]) => pattern.test(output)).map(([, words]) => words);
  return [...plain, oneLine(chosen.join('\n')) || 'no reason given'].join(': ');
}
