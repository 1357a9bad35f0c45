import { deepStrictEqual } from 'node:assert';
import { memberOf } from '../../random.js';
import { consumptionOf, cpuMsBelow } from '../load/consumption.js';
import { generateLoad, type LoadResult } from '../load/generator.js';
import { turnsOf } from '../load/machine.js';
import { ask } from '../load/service.js';
import type { BenchCase } from './cases.js';
import type { DatabaseServer } from './servers.js';

/** Until this many, V8 compiles functions of the service anew. A request costs about as much as ten identifiers in it. */
const warmIdentifiers = 400_000;
const maxWarmTurns = 6;

export interface Settings {
  readonly connections: number;
  readonly seconds: number;
}

export interface Measurement extends LoadResult {
  /** Milliseconds of processor time a request. */
  readonly cpu: number;
  readonly databaseCpu: number;
  /** Mebibytes. */
  readonly memory: number;
}

/** Requests of walks so far, so that no run repeats those of another. */
let walked = 0;

/** Loads a server with a case. @throws Error when a request was not answered with 200 */
export async function measure(server: DatabaseServer, one: BenchCase, settings: Settings): Promise<Measurement> {
  const connections = Math.min(settings.connections, one.maxConnections ?? settings.connections);
  const before = { server: consumptionOf(server.pid).cpuMs, database: cpuMsBelow(server.postmaster) };
  const url = `${server.baseUrl}${one.path}`;
  const { bodies, walk } = one;
  const load = { url, apiKey: server.apiKey, bodies, connections, seconds: settings.seconds };
  const result = await generateLoad(walk === undefined ? load : { ...load, walk: walk(), start: walked });
  // Requests under way at the end are not among the answered ones.
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

/** Until hot code is compiled, which takes requests rather than seconds; with a limit for slow machines. */
async function warmUp(server: DatabaseServer, one: BenchCase, settings: Settings): Promise<void> {
  let answered = 0;
  for (let turn = 0; turn < maxWarmTurns && answered < warmIdentifiers / (one.size + 10); turn += 1) {
    answered += (await measure(server, one, settings)).answered;
  }
}

/** Speed counts only where the answers are the same. */
async function assertSameAnswers(servers: readonly DatabaseServer[], { path, bodies }: BenchCase): Promise<void> {
  const body = JSON.parse(memberOf(bodies, 0)) as object;
  const answers = await Promise.all(servers.map(({ baseUrl, apiKey }) => ask(`${baseUrl}${path}`, apiKey, body)));
  for (const answer of answers.slice(1)) deepStrictEqual(answer, answers[0]);
}
