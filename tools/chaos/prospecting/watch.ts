import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../random.js';
import { get } from '../http.js';
import type { Targets } from '../clients.js';

const timeoutMs = 20_000;
/** The time within which processes that were killed serve requests again, in milliseconds. */
const restartMs = 60_000;

/** The bodies that the service returned for a run after its end. */
export interface ServedEnd {
  readonly record: string;
  readonly results: string;
}

/** Reads runs again and again, as clients do, and checks that a run does not change after its end. */
export class Watch {
  readonly discrepancies: string[] = [];
  /** The outcome of each run that has ended, by the id of the run. */
  readonly ends = new Map<string, ServedEnd>();
  /** The number of answers so far. */
  answers = 0;
  readonly #tenants = new Map<string, string>();
  readonly #running = new Set<string>();
  readonly #fleet: Targets;
  readonly #keys: Readonly<Record<string, string>>;
  readonly #random: Random;

  constructor(fleet: Targets, keys: Readonly<Record<string, string>>, random: Random) {
    this.#fleet = fleet;
    this.#keys = keys;
    this.#random = random;
  }

  /** Adds a run that was started. */
  follow(job: string, tenant: string): void {
    if (this.#tenants.has(job)) return;
    this.#tenants.set(job, tenant);
    this.#running.add(job);
  }

  get followed(): number {
    return this.#tenants.size;
  }

  /** The number of runs whose end was not read yet. */
  get unfinished(): number {
    return this.#running.size;
  }

  /** Reads runs until the load is over. @param pauseMs the pause between two requests, in milliseconds */
  async poll(isOver: () => boolean, pauseMs: number): Promise<void> {
    while (!isOver()) {
      await sleep(pauseMs);
      // Runs that have ended are read, too, because they must not change.
      const isNew = this.#running.size > 0 && this.#random.chance(0.7);
      const job = this.#random.pickIfAny([...(isNew ? this.#running : this.#tenants.keys())]);
      if (job !== undefined) await this.#look(job);
    }
  }

  /** Reads every run once. Processes that were killed last may still be starting, so it waits for them. */
  async pollAll(): Promise<void> {
    const end = Date.now() + restartMs;
    for (const job of this.#tenants.keys()) {
      let isRead = await this.#look(job);
      while (!isRead && Date.now() < end) {
        await sleep(200);
        isRead = await this.#look(job);
      }
      if (!isRead) this.discrepancies.push(`Run ${job} could not be read after the load`);
    }
  }

  /** Reads a run, and its results if it has ended. @returns whether the service answered */
  async #look(job: string): Promise<boolean> {
    const record = await this.#ask(job, '');
    if (record === null) return false;
    this.answers += 1;
    const before = this.ends.get(job);
    if (before !== undefined && before.record !== record) {
      this.discrepancies.push(`Run ${job} has changed after its end, from ${before.record} to ${record}`);
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

  /** Sends a request about a run. @returns the body; null if no process answers or PostgreSQL is not running */
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
      // These statuses mean that PostgreSQL is not running.
      if (status !== 502 && status !== 504)
        this.discrepancies.push(
          `The request for ${path || 'the status'} of run ${job} was answered with the unexpected status ${status}: ${text}`,
        );
    } catch {
      // The connection failed because the process was killed.
    }
    return null;
  }
}
