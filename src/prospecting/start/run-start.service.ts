import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { type BillingContext, ChargedAnswer } from '../../billing/charging/charged-answer.js';
import { assertAffordable, insufficientCredits } from '../../billing/charging/credit.service.js';
import { type Balances, charges } from '../../billing/credits/credit-amounts.js';
import { originOf } from '../../billing/charging/credit.service.js';
import { Ledger, type RequestOrigin } from '../../billing/credits/ledger.sql.js';
import { FreeUsage } from '../../billing/usage/free-usage.sql.js';
import { sortableId } from '../../platform/database/sortable-id.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { Failpoints } from '../../platform/async/failpoints.js';
import { isTimeout } from '../../platform/database/statements.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { singleLine } from '../../platform/errors/command-error.js';
import type { JobQueue } from '../../platform/queue/job-queue.js';
import { TimeoutError } from '../../platform/async/with-timeout.js';
import { QueueBackend } from '../../platform/queue/queue-backend.js';
import { runJob, type RunJob, runQueue } from '../run/run-queue.js';
import type { StartProspectingResponse } from '../jobs/prospecting.dto.js';
import { RunStartSql } from './run-start.sql.js';
import { storable } from '../../platform/database/text.js';
import { TeamService } from '../teams/team.service.js';

/**
 * How long the credit of a run stays reserved, in seconds: 30 days. No run takes longer, because `RunReconciliationTimer` ends runs
 * that have waited for seven days.
 */
const holdSeconds = 30 * 86_400;

/**
 * The body of a request to start a run. A DTO class implements this type, so that commands and workers do not have to load DTO
 * classes.
 */
export interface StartRequest {
  readonly network_url: string;
  readonly team_name?: string | null;
  readonly client_email?: string | null;
  /** The maximum number of credits that the run may cost. */
  readonly max_credits?: number | null;
}

/**
 * A run to start. `origin` says who is charged for it. `claim` stores the answer for retries with the same idempotency key; it is
 * null for a request without a key, and for an operator.
 */
export interface RunStart {
  readonly networkUrl: string;
  readonly team: string | null;
  readonly clientEmail: string | null;
  readonly origin: RequestOrigin;
  readonly idempotencyKey: string | null;
  readonly claim: BillingContext['claim'];
  readonly maximumCredits?: BillingContext['maximumCredits'];
}

interface Stored {
  readonly answer: StartProspectingResponse;
  readonly balances: Balances;
  readonly reserved: number;
  /** Whether this request has stored the run; false if an earlier request with the same idempotency key has stored it. */
  readonly isNew: boolean;
}

/**
 * Starts runs. A run is a row in the table `prospecting_job`, which workers claim; a job in the queue only wakes a worker. If the
 * queue is in PostgreSQL, the row, the reserved credit, the job and the answer are stored in one transaction. If the queue is in
 * Redis, the job is added after the commit; if this fails, the run is removed and its credit is released.
 */
@Injectable()
export class RunStartService {
  private readonly logger = new Logger(RunStartService.name);
  private readonly isQueueInDatabase: boolean;

  constructor(
    private readonly runs: RunStartSql,
    private readonly ledger: Ledger,
    private readonly freeUsage: FreeUsage,
    @InjectQueue(runQueue) private readonly queue: JobQueue<RunJob>,
    private readonly failpoints: Failpoints,
    private readonly teams: TeamService,
    backend: QueueBackend,
    @Inject(configToken) private readonly config: Config,
  ) {
    this.isQueueInDatabase = backend.kind === 'postgres';
  }

  /**
   * Starts the run that a client requests. A credit is reserved now, and charged when the run succeeds.
   * @throws DomainError INSUFFICIENT_CREDITS, MAXIMUM_CREDITS_EXCEEDED, PROSPECTING_UPSTREAM_ERROR, PROSPECTING_UPSTREAM_TIMEOUT.
   *   After each of these errors, no run was started and no credit is reserved. The only exception is a timeout whose message says that the
   *   start may have taken effect.
   */
  async start(request: StartRequest, billed: BillingContext): Promise<ChargedAnswer<StartProspectingResponse>> {
    return this.begin({
      networkUrl: request.network_url,
      team: request.team_name ?? null,
      clientEmail: request.client_email ?? null,
      origin: originOf(billed),
      idempotencyKey: billed.claim?.key ?? null,
      claim: billed.claim,
      maximumCredits: billed.maximumCredits ?? request.max_credits ?? undefined,
    });
  }

  /** Starts a run for a client or an operator. @throws DomainError with the same codes as {@link RunStartService.start} */
  async begin(start: RunStart): Promise<ChargedAnswer<StartProspectingResponse>> {
    await this.prepareQueue();
    const message = await this.messageOf(start);
    const stored = await this.commit(start, message);
    this.failpoints.reach('run-committed');
    if (!this.isQueueInDatabase) await this.queueStored(start, stored);
    this.failpoints.reach('run-queued');
    if (stored.isNew && stored.reserved === 0) this.freeUsage.note(start.origin, { count: 0, matched: 0 });
    const reserved = charges({ prospecting: stored.reserved });
    return new ChargedAnswer(stored.answer, charges({}), stored.balances, reserved);
  }

  /** Stores the run in a transaction. If the connection breaks during the commit, the service does not know whether the run is stored. */
  private async commit(start: RunStart, message: string): Promise<Stored> {
    const transaction = { isCommitting: false };
    try {
      return await this.runs.transaction(async (client) => {
        const stored = await this.store(client, start, message);
        transaction.isCommitting = true;
        return stored;
      });
    } catch (error) {
      throw transaction.isCommitting ? this.unknownOutcome(error) : error;
    }
  }

  private async messageOf({ origin, team }: RunStart): Promise<string> {
    const duration =
      this.config.llmBaseUrl === null ? 'seconds' : 'seconds to minutes, depending on the language model';
    const started = `The run has started and usually takes ${duration}.`;
    if (team === null || (await this.teams.has(origin.tenantId, team))) return started;
    return `${started} There is no team ${JSON.stringify(team)}, so the default schema is used.`;
  }

  private async prepareQueue(): Promise<void> {
    try {
      await this.queue.prepare(this.config.prospectingUpstreamTimeoutMs);
    } catch (error) {
      throw this.upstreamFailure(error);
    }
  }

  /** Stores the run and then reserves its credit. The ledger is called last, because it locks the tenant's account until the commit. */
  private async store(client: ClientBase, start: RunStart, message: string): Promise<Stored> {
    const holdId = this.config.credits === 'on' ? sortableId() : null;
    const run = {
      tenantId: start.origin.tenantId,
      companyNetworkUrl: storable(start.networkUrl),
      team: start.team === null ? null : storable(start.team),
      clientEmail: start.clientEmail === null ? null : storable(start.clientEmail),
      idempotencyKey: start.idempotencyKey,
      holdId,
    };
    const before = run.idempotencyKey === null ? null : await this.runs.storedBefore(client, run);
    const answer = answerTo(start, before ?? (await this.runs.store(client, run)), message);
    if (this.isQueueInDatabase) {
      await this.addWakeUp(client, answer.job_id);
      if (start.claim !== null) await start.claim.complete(client, await start.claim.pack(storedForm(answer)));
    }
    const isNew = before === null;
    const reserved = isNew && holdId !== null ? 1 : 0;
    const balances = await this.reserve(client, start, holdId, reserved);
    this.failpoints.reach('run-stored');
    return { answer, balances, reserved, isNew };
  }

  private async addWakeUp(client: ClientBase, runId: number): Promise<void> {
    await this.runs.limitStatements(client, this.config.prospectingUpstreamTimeoutMs);
    try {
      await this.queue.addWithin(client, runJob, { runId });
    } catch (error) {
      throw this.upstreamFailure(error);
    }
    await this.runs.unlimitStatements(client);
  }

  private async reserve(
    client: ClientBase,
    { origin, maximumCredits }: RunStart,
    holdId: string | null,
    amount: number,
  ): Promise<Balances> {
    if (holdId === null) return new Map([['prospecting', { remaining: 'unlimited', granted: 0 }]]);
    const amounts = charges({ prospecting: amount });
    assertAffordable({ maximumCredits }, amounts);
    const { outcome, balances } = await this.ledger.reserveWithin(client, {
      holdId,
      origin,
      amounts,
      lifeSeconds: holdSeconds,
    });
    if (outcome !== 'refused') return balances;
    throw insufficientCredits(amounts, balances);
  }

  /**
   * Adds the job to a queue outside of the database, after the run was stored. If the queue fails, the run is removed, and the request
   * fails. There are two exceptions. If a worker has already claimed the run, the request succeeds. If the database fails too, the run
   * stays stored and starts later; the error then says that the start may have taken effect.
   */
  private async queueStored({ claim }: RunStart, { answer }: Stored): Promise<void> {
    try {
      await this.queue.add(runJob, { runId: answer.job_id }, this.config.prospectingUpstreamTimeoutMs);
    } catch (error) {
      if (await this.isUndone(answer.job_id)) throw this.upstreamFailure(error);
    }
    await claim?.completeAlone(storedForm(answer));
  }

  private async isUndone(runId: number): Promise<boolean> {
    try {
      return await this.runs.undo(runId);
    } catch (error) {
      throw this.unknownOutcome(error);
    }
  }

  private unknownOutcome(error: unknown): DomainError {
    this.logger.warn(`The database did not confirm whether a prospecting run was started: ${singleLine(error)}`);
    return new DomainError(
      'PROSPECTING_UPSTREAM_TIMEOUT',
      'The database did not confirm the start; the start may have taken effect. ' +
        'See GET /v1/prospecting/jobs before you try again.',
    );
  }

  private upstreamFailure(error: unknown): DomainError {
    this.logger.warn(
      `A prospecting run was not started, because it could not be added to the queue: ${singleLine(error)}`,
    );
    const isLate = error instanceof TimeoutError || isTimeout(error);
    return new DomainError(isLate ? 'PROSPECTING_UPSTREAM_TIMEOUT' : 'PROSPECTING_UPSTREAM_ERROR');
  }
}

function answerTo({ origin, team }: RunStart, jobId: number, message: string): StartProspectingResponse {
  return {
    job_id: jobId,
    status: 'running',
    tenant: origin.tenantId,
    team_name: team,
    message: `${message} ${followText(jobId)}`,
  };
}

/** The last sentence of the message to the client. It names the route that shows the state of the run. */
export function followText(jobId: number): string {
  return `Follow it at /v1/prospecting/jobs/${jobId}.`;
}

/** The answer in the form that is stored for retries with the same idempotency key. */
function storedForm(answer: StartProspectingResponse) {
  return { status: 202, body: JSON.stringify(answer), features: ['prospecting'] as const };
}
