import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../../scripts/prepare.mjs';

/**
 * Loads a URL from a process of its own, so that making requests does not slow down what answers them.
 * @param {{ url: string, apiKey?: string | null, body?: string, bodies?: string[], connections: number, seconds: number }} load
 *   several bodies are sent in turn
 * @returns requests a second and how many were answered, latencies in milliseconds, and what was not answered with 2xx
 */
export async function generateLoad({ url, apiKey, body, bodies = [body], connections, seconds }) {
  const child = spawn(process.execPath, [join(root, 'tools', 'bench', 'load', 'cannon.mjs')], { cwd: root });
  const key = apiKey === undefined || apiKey === null ? {} : { 'X-Api-Key': apiKey };
  const headers = { 'Content-Type': 'application/json', ...key };
  child.stdin.end(JSON.stringify({ url, headers, bodies, connections, seconds }));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (stdout === '') throw new Error(`The load generator failed: ${stderr}`);
  return JSON.parse(stdout);
}
