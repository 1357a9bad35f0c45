// The process of the load generator. It reads a load as JSON from standard input, sends the requests, and prints the result as JSON.
import { json } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { bodyOf } from './walk.js';
import type { CannonLoad, LoadResult } from './generator.js';

const { url, headers, bodies, walk, start = 0, connections, seconds } = (await json(process.stdin)) as CannonLoad;
const times: number[] = [];
let next = start;
const requests =
  walk === undefined
    ? bodies.map((body) => ({ body }))
    : [{ setupRequest: (request: object) => ({ ...request, body: bodyOf(walk, next++) }) }];
let clients = 0;
const run = autocannon({
  url,
  method: 'POST',
  headers,
  connections,
  duration: seconds,
  timeout: 60,
  requests,
  // Each connection begins with a different request, so that no two connections send the same request at the same time.
  setupClient: (client) => {
    const start = (clients * 7) % requests.length;
    clients += 1;
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
  },
});
// The percentiles are computed here, because autocannon gives them in whole milliseconds. That is too coarse for answers that
// take about one millisecond.
run.on('response', (_client, _status, _bytes, time) => times.push(time));
const { requests: made, non2xx, errors, timeouts, duration } = await run;
times.sort((one, other) => one - other);
const percentile = (share: number): number | null =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null;
const result: LoadResult = {
  perSecond: made.total / duration,
  answered: made.total,
  p50: percentile(0.5) ?? Number.NaN,
  p99: percentile(0.99) ?? Number.NaN,
  unanswered: non2xx + errors + timeouts,
};
process.stdout.write(JSON.stringify(result));
