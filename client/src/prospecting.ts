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

export interface StartOptions extends CallOptions {
  /**
   * If the same run is started again with this key within 24 hours, the service returns the first run and charges it only once. By
   * default the key is random.
   */
  readonly idempotencyKey?: string | undefined;
}

/** How to wait for the end of a run. */
export interface WaitOptions extends CallOptions {
  /** The time between two requests for the state of the run, in milliseconds. The default is 5,000 in the first minute, then 30,000. */
  readonly pollInterval?: number | undefined;
  /** The function that is called each time the state of the run was read. */
  readonly onProgress?: ((job: ProspectingJob) => void) | undefined;
}

/** A filter for a list of runs. */
export interface JobFilter {
  readonly status?: ProspectingJob['status'] | undefined;
  /** The id of the request that started the run, as reports of usage name it. */
  readonly request_id?: string | undefined;
}

/** The run failed or was cancelled. It has no prospects and was not charged. */
export class RunFailed extends DataAccessError {
  override readonly name = 'RunFailed';

  constructor(
    /** The run; `failure_reason` says why. */
    readonly job: ProspectingJob,
    requestId: string,
  ) {
    super(`The run ${job.job_id} failed: ${job.failure_reason ?? 'the service gave no reason'}`, requestId);
  }
}

/** The calls for the prospecting runs of the tenant. */
export class Prospecting {
  constructor(private readonly transport: Transport) {}

  /** Starts a run for one company. The run costs one `prospecting` credit if it succeeds, and nothing if it fails. */
  start(request: StartProspectingRequest, options: StartOptions = {}): Call<StartProspectingResponse> {
    const { idempotencyKey = randomId() } = options;
    const path = '/v1/prospecting/start';
    return new Call(this.transport.send({ method: 'POST', path, body: request, idempotencyKey }, options));
  }

  /** The state of a run. */
  job(jobId: number, options: CallOptions = {}): Call<ProspectingJob> {
    return new Call(this.transport.send({ method: 'GET', path: `/v1/prospecting/jobs/${jobId}` }, options));
  }

  /** Yields the runs of the tenant, the newest first. */
  jobs(filter: JobFilter = {}, options: CallOptions = {}): AsyncGenerator<ProspectingJob, void, undefined> {
    return itemsOf(this.transport, { path: '/v1/prospecting/jobs', member: 'jobs', filter }, options);
  }

  /**
   * Cancels a run that is still running. The run gets the status `failed` and costs nothing.
   * @throws ApiError with status 409 for a run that has already ended
   */
  cancel(jobId: number, options: CallOptions = {}): Call<ProspectingJob> {
    const path = `/v1/prospecting/jobs/${jobId}/cancel`;
    return new Call(this.transport.send({ method: 'POST', path, body: {} }, options));
  }

  /** The prospects of a run, the best first. While the run is running, there are none. */
  results(jobId: number, options: CallOptions = {}): Call<ProspectingResults> {
    return new Call(this.transport.send({ method: 'GET', path: `/v1/prospecting/jobs/${jobId}/results` }, options));
  }

  /**
   * Waits for the end of a run, however long it takes, and returns its prospects. `signal` ends the wait.
   * @throws RunFailed if the run fails or is cancelled
   */
  waitForResults(jobId: number, options: WaitOptions = {}): Call<ProspectingResults> {
    return new Call(this.finished(jobId, options));
  }

  /**
   * Starts a run, waits for its end, and returns its prospects.
   * @throws RunFailed if the run fails or is cancelled
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
