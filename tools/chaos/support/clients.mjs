import { setTimeout as sleep } from 'node:timers/promises';
import { postJson } from './http.mjs';
import { until } from './until.mjs';

const START_MS = 120_000;
/** Who was not answered does not come again at once. */
const PAUSE_MS = 100;

/**
 * Sends requests and writes down everything that it sends and hears: `requests`, and `attempts` with what came back.
 * An attempt that was not answered has the status null. Requests that have an idempotency key are sent until they are answered.
 */
export class Clients {
  requests = [];
  attempts = [];
  #fleet;
  #keys;
  #random;
  #draw;
  #isFinal;
  #hear;
  #isOver = false;
  #retries = new Set();

  /**
   * @param fleet the processes to ask
   * @param keys API keys by tenant
   * @param {object} kind of requests
   * @param kind.draw makes a request for an id, or null when there should be none now
   * @param {number[]} kind.failures statuses that say nothing about the request
   * @param kind.hear given an answer and its request: what is written down of it
   */
  constructor(fleet, keys, random, { draw, failures, hear }) {
    this.#fleet = fleet;
    this.#keys = keys;
    this.#random = random;
    this.#draw = draw;
    this.#isFinal = (status) => status !== null && !failures.includes(status);
    this.#hear = hear;
  }

  /** Lets so many clients ask, one request after the other, until `stop`. */
  start(count) {
    return Promise.all(Array.from({ length: count }, () => this.#ask()));
  }

  /** No new requests; those with a key are sent until they are answered. */
  stop() {
    this.#isOver = true;
  }

  /** How many requests with a key are still without an answer. */
  get unanswered() {
    return this.#retries.size;
  }

  /** Sends a request once. @returns the attempt */
  async send(request) {
    this.requests.push(request);
    return this.#attempt(request, await this.#target());
  }

  /** Sends a request again that was sent before. @returns the attempt */
  async sendAgain(request) {
    return this.#attempt({ ...request, patienceMs: null }, await this.#target());
  }

  async #ask() {
    while (!this.#isOver) {
      const request = this.#draw(`r${this.requests.length + 1}`);
      if (request === null) {
        await sleep(PAUSE_MS);
        continue;
      }
      this.requests.push(request);
      if (await this.#sendAtFirst(request)) continue;
      // A key that a dead process has left behind stays taken for a while; others must not wait for it.
      const retry = this.#insist(request).finally(() => this.#retries.delete(retry));
      this.#retries.add(retry);
    }
  }

  /** @returns whether that is all there is to it */
  async #sendAtFirst(request) {
    const first = await this.#target();
    const others = this.#fleet.listening().filter((process) => process !== first);
    const targets = request.isDoubled && others.length > 0 ? [first, this.#random.pick(others)] : [first];
    const attempts = await Promise.all(targets.map((target) => this.#attempt(request, target)));
    if (attempts.some(({ status }) => this.#isFinal(status))) return true;
    await sleep(PAUSE_MS);
    return request.key === null;
  }

  async #insist(request) {
    let status = null;
    while (!this.#isFinal(status)) {
      await sleep(this.#random.whole(200, 1_000));
      ({ status } = await this.sendAgain(request));
    }
  }

  #target() {
    return until(() => this.#random.pick(this.#fleet.listening()), START_MS, 'No process listens');
  }

  async #attempt(request, { url, agent }) {
    const attempt = { id: `${request.id}.${this.attempts.length + 1}`, request: request.id, status: null };
    this.attempts.push(attempt);
    const headers = { 'X-Api-Key': this.#keys[request.tenant], 'X-Request-Id': attempt.id };
    if (request.key !== null) headers['Idempotency-Key'] = request.key;
    try {
      const answer = await postJson(`${url}${request.path}`, agent, request.text, headers, request.patienceMs);
      Object.assign(attempt, { status: answer.status }, this.#hear(answer, request));
    } catch (error) {
      attempt.hasGivenUp = error.message === 'given up';
      attempt.words = error.message;
    }
    return attempt;
  }
}
