import { once } from 'node:events';
import { Agent, request as openRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** What became of the requests of a client that never stops sending. */
export interface Tally {
  answered: number;
  /** Found nobody who listens; nothing was sent. */
  refused: number;
  /** Were sent and not answered with 200 and a whole body, by what happened instead. */
  readonly failed: string[];
}

export interface SteadyClient {
  readonly url: string;
  readonly apiKey: string;
  readonly body: string;
}

/** Sends one request after the other, on one connection for as long as it is kept, until nobody listens any more. */
export async function sendUntilRefused(client: SteadyClient, tally: Tally): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    while (await send(client, agent, tally));
  } finally {
    agent.destroy();
  }
}

/** @returns whether somebody listened */
async function send({ url, apiKey, body }: SteadyClient, agent: Agent, tally: Tally): Promise<boolean> {
  const headers = {
    'X-Api-Key': apiKey,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  const request = openRequest(url, { agent, method: 'POST', headers });
  try {
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const answer = await text(response);
    JSON.parse(answer);
    if (response.statusCode === 200) tally.answered += 1;
    else tally.failed.push(`${String(response.statusCode)} ${answer}`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') {
      tally.refused += 1;
      return false;
    }
    tally.failed.push(String(error));
    return true;
  }
}
