import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { oneLine } from '../../platform/errors/command-error.js';
import { JobService } from '../jobs/job.service.js';
import {
  defaultTimeoutMs,
  ForbiddenTarget,
  parseTarget,
  postJson,
  signatureHeaders,
  waitAfter,
} from './callback-request.js';
import { CallbackRepository } from './callback.repository.js';
import { CallbackSql, type DueCallback } from './callback.sql.js';

/** Tenants whose announcements one process attempts at the same time, one of each. */
const mostUnderWay = 16;

/** Longer than an attempt can take. */
const leaseSeconds = 60;

/** How often new announcements are looked for while others are under way. */
const lookMs = 500;

/** Ends well before the job is ended, so that no attempt is cut off. */
const longestShiftMs = 5 * 60_000;

interface Failure {
  /** For the log and the operator; without the address, which may hold a secret. */
  readonly reason: string;
  readonly isFinal: boolean;
}

/** Announces the ends of runs to the tenants that asked for it. Delivered at least once: a receiver tells repetitions by their id. */
@Injectable()
export class CallbackService {
  private readonly logger = new Logger(CallbackService.name);

  constructor(
    private readonly due: CallbackSql,
    private readonly callbacks: CallbackRepository,
    private readonly jobs: JobService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Attempts everything that is due. A tenant has one attempt under way at a time, so that a receiver that lets us wait
   * holds up only its own announcements.
   */
  async deliverDue(signal: AbortSignal): Promise<void> {
    const underWay = new Map<string, Promise<void>>();
    const endOfShift = performance.now() + longestShiftMs;
    try {
      while (!signal.aborted && performance.now() < endOfShift) {
        const due = await this.next([...underWay.keys()]);
        if (due !== null) {
          const done = (): void => void underWay.delete(due.tenantId);
          underWay.set(due.tenantId, this.attempt(due, signal).then(done));
        } else if (underWay.size === 0) return;
        else await Promise.race([...underWay.values(), sleep(lookMs)]);
      }
    } finally {
      await Promise.all(underWay.values());
    }
  }

  private async next(busyTenants: readonly string[]): Promise<DueCallback | null> {
    return busyTenants.length < mostUnderWay ? this.due.claim(leaseSeconds, busyTenants) : null;
  }

  /** Never fails: what cannot be noted is due again when its lease is over. */
  private async attempt(due: DueCallback, signal: AbortSignal): Promise<void> {
    try {
      const failure = await this.deliver(due, signal);
      if (failure === null) await this.callbacks.delivered(due);
      // An attempt that the end of the process cut off says nothing about the receiver.
      else if (!signal.aborted) await this.noteFailure(due, failure);
    } catch (error) {
      this.logger.warn(`What became of the callback of run ${due.jobId} cannot be noted: ${oneLine(error)}`);
    }
  }

  /** @throws Error when the database does not say what is to be announced */
  private async deliver(due: DueCallback, signal: AbortSignal): Promise<Failure | null> {
    const { url, secret, jobId } = due;
    if (url === null || secret === null) return { reason: 'the tenant has no callback any more', isFinal: true };
    const body = JSON.stringify(await this.jobs.record(jobId, due));
    const headers = signatureHeaders(secret, `run_${jobId}`, Math.floor(Date.now() / 1_000), body);
    const policy = this.config.callbackTargets;
    try {
      const posting = { url: parseTarget(url, policy), body, headers, policy, timeoutMs: defaultTimeoutMs };
      const status = await postJson(posting, signal);
      return status >= 200 && status < 300 ? null : { reason: `status ${status}`, isFinal: status === 410 };
    } catch (error) {
      return { reason: reasonOf(error), isFinal: false };
    }
  }

  private async noteFailure(due: DueCallback, { reason, isFinal }: Failure): Promise<void> {
    const wait = isFinal ? null : waitAfter(due.attempts);
    await this.callbacks.failed(due, reason, wait);
    const outlook = wait === null ? 'it is given up' : `the next attempt is in ${wait} s`;
    this.logger.warn(`The callback of run ${due.jobId} failed (${reason}); ${outlook}`);
  }
}

/** The messages of other errors may name the address. */
function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenTarget) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  return typeof code === 'string' ? code : 'the connection failed';
}
