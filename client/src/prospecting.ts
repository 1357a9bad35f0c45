import { Call } from './call.js';
import { DataAccessError } from './errors.js';
import type {
  ProspectingJob,
  ProspectingResults,
  StartProspectingRequest,
  StartProspectingResponse,
} from './generated/wire.js';
import { itemsOf } from './pages.js';
import { type CallOptions, sleep } from './retries.js';
import { type Answer, randomId, type Transport } from './transport.js';

/** A call whose repetition under the same key is charged once. */
export interface StartOptions extends CallOptions {
  /** The same key starts the same run for a day. Random by default. */
  readonly idempotencyKey?: string | undefined;
}

/** How the end of a run is waited for. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two looks at the run: by default 5,000 in the first minute and then 30,000. */
  readonly pollInterval?: number | undefined;
  /** Called with the run at every look. */
  readonly onProgress?: ((job: ProspectingJob) => void) | undefined;
}

/** Which runs are listed. */
export interface JobFilter {
  readonly status?: ProspectingJob['status'] | undefined;
}

/** A run ended without prospects; it was not charged. */
export class RunFailed extends DataAccessError {
  override readonly name = 'RunFailed';

  constructor(
    /** The run; `failure_reason` says why. */
    readonly job: ProspectingJob,
    requestId: string,
  ) {
    super(`The run ${job.job_id} failed: ${job.failure_reason ?? 'no reason is known'}`, requestId);
  }
}

/** Prospecting runs of the tenant. */
export class Prospecting {
  constructor(private readonly transport: Transport) {}

  /** Starts a run for one company, for a `prospecting` credit if it succeeds. */
  start(request: StartProspectingRequest, options: StartOptions = {}): Call<StartProspectingResponse> {
    const { idempotencyKey = randomId() } = options;
    const path = '/v1/prospecting/start';
    return new Call(this.transport.send({ method: 'POST', path, body: request, idempotencyKey }, options));
  }

  /** The state of a run. */
  job(jobId: number, options: CallOptions = {}): Call<ProspectingJob> {
    return new Call(this.transport.send({ method: 'GET', path: `/v1/prospecting/jobs/${jobId}` }, options));
  }

  /** The runs of the tenant, the newest first. */
  jobs(filter: JobFilter = {}, options: CallOptions = {}): AsyncGenerator<ProspectingJob, void, undefined> {
    return itemsOf(this.transport, { path: '/v1/prospecting/jobs', member: 'jobs', filter }, options);
  }

  /**
   * Ends a running run without charge: it becomes `failed`.
   * @throws ApiError 409 for a run that has ended in another way
   */
  cancel(jobId: number, options: CallOptions = {}): Call<ProspectingJob> {
    const path = `/v1/prospecting/jobs/${jobId}/cancel`;
    return new Call(this.transport.send({ method: 'POST', path, body: {} }, options));
  }

  /** The prospects of a run, best first; none while it is running. */
  results(jobId: number, options: CallOptions = {}): Call<ProspectingResults> {
    return new Call(this.transport.send({ method: 'GET', path: `/v1/prospecting/jobs/${jobId}/results` }, options));
  }

  /**
   * Waits for the end of a run, however long it takes; `signal` ends the wait.
   * @throws RunFailed
   */
  waitForResults(jobId: number, options: WaitOptions = {}): Call<ProspectingResults> {
    return new Call(this.finished(jobId, options));
  }

  /**
   * Starts a run and waits for its prospects.
   * @throws RunFailed
   */
  startAndWait(request: StartProspectingRequest, options: StartOptions & WaitOptions = {}): Call<ProspectingResults> {
    return new Call(this.start(request, options).then(({ job_id }) => this.finished(job_id, options)));
  }

  private async finished(jobId: number, options: WaitOptions): Promise<Answer<ProspectingResults>> {
    const { signal } = this.transport.optionsOf(options);
    const startedAt = performance.now();
    for (;;) {
      const { data: job, response } = await this.job(jobId, options).withResponse();
      options.onProgress?.(job);
      if (job.status === 'failed') throw new RunFailed(job, response.requestId);
      if (job.status === 'success') return this.results(jobId, options).withResponse();
      const isYoung = performance.now() - startedAt < 60_000;
      await sleep(options.pollInterval ?? (isYoung ? 5_000 : 30_000), signal);
    }
  }
}
