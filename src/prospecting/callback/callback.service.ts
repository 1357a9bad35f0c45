import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { singleLine } from '../../platform/errors/command-error.js';
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

/** Maximum of attempts of one process at a time, one for each tenant. */
const maxUnderWay = 16;

/** Longer than the timeout of an attempt. */
const leaseSeconds = 60;

/** How often the service looks for new announcements while others are under way. */
const lookMs = 500;

/** Well below the time limit of a round, so that no attempt is aborted. */
const maxRoundMs = 5 * 60_000;

interface Failure {
  /** For the log and the operator; without the address, which may hold a secret. */
  readonly reason: string;
  readonly isFinal: boolean;
}

/** Announces the ends of runs to the tenants that asked for it. Delivered at least once: a receiver detects repetitions by their id. */
@Injectable()
export class CallbackService {
  private readonly logger = new Logger(CallbackService.name);

  constructor(
    private readonly due: CallbackSql,
    private readonly callbacks: CallbackRepository,
    private readonly jobs: JobService,
    @Inject(configToken) private readonly config: Config,
    @Optional() private readonly timeoutMs = defaultTimeoutMs,
  ) {}

  /**
   * Attempts everything that is due. A tenant has one attempt under way at a time, so that a slow receiver delays
   * only its own announcements.
   */
  async deliverDue(signal: AbortSignal): Promise<void> {
    const underWay = new Map<string, Promise<void>>();
    const endOfShift = performance.now() + maxRoundMs;
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
    return busyTenants.length < maxUnderWay ? this.due.claim(leaseSeconds, busyTenants) : null;
  }

  /** Never fails: an outcome that cannot be stored is due again after its lease. */
  private async attempt(due: DueCallback, signal: AbortSignal): Promise<void> {
    try {
      const failure = await this.deliver(due, signal);
      if (failure === null) await this.callbacks.delivered(due);
      // An attempt that the end of the process aborted is no failure of the receiver.
      else if (!signal.aborted) await this.noteFailure(due, failure);
    } catch (error) {
      this.logger.warn(`The outcome of the callback of run ${due.jobId} cannot be stored: ${singleLine(error)}`);
    }
  }

  /** @throws Error when the job cannot be read from the database */
  private async deliver(due: DueCallback, signal: AbortSignal): Promise<Failure | null> {
    const { url, secret, jobId } = due;
    if (url === null || secret === null) return { reason: 'the tenant has no callback any more', isFinal: true };
    const body = JSON.stringify(await this.jobs.record(jobId, due));
    const headers = signatureHeaders(secret, `run_${jobId}`, Math.floor(Date.now() / 1_000), body);
    const policy = this.config.callbackTargets;
    try {
      const posting = { url: parseTarget(url, policy), body, headers, policy, timeoutMs: this.timeoutMs };
      const status = await postJson(posting, signal);
      return status >= 200 && status < 300 ? null : { reason: `status ${status}`, isFinal: status === 410 };
    } catch (error) {
      return { reason: reasonOf(error), isFinal: false };
    }
  }

  private async noteFailure(due: DueCallback, { reason, isFinal }: Failure): Promise<void> {
    const wait = isFinal ? null : waitAfter(due.attempts);
    await this.callbacks.failed(due, reason, wait);
    const outlook = wait === null ? 'there is no further attempt' : `the next attempt is in ${wait} s`;
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
