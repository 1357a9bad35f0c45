import { setTimeout as sleep } from 'node:timers/promises';
import { get } from '../support/http.mjs';

const PAUSE_MS = 30;
const PATIENCE_MS = 20_000;

/**
 * Asks for runs while they are worked on and after they have ended, as their clients would, and notices whatever changes
 * that must not: `complaints`. What each has come to is in `ends`, by its id: `{ record, results }`.
 */
export class Watch {
  complaints = [];
  ends = new Map();
  /** How often somebody was answered. */
  looks = 0;
  #tenants = new Map();
  #running = new Set();
  #fleet;
  #keys;
  #random;
  #isOver = false;

  constructor(fleet, keys, random) {
    this.#fleet = fleet;
    this.#keys = keys;
    this.#random = random;
  }

  /** A run that is known to have been started. */
  follow(job, tenant) {
    if (this.#tenants.has(job)) return;
    this.#tenants.set(job, tenant);
    this.#running.add(job);
  }

  /** How many runs are known to have been started. */
  get followed() {
    return this.#tenants.size;
  }

  /** How many runs are not known to have ended. */
  get unfinished() {
    return this.#running.size;
  }

  /** Lets so many look, one run after the other, until `stop`. */
  start(count) {
    return Promise.all(Array.from({ length: count }, () => this.#lookAround()));
  }

  stop() {
    this.#isOver = true;
  }

  /** Looks at every run once more. */
  async lookAtAll() {
    for (const job of this.#tenants.keys()) {
      if (!(await this.#look(job))) this.complaints.push(`Run ${job} could not be asked for in the end`);
    }
  }

  async #lookAround() {
    while (!this.#isOver) {
      await sleep(PAUSE_MS);
      // Those that have ended are asked for again, because they must stay as they are.
      const isNew = this.#running.size > 0 && this.#random.chance(0.7);
      const job = this.#random.pick([...(isNew ? this.#running : this.#tenants.keys())]);
      if (job !== undefined) await this.#look(job);
    }
  }

  /** @returns whether there was an answer */
  async #look(job) {
    const record = await this.#ask(job, '');
    if (record === null) return false;
    this.looks += 1;
    const before = this.ends.get(job);
    if (before !== undefined && before.record !== record) {
      this.complaints.push(`Run ${job} had ended as ${before.record} and is then ${record}`);
    }
    if (JSON.parse(record).status === 'running') return true;
    const results = await this.#ask(job, '/results');
    if (results === null) return false;
    if (before !== undefined && before.results !== results) {
      this.complaints.push(`The results of run ${job} have changed after its end`);
    }
    if (before === undefined) this.ends.set(job, { record, results });
    this.#running.delete(job);
    return true;
  }

  /** @returns the text of the answer; null without one, which happens while things die */
  async #ask(job, what) {
    const target = this.#random.pick(this.#fleet.listening());
    if (target === undefined) return null;
    const headers = { 'X-Api-Key': this.#keys[this.#tenants.get(job)] };
    try {
      const url = `${target.url}/v1/prospecting/jobs/${job}${what}`;
      const { status, text } = await get(url, target.agent, headers, PATIENCE_MS);
      if (status === 200) return text;
      // While PostgreSQL is away.
      if (status !== 502 && status !== 504)
        this.complaints.push(`Run ${job}: ${what || 'its state'} was answered ${status}: ${text}`);
    } catch {
      // Its process has died.
    }
    return null;
  }
}
