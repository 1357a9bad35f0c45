import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../scripts/prepare.mjs';

/**
 * Loads a URL from a process of its own, so that making requests does not slow down what answers them.
 * @param {{ url: string, apiKey: string, body: string, connections: number, seconds: number }} load
 * @returns requests a second, latencies in milliseconds, and what was not answered with 2xx
 */
export async function generateLoad({ url, apiKey, body, connections, seconds }) {
  const program = join(root, 'node_modules', 'autocannon', 'autocannon.js');
  const headers = ['Content-Type=application/json', `X-Api-Key=${apiKey}`].flatMap((header) => ['-H', header]);
  const settings = ['-c', connections, '-d', seconds, '-m', 'POST', '-b', body, ...headers, '-j', '-n', url].map(
    String,
  );
  const child = spawn(process.execPath, [program, ...settings], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (stdout === '') throw new Error(`The load generator failed: ${stderr}`);
  const { requests, latency, non2xx, errors, timeouts } = JSON.parse(stdout);
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    unanswered: non2xx + errors + timeouts,
  };
}
