import { setTimeout as sleep } from 'node:timers/promises';
import { postJson } from '../support/http.mjs';
import { until } from '../support/lifetime.mjs';
import { drawRequest } from './requests.mjs';

const START_MS = 120_000;
/** Who was not answered does not come again at once. */
const PAUSE_MS = 100;
/** Without the last word on a request, a client that has an idempotency key asks again. */
const isFinal = (status) => ![null, 409, 500, 502, 504].includes(status);

/**
 * Starts runs and writes down everything that was sent and heard: `requests`, and `attempts` with what came back.
 * An attempt that was not answered has the status null.
 */
export class Clients {
  requests = [];
  attempts = [];
  #fleet;
  #keys;
  #random;
  #watch;
  #isOver = false;
  #retries = new Set();

  /** @param watch is told of every run that was started, and tells how many are under way */
  constructor(fleet, keys, random, watch) {
    this.#fleet = fleet;
    this.#keys = keys;
    this.#random = random;
    this.#watch = watch;
  }

  /** Lets so many clients start runs, each when fewer than `most` are under way, until `stop`. */
  start(count, most) {
    return Promise.all(Array.from({ length: count }, () => this.#ask(most)));
  }

  /** No new requests; those with a key are sent until they are answered. */
  stop() {
    this.#isOver = true;
  }

  /** How many requests with a key are still without an answer. */
  get unanswered() {
    return this.#retries.size;
  }

  async #ask(most) {
    while (!this.#isOver) {
      if (this.#watch.unfinished >= most) {
        await sleep(PAUSE_MS);
        continue;
      }
      const request = drawRequest(this.#random, `r${this.requests.length + 1}`);
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
    const statuses = await Promise.all(targets.map((target) => this.#attempt(request, target)));
    if (statuses.some(isFinal)) return true;
    await sleep(PAUSE_MS);
    return request.key === null;
  }

  async #insist(request) {
    let status = null;
    while (!isFinal(status)) {
      await sleep(this.#random.whole(200, 1_000));
      status = await this.#attempt({ ...request, patienceMs: null }, await this.#target());
    }
  }

  #target() {
    return until(() => this.#random.pick(this.#fleet.listening()), START_MS, 'No process listens');
  }

  async #attempt(request, { url, agent }) {
    const attempt = { id: `${request.id}.${this.attempts.length + 1}`, request: request.id, status: null, job: null };
    this.attempts.push(attempt);
    const headers = { 'X-Api-Key': this.#keys[request.tenant], 'X-Request-Id': attempt.id };
    if (request.key !== null) headers['Idempotency-Key'] = request.key;
    try {
      const answer = await postJson(`${url}/v1/prospecting/start`, agent, request.text, headers, request.patienceMs);
      Object.assign(attempt, heard(answer));
    } catch (error) {
      attempt.hasGivenUp = error.message === 'given up';
      attempt.words = error.message;
    }
    if (attempt.job !== null) this.#watch.follow(attempt.job, request.tenant);
    return attempt.status;
  }
}

function heard({ status, headers, text }) {
  const body = status === 202 ? JSON.parse(text) : null;
  return {
    status,
    job: body === null ? null : String(body.job_id),
    /** What is said of the job, beside its id. */
    told: body === null ? null : { status: body.status, tenant: body.tenant, team: body.team_name },
    isReplay: headers['idempotent-replayed'] === 'true',
    /** Of those that should not be. */
    words: [202, 402, 409, 500, 502, 504].includes(status) ? null : text.slice(0, 300),
  };
}
