import { deepStrictEqual } from 'node:assert';
import { consumptionOf } from '../load/consumption.mjs';
import { generateLoad } from '../load/generator.mjs';

/** Loads a server with a case. @returns what the load generator says, and processor time a request and memory */
export async function measure(server, { path, bodies }, { connections, seconds }) {
  const before = consumptionOf(server.pid);
  const url = `${server.baseUrl}${path}`;
  const result = await generateLoad({ url, apiKey: server.apiKey, bodies, connections, seconds });
  if (result.unanswered > 0) throw new Error(`${result.unanswered} requests to ${url} were not answered with 200`);
  const after = consumptionOf(server.pid);
  return { ...result, cpu: (after.cpuMs - before.cpuMs) / result.answered, memory: after.memory };
}

/** All servers against one case, in turns. @param {Record<string, object>} servers by name */
export async function compare(servers, one, { rounds, seconds, warmSeconds, connections }) {
  await assertSameAnswers(servers, one);
  for (const server of Object.values(servers)) await measure(server, one, { connections, seconds: warmSeconds });
  const names = Object.keys(servers);
  const measured = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Who comes first changes, because a machine slows down and speeds up within a round, too.
    const turns = names.map((_, place) => names[(place + round) % names.length]);
    for (const name of turns) measured[name].push(await measure(servers[name], one, { connections, seconds }));
  }
  return measured;
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
