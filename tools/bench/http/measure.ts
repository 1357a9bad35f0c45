import { deepStrictEqual } from 'node:assert';
import { memberOf } from '../../random.js';
import { consumptionOf, cpuMsBelow } from '../load/consumption.js';
import { generateLoad, type LoadResult } from '../load/generator.js';
import { turnsOf } from '../load/machine.js';
import { ask } from '../load/service.js';
import type { BenchCase } from './cases.js';
import type { DatabaseServer } from './servers.js';

/**
 * A server is measured only after it has answered this number of identifiers, because before that V8 still optimises its functions. Each
 * request counts as ten identifiers more, for the work that every request needs.
 */
const warmIdentifiers = 400_000;
const maxWarmTurns = 6;

export interface Settings {
  readonly connections: number;
  readonly seconds: number;
}

export interface Measurement extends LoadResult {
  /** The processor time of the server and of PostgreSQL for each request, in milliseconds. */
  readonly cpu: number;
  readonly databaseCpu: number;
  /** The memory of the server, in mebibytes. */
  readonly memory: number;
}

/**
 * How many requests were sent so far from walks, which are sequences of requests without a repetition. The next measurement begins with
 * the request after these, so that no request is repeated.
 */
let walked = 0;

/** Loads a server with the requests of a case. @throws Error if a request was not answered with 200 */
export async function measure(server: DatabaseServer, one: BenchCase, settings: Settings): Promise<Measurement> {
  const connections = Math.min(settings.connections, one.maxConnections ?? settings.connections);
  const before = { server: consumptionOf(server.pid).cpuMs, database: cpuMsBelow(server.postmaster) };
  const url = `${server.baseUrl}${one.path}`;
  const { bodies, walk } = one;
  const load = { url, apiKey: server.apiKey, bodies, connections, seconds: settings.seconds };
  const result = await generateLoad(walk === undefined ? load : { ...load, walk: walk(), start: walked });
  // The next measurement must repeat none of the requests that were sent. `answered` does not count those that were still under way at
  // the end. There is at most one for each connection, so the number of connections is added.
  if (walk !== undefined) walked += result.answered + connections;
  if (result.unanswered > 0) throw new Error(`${result.unanswered} requests to ${url} were not answered with 200`);
  const { cpuMs, memory } = consumptionOf(server.pid);
  const cpu = (cpuMs - before.server) / result.answered;
  const databaseCpu = (cpuMsBelow(server.postmaster) - before.database) / result.answered;
  return { ...result, cpu, databaseCpu, memory };
}

/** Measures all servers with one case, in turns. */
export async function compare<Name extends string>(
  servers: ReadonlyMap<Name, DatabaseServer>,
  one: BenchCase,
  { rounds, warmSeconds, ...settings }: Settings & { readonly rounds: number; readonly warmSeconds: number },
): Promise<Map<Name, Measurement[]>> {
  await assertSameAnswers([...servers.values()], one);
  for (const server of servers.values()) await warmUp(server, one, { ...settings, seconds: warmSeconds });
  const measured = new Map<Name, Measurement[]>([...servers.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, server] of turnsOf([...servers], round))
      measured.get(name)?.push(await measure(server, one, settings));
  }
  return measured;
}

/**
 * Loads a server until its code is compiled, which depends on the number of requests and not on the time. If a slow server does not
 * answer this number within `maxWarmTurns` turns, it is measured all the same.
 */
async function warmUp(server: DatabaseServer, one: BenchCase, settings: Settings): Promise<void> {
  let answered = 0;
  for (let turn = 0; turn < maxWarmTurns && answered < warmIdentifiers / (one.size + 10); turn += 1) {
    answered += (await measure(server, one, settings)).answered;
  }
}

/** Checks that all servers give equal answers, because otherwise their speeds could not be compared. */
async function assertSameAnswers(servers: readonly DatabaseServer[], { path, bodies }: BenchCase): Promise<void> {
  const body = JSON.parse(memberOf(bodies, 0)) as object;
  const answers = await Promise.all(servers.map(({ baseUrl, apiKey }) => ask(`${baseUrl}${path}`, apiKey, body)));
  for (const answer of answers.slice(1)) deepStrictEqual(answer, answers[0]);
}
