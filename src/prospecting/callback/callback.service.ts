import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { type PageWriter, pageWriter } from '../../matching/urls/profile-url.js';
import { singleLine } from '../../platform/errors/command-error.js';
import { JobService } from '../jobs/job.service.js';
import {
  defaultTimeoutMs,
  ForbiddenTarget,
  parseTarget,
  postJson,
  signatureHeaders,
  retryDelayAfter,
  webhookId,
} from './callback-request.js';
import { CallbackRepository } from './callback.repository.js';
import { CallbackSql, type DueCallback } from './callback.sql.js';

/** The maximum number of attempts that a process makes at the same time. No two of them are for the same tenant. */
const maxUnderWay = 16;

/**
 * The lease of a claimed callback: after this time, in seconds, it is due again. The lease is longer than the timeout of an
 * attempt, which is 10 seconds.
 */
const leaseSeconds = 60;

/** How often the service looks for further due callbacks while attempts are under way, in milliseconds. */
const pollMs = 500;

/**
 * The time after which one call of {@link CallbackService.deliverDue} begins no new attempts, in milliseconds. The timer aborts the
 * call only after ten minutes, so attempts that have begun can end.
 */
const maxRoundMs = 5 * 60_000;

interface Failure {
  /** The reason, for the log and for operators. It does not contain the URL, because the URL may contain a secret. */
  readonly reason: string;
  /** Whether further attempts would be useless, so that the callback is given up. */
  readonly isFinal: boolean;
}

/**
 * Sends the callbacks of tenants that have a callback URL: one at the end of each run, and others about the signals that imports
 * make when followed records change. A callback can arrive more than once; the receiver recognises repetitions by their
 * `Webhook-Id`.
 */
@Injectable()
export class CallbackService {
  private readonly logger = new Logger(CallbackService.name);
  private readonly writePage: PageWriter;

  constructor(
    private readonly due: CallbackSql,
    private readonly callbacks: CallbackRepository,
    private readonly jobs: JobService,
    @Inject(configToken) private readonly config: Config,
    @Optional() private readonly timeoutMs = defaultTimeoutMs,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /**
   * Tries to deliver all callbacks that are due. This process makes only one attempt at a time for each tenant, so that a slow receiver
   * delays only callbacks of its own tenant.
   * @param signal when it aborts, the attempts that are under way are aborted; their callbacks are due again when the lease ends
   */
  async deliverDue(signal: AbortSignal): Promise<void> {
    const underWay = new Map<string, Promise<void>>();
    const endOfRound = performance.now() + maxRoundMs;
    try {
      while (!signal.aborted && performance.now() < endOfRound) {
        const busy = [...underWay.keys()];
        const due = await this.next(busy);
        if (due !== null) {
          const done = (): void => void underWay.delete(due.tenantId);
          underWay.set(due.tenantId, this.attempt(due, signal).then(done));
        } else if (busy.length === 0) return;
        // An attempt may have ended during the search, and its tenant may have another due callback. Then the loop searches again
        // at once.
        else if (underWay.size > 0) await Promise.race([...underWay.values(), sleep(pollMs)]);
      }
    } finally {
      await Promise.all(underWay.values());
    }
  }

  private async next(busyTenants: readonly string[]): Promise<DueCallback | null> {
    return busyTenants.length < maxUnderWay ? this.due.claim(leaseSeconds, busyTenants) : null;
  }

  /**
   * Makes one attempt and stores its outcome. It never throws: if the outcome cannot be stored, the callback is due again when its
   * lease ends.
   */
  private async attempt(due: DueCallback, signal: AbortSignal): Promise<void> {
    try {
      const failure = await this.deliver(due, signal);
      if (failure === null) await this.callbacks.delivered(due);
      // An attempt that was aborted because this process ends is not a failure of the receiver.
      else if (!signal.aborted) await this.noteFailure(due, failure);
    } catch (error) {
      this.logger.warn(
        `The outcome of the ${nameOf(due)} could not be stored, so the callback is sent again in a minute: ${singleLine(error)}`,
      );
    }
  }

  /**
   * Sends one callback.
   * @returns why it failed, or null when the receiver accepted it
   * @throws Error when the job cannot be read
   */
  private async deliver(due: DueCallback, signal: AbortSignal): Promise<Failure | null> {
    const { url, secret } = due;
    if (url === null || secret === null) return { reason: 'the tenant has no callback URL any more', isFinal: true };
    const content = await this.contentOf(due);
    if (content === null) return { reason: 'its signals have been deleted', isFinal: true };
    const body = JSON.stringify(content);
    const headers = signatureHeaders(secret, webhookId(due), Math.floor(Date.now() / 1_000), body);
    const policy = this.config.callbackTargets;
    try {
      const posting = { url: parseTarget(url, policy), body, headers, policy, timeoutMs: this.timeoutMs };
      const status = await postJson(posting, signal);
      return status >= 200 && status < 300 ? null : { reason: `status ${status}`, isFinal: status === 410 };
    } catch (error) {
      return { reason: reasonOf(error), isFinal: false };
    }
  }

  /** The body of a callback; null if all its signals were deleted. */
  private async contentOf(due: DueCallback): Promise<object | null> {
    if (due.jobId !== null) return this.jobs.record(due.jobId, due);
    const signals = await this.due.signalsOf(due.id);
    if (signals.length === 0) return null;
    const written = signals.map(({ intent_holder_network_url: page, ...signal }) => ({
      ...signal,
      intent_holder_network_url: page === null ? null : this.writePage(page),
    }));
    return { tenant_id: due.tenantId, signals: written };
  }

  private async noteFailure(due: DueCallback, { reason, isFinal }: Failure): Promise<void> {
    const wait = isFinal ? null : retryDelayAfter(due.attempts);
    await this.callbacks.failed(due, reason, wait);
    const outlook = wait === null ? 'there is no further attempt' : `the next attempt is in ${wait} s`;
    this.logger.warn(`The ${nameOf(due)} failed (${reason}); ${outlook}`);
  }
}

function nameOf({ id, jobId }: DueCallback): string {
  return jobId === null ? `callback of changes ${id}` : `callback of run ${jobId}`;
}

/** The reason of a failure, for the log. Of an error from Node only the code is used, because the message may contain the address. */
function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenTarget) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  return typeof code === 'string' ? code : 'the connection failed';
}
