import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { postJson } from '../support/http.mjs';
import { until } from '../support/lifetime.mjs';
import { drawRequest } from './requests.mjs';

const START_MS = 120_000;
/** Who was not answered does not come again at once. */
const PAUSE_MS = 100;
/** Without the last word on a request, a client that has an idempotency key asks again. */
const isFinal = (status) => ![null, 409, 500].includes(status);

/**
 * Sends requests and writes down everything that it sends and hears: `requests`, and `attempts` with what came back.
 * An attempt that was not answered has the status null.
 */
export class Clients {
  requests = [];
  attempts = [];
  #fleet;
  #keys;
  #random;
  #isOver = false;
  #retries = new Set();

  constructor(fleet, keys, random) {
    this.#fleet = fleet;
    this.#keys = keys;
    this.#random = random;
  }

  /** Lets so many clients ask, one request after the other, until `stop`. */
  start(count, tenants) {
    return Promise.all(Array.from({ length: count }, () => this.#ask(tenants)));
  }

  /** No new requests; those with a key are sent until they are answered. */
  stop() {
    this.#isOver = true;
  }

  /** How many requests with a key are still without an answer. */
  get unanswered() {
    return this.#retries.size;
  }

  hasAnswered(id) {
    return this.attempts.some(({ request, status }) => request === id && status === 200);
  }

  /** Sends a request once. @returns the attempt */
  async send(request) {
    this.requests.push(request);
    return this.#attempt(request, await this.#target());
  }

  /** Sends a request again that was answered before. @returns the attempt */
  async sendAgain(request) {
    return this.#attempt({ ...request, patienceMs: null }, await this.#target());
  }

  async #ask(tenants) {
    while (!this.#isOver) {
      const request = drawRequest(this.#random, `r${this.requests.length + 1}`, tenants);
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
    if (attempts.some(({ status }) => isFinal(status))) return true;
    await sleep(PAUSE_MS);
    return request.key === null;
  }

  async #insist(request) {
    let status = null;
    while (!isFinal(status)) {
      await sleep(this.#random.whole(200, 1_000));
      ({ status } = await this.#attempt({ ...request, patienceMs: null }, await this.#target()));
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
      Object.assign(attempt, heard(answer));
    } catch (error) {
      attempt.hasGivenUp = error.message === 'given up';
      attempt.words = error.message;
    }
    return attempt;
  }
}

/** What an answer says of credits, and what it takes to compare it with others. */
function heard({ status, headers, text }) {
  return {
    status,
    charged: {
      data_access: headers['x-credits-data-access-charged'],
      contact_data: headers['x-credits-contact-data-charged'],
    },
    isReplay: headers['idempotent-replayed'] === 'true',
    original: headers['original-request-id'],
    matched: status === 200 ? JSON.parse(text).results.filter(({ matched }) => matched).length : null,
    /** Of those that should not be. */
    words: [200, 402, 409, 500].includes(status) ? null : text.slice(0, 300),
    digest: createHash('sha256').update(text).digest('base64'),
  };
}
