import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../random.js';
import { get } from '../http.js';
import type { Fleet } from '../processes.js';

const pauseMs = 30;
const timeoutMs = 20_000;

/** The bodies with which a run was served after its end. */
export interface ServedEnd {
  readonly record: string;
  readonly results: string;
}

/** Polls runs during and after their work, as clients do, and checks that an ended run does not change. */
export class Watch {
  readonly discrepancies: string[] = [];
  /** By run. */
  readonly ends = new Map<string, ServedEnd>();
  /** The number of answers. */
  answers = 0;
  readonly #tenants = new Map<string, string>();
  readonly #running = new Set<string>();
  readonly #fleet: Fleet;
  readonly #keys: Readonly<Record<string, string>>;
  readonly #random: Random;

  constructor(fleet: Fleet, keys: Readonly<Record<string, string>>, random: Random) {
    this.#fleet = fleet;
    this.#keys = keys;
    this.#random = random;
  }

  /** Adds a run that has been started. */
  follow(job: string, tenant: string): void {
    if (this.#tenants.has(job)) return;
    this.#tenants.set(job, tenant);
    this.#running.add(job);
  }

  get followed(): number {
    return this.#tenants.size;
  }

  /** The number of followed runs that are not known to have ended. */
  get unfinished(): number {
    return this.#running.size;
  }

  async poll(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await sleep(pauseMs);
      // Ended runs are polled too, because they must not change.
      const isNew = this.#running.size > 0 && this.#random.chance(0.7);
      const job = this.#random.pickIfAny([...(isNew ? this.#running : this.#tenants.keys())]);
      if (job !== undefined) await this.#look(job);
    }
  }

  /** Polls every run once. */
  async pollAll(): Promise<void> {
    for (const job of this.#tenants.keys()) {
      if (!(await this.#look(job))) this.discrepancies.push(`Run ${job} was not served in the end`);
    }
  }

  /** @returns whether there was an answer */
  async #look(job: string): Promise<boolean> {
    const record = await this.#ask(job, '');
    if (record === null) return false;
    this.answers += 1;
    const before = this.ends.get(job);
    if (before !== undefined && before.record !== record) {
      this.discrepancies.push(`Run ${job} had ended as ${before.record} and is then ${record}`);
    }
    const { status } = JSON.parse(record) as { status: string };
    if (status === 'running') return true;
    const results = await this.#ask(job, '/results');
    if (results === null) return false;
    if (before !== undefined && before.results !== results) {
      this.discrepancies.push(`The results of run ${job} have changed after its end`);
    }
    if (before === undefined) this.ends.set(job, { record, results });
    this.#running.delete(job);
    return true;
  }

  /** @returns the body; null without an answer and during an outage */
  async #ask(job: string, path: string): Promise<string | null> {
    const target = this.#random.pickIfAny(this.#fleet.listening());
    if (target === undefined) return null;
    const headers = { 'X-Api-Key': this.#keys[this.#tenants.get(job) ?? ''] ?? '' };
    try {
      const { status, text } = await get(
        `${target.url}/v1/prospecting/jobs/${job}${path}`,
        target.agent,
        headers,
        timeoutMs,
      );
      if (status === 200) return text;
      // PostgreSQL is down.
      if (status !== 502 && status !== 504)
        this.discrepancies.push(`Run ${job}: ${path || 'its status'} was answered ${status}: ${text}`);
    } catch {
      // The process was killed.
    }
    return null;
  }
}
