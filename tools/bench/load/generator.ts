import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Walk } from './walk.js';
import { root } from '../../../scripts/prepare.mjs';

export interface Load {
  readonly url: string;
  readonly apiKey: string | null;
  /** The bodies of the requests, which are sent in turn. They are not used if `walk` is given. */
  readonly bodies: readonly string[];
  readonly walk?: Walk;
  /** The number of the request of `walk` that is sent first; the numbers begin with 0. */
  readonly start?: number;
  readonly connections: number;
  readonly seconds: number;
}

/**
 * The members of a load that are passed to the process of the load generator. It reads them as JSON from standard
 * input.
 */
export interface CannonLoad extends Omit<Load, 'apiKey'> {
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly answered: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The number of requests that were not answered with 2xx. */
  readonly unanswered: number;
}

/** Loads a URL from another process, so that this process does not spend its time on sending requests. */
export async function generateLoad({ apiKey, ...load }: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [join('tools', 'run.mjs'), 'bench/load/cannon'], { cwd: root });
  const headers = { 'Content-Type': 'application/json', ...(apiKey === null ? {} : { 'X-Api-Key': apiKey }) };
  child.stdin.end(JSON.stringify({ ...load, headers } satisfies CannonLoad));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (stdout === '') throw new Error(`The load generator failed: ${stderr}`);
  return JSON.parse(stdout) as LoadResult;
}
