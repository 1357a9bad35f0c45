import { once } from 'node:events';
import { Agent, request as openRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** The outcomes of the requests of a client. */
export interface RequestOutcomes {
  answered: number;
  /** The number of refused connections, on which no request was sent. */
  refused: number;
  /** A text for each request that did not get a complete answer with status 200. */
  readonly failed: string[];
}

export interface LoadClient {
  readonly url: string;
  readonly apiKey: string;
  readonly body: string;
}

/** Sends one request after the other on a keep-alive connection, until a connection is refused. */
export function sendUntilRefused(client: LoadClient, tally: RequestOutcomes): Promise<void> {
  return sendUntil(() => false, client, tally);
}

/** Sends one request after the other on a keep-alive connection, until `isOver` returns true or a connection is refused. */
export async function sendUntil(isOver: () => boolean, client: LoadClient, tally: RequestOutcomes): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    while (!isOver() && (await send(client, agent, tally)));
  } finally {
    agent.destroy();
  }
}

/**
 * Sends one request and counts its outcome.
 * @returns whether the connection was accepted.
 */
async function send({ url, apiKey, body }: LoadClient, agent: Agent, tally: RequestOutcomes): Promise<boolean> {
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
