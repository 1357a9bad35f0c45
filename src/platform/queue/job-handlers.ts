import { Injectable } from '@nestjs/common';
import { jobSpecs, type JobName, type JobPayload } from './job-catalogue.js';

/** What a job does; it stops soon after the signal aborts, leaving the rest to the next attempt. */
export type JobHandler<Name extends JobName> = (payload: JobPayload<Name>, signal: AbortSignal) => Promise<void>;

/** Who does which job. Modules register their handlers while they are put together. */
@Injectable()
export class JobHandlers {
  private readonly handlers = new Map<string, (payload: unknown, signal: AbortSignal) => Promise<void>>();

  /** @throws Error when the job has a handler already */
  register<Name extends JobName>(name: Name, handler: JobHandler<Name>): void {
    if (this.handlers.has(name)) throw new Error(`Two handlers for job ${name}`);
    this.handlers.set(name, (payload, signal) => handler(payload as JobPayload<Name>, signal));
  }

  /** @throws Error naming the jobs of the catalogue that nobody does */
  assertComplete(): void {
    const missing = [...jobSpecs.keys()].filter((name) => !this.handlers.has(name));
    if (missing.length > 0) throw new Error(`No handler for job ${missing.join(', ')}`);
  }

  /**
   * Runs a job as it came out of a queue.
   * @throws whatever its handler throws, and Error for a job or a payload that this build does not know
   */
  async run(name: string, payload: unknown, signal: AbortSignal): Promise<void> {
    const spec = jobSpecs.get(name);
    const handler = this.handlers.get(name);
    if (spec === undefined || handler === undefined) throw new Error(`Unknown job ${name}`);
    const parsed = spec.payload.safeParse(payload);
    if (!parsed.success) throw new Error(`Unknown payload of job ${name}`);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error('it takes too long')), spec.timeLimitMs);
    try {
      await handler(parsed.data, AbortSignal.any([signal, limit.signal]));
    } finally {
      clearTimeout(timer);
    }
  }
}
