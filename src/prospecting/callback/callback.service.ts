import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { JobService } from '../job.service.js';
import { postJson } from './callback-request.js';
import { waitAfter } from './callback-schedule.js';
import { signatureHeaders } from './callback-signature.js';
import { ForbiddenTarget, parseTarget } from './callback-target.js';
import { CallbackRepository, type DueCallback } from './callback.repository.js';

/** Announcements under way in one process. */
const concurrency = 4;

/** Longer than an attempt can take. */
const leaseSeconds = 60;

/** Announces the ends of runs to the tenants that asked for it. Delivered at least once: a receiver tells repetitions by their id. */
@Injectable()
export class CallbackService {
  private readonly logger = new Logger(CallbackService.name);

  constructor(
    private readonly callbacks: CallbackRepository,
    private readonly jobs: JobService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Attempts everything that is due. */
  async deliverDue(signal: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: concurrency }, () => this.workOff(signal)));
  }

  private async workOff(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.callbacks.claim(leaseSeconds);
      if (due === null) return;
      await this.attempt(due, signal);
    }
  }

  private async attempt(due: DueCallback, signal: AbortSignal): Promise<void> {
    const failure = await this.failureOf(due, signal);
    if (failure === null) return this.callbacks.delivered(due);
    // An attempt that the end of the process cut off comes again when its lease is over.
    if (signal.aborted) return;
    const wait = failure.isFinal ? null : waitAfter(due.attempts);
    await this.callbacks.failed(due, failure.reason, wait);
    const outlook = wait === null ? 'it is given up' : `the next attempt is in ${wait} s`;
    this.logger.warn(`The callback of run ${due.jobId} failed (${failure.reason}); ${outlook}`);
  }

  private async failureOf(due: DueCallback, signal: AbortSignal): Promise<Failure | null> {
    if (due.url === null || due.secret === null)
      return { reason: 'the tenant has no callback any more', isFinal: true };
    const policy = this.config.callbackTargets;
    try {
      const body = JSON.stringify(await this.jobs.record(due.jobId, due));
      const headers = signatureHeaders(due.secret, `run_${due.jobId}`, Math.floor(Date.now() / 1_000), body);
      const status = await postJson(parseTarget(due.url, policy), body, headers, policy, signal);
      if (status >= 200 && status < 300) return null;
      return { reason: `status ${status}`, isFinal: status === 410 };
    } catch (error) {
      if (error instanceof ForbiddenTarget) return { reason: error.message, isFinal: true };
      return { reason: codeOf(error), isFinal: false };
    }
  }
}

interface Failure {
  /** For the log and the operator; without the address, which may hold a secret. */
  readonly reason: string;
  readonly isFinal: boolean;
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  return typeof code === 'string' ? code : 'the connection failed';
}
