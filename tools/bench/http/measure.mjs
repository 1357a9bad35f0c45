import { deepStrictEqual } from 'node:assert';
import { consumptionOf, cpuMsBelow } from '../load/consumption.mjs';
import { generateLoad } from '../load/generator.mjs';

/** A request costs about as much as ten identifiers in it. */
const warmIdentifiers = 50_000;
const mostWarmTurns = 4;

/**
 * Loads a server with a case.
 * @returns what the load generator says, the server's and PostgreSQL's processor time a request, and the server's memory
 */
export async function measure(server, one, { connections, seconds }) {
  const { path, bodies, mostConnections = connections } = one;
  const before = { server: consumptionOf(server.pid).cpuMs, database: cpuMsBelow(server.postmaster) };
  const url = `${server.baseUrl}${path}`;
  const result = await generateLoad({
    url,
    apiKey: server.apiKey,
    bodies,
    connections: Math.min(connections, mostConnections),
    seconds,
  });
  if (result.unanswered > 0) throw new Error(`${result.unanswered} requests to ${url} were not answered with 200`);
  const { cpuMs, memory } = consumptionOf(server.pid);
  const cpu = (cpuMs - before.server) / result.answered;
  const databaseCpu = (cpuMsBelow(server.postmaster) - before.database) / result.answered;
  return { ...result, cpu, databaseCpu, memory };
}

/** All servers against one case, in turns. @param {Record<string, object>} servers by name */
export async function compare(servers, one, { rounds, seconds, warmSeconds, connections }) {
  await assertSameAnswers(servers, one);
  for (const server of Object.values(servers)) await warmUp(server, one, { connections, seconds: warmSeconds });
  const names = Object.keys(servers);
  const measured = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Who comes first changes, because a machine slows down and speeds up within a round, too.
    const turns = names.map((_, place) => names[(place + round) % names.length]);
    for (const name of turns) measured[name].push(await measure(servers[name], one, { connections, seconds }));
  }
  return measured;
}

/** Until what runs often is compiled, which takes requests rather than seconds; a slow machine is not waited for endlessly. */
async function warmUp(server, one, settings) {
  let answered = 0;
  for (let turn = 0; turn < mostWarmTurns && answered < warmIdentifiers / (one.size + 10); turn += 1) {
    answered += (await measure(server, one, settings)).answered;
  }
}

/** Speed counts only where the answers are the same. */
async function assertSameAnswers(servers, { path, bodies }) {
  const [body] = bodies;
  const answers = await Promise.all(Object.values(servers).map((server) => answerOf(server, path, body)));
  for (const answer of answers.slice(1)) deepStrictEqual(answer, answers[0]);
}

async function answerOf({ baseUrl, apiKey }, path, body) {
  const headers = { 'Content-Type': 'application/json', ...(apiKey === null ? {} : { 'X-Api-Key': apiKey }) };
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return response.json();
}
