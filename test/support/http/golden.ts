import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ndjson } from '../records/ndjson.js';

/** An answer of the service, and a text that names the request for it. */
export interface GoldenAnswer {
  readonly request: string;
  readonly status: number;
  readonly answer: unknown;
}

/** Whether the files are to be written again. `npm test -- … -u` sets it, as for the snapshots of Jest. */
const isUpdating = process.env.UPDATE_GOLDEN === '1';
const maxListed = 40;

/**
 * Compares answers with a committed file, which has one answer in each line. With `-u` the file is written again, and the differences are
 * listed on standard error.
 *
 * @param path the path of the file
 * @param answers all answers that the file should have
 * @throws Error that names the members that differ, and the answers that are only in the file or only received
 */
export function expectGolden(path: string, answers: readonly GoldenAnswer[]): void {
  const differences = goldenDifferences(path, answers);
  if (differences !== null && !isUpdating) throw new Error(differences);
  if (differences !== null) process.stderr.write(`${differences}\n`);
  if (isUpdating) writeGolden(path, answers);
}

/** The differences between the file and the answers, as a text for people; null if there are none. */
export function goldenDifferences(path: string, answers: readonly GoldenAnswer[]): string | null {
  const committed = byRequest(existsSync(path) ? answersIn(readFileSync(path, 'utf8')) : []);
  const received = byRequest(answersIn(ndjson(answers)));
  const requests = new Set([...committed.keys(), ...received.keys()]);
  const differences = [...requests].flatMap((request) =>
    differencesIn(committed.get(request), received.get(request), '').map((difference) => `${request}${difference}`),
  );
  if (differences.length === 0) return null;
  const listed = differences.slice(0, maxListed).join('\n');
  const further = differences.length > maxListed ? `\nand ${differences.length - maxListed} more` : '';
  return `${basename(path)} is not what the service answers; members that differ: ${differences.length}\n${listed}${further}`;
}

export function writeGolden(path: string, answers: readonly GoldenAnswer[]): void {
  writeFileSync(path, ndjson(answers));
}

function answersIn(lines: string): GoldenAnswer[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as GoldenAnswer);
}

/** The answers by their request. @throws Error if two have the same request, because only one of them would be compared */
function byRequest(answers: readonly GoldenAnswer[]): Map<string, GoldenAnswer> {
  const found = new Map(answers.map((answer) => [answer.request, answer]));
  if (found.size < answers.length) throw new Error('Two golden answers have the same request');
  return found;
}

/** The members that differ, each with its path and both values. A missing member is undefined. */
function differencesIn(expected: unknown, received: unknown, path: string): string[] {
  if (Array.isArray(expected) && Array.isArray(received)) {
    const length = Math.max(expected.length, received.length);
    return Array.from({ length }, (_, at) => differencesIn(expected[at], received[at], `${path}[${at}]`)).flat();
  }
  if (isRecord(expected) && isRecord(received)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(received)]);
    return [...names].flatMap((name) => differencesIn(expected[name], received[name], `${path}.${name}`));
  }
  if (expected === received) return [];
  return [
    `\n  ${path === '' ? 'the answer' : path.replace(/^\./, '')}\n    expected ${valueText(expected)}\n    received ${valueText(received)}`,
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
