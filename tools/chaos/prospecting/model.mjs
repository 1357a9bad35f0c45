import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const SECTIONS = ['summary', 'technical', 'buyer', 'receptive', 'warm_intro'];

/**
 * A language model that takes its time, over the protocol that OpenAI's speaks, so that runs are under way for long enough to
 * be interrupted. What it writes says for whom it was written: the text of a process has the API key of that process in it.
 */
export class SlowModel {
  /** How often it was asked. */
  asked = 0;
  #random;
  #server;

  constructor(random) {
    this.#random = random;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  async start() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** For `LLM_BASE_URL`. */
  get url() {
    return `http://127.0.0.1:${this.#server.address().port}/v1`;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request, response) {
    this.asked += 1;
    request.resume();
    await sleep(this.#random.whole(60, 240));
    const writer = request.headers.authorization?.replace('Bearer ', '');
    const content = JSON.stringify(Object.fromEntries(SECTIONS.map((name) => [name, `Written for ${writer}.`])));
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ id: 'chaos', object: 'chat.completion', created: 0, model: 'slow', choices }));
  }
}

/** Which processes the texts were written for. */
export function writersOf(texts) {
  return new Set(texts.flatMap((text) => [...text.matchAll(/Written for ([\w-]+)\./g)].map(([, writer]) => writer)));
}
