import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../random.js';

const sections = ['summary', 'technical', 'buyer', 'receptive', 'warm_intro'];

/**
 * A slow language model with the protocol of OpenAI. It is slow so that runs last long enough to be interrupted. Its texts contain the API
 * key of the request, which is the name of the process that has sent it.
 */
export class SlowModel {
  readonly #random: Random;
  readonly #server: Server;

  constructor(random: Random) {
    this.#random = random;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** Starts the server. @returns the value for `LLM_BASE_URL` */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The model has no port');
    return `http://127.0.0.1:${address.port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    await sleep(this.#random.whole(60, 240));
    const writer = request.headers.authorization?.replace('Bearer ', '') ?? 'unknown';
    const content = JSON.stringify(Object.fromEntries(sections.map((name) => [name, `Written for ${writer}.`])));
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ id: 'chaos', object: 'chat.completion', created: 0, model: 'slow', choices }));
  }
}

/** The names of the processes for which the model has written the texts. */
export function writersOf(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/Written for ([\w-]+)\./g)].map(([, writer = '']) => writer)),
  );
}
