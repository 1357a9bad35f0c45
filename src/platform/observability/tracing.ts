import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import type { SpanRecorder } from './span-recorder.js';

/**
 * Records traces of requests and runs, and of the statements that they cause, for OpenTelemetry. Unless traces are configured, the
 * library is not loaded, and the methods of this class only run the work.
 */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  private constructor(private readonly recorder: SpanRecorder | null) {}

  static async open({ tracing }: Pick<Config, 'tracing'>, database: Database): Promise<Tracing> {
    if (tracing === 'off') return new Tracing(null);
    const { SpanRecorder } = await import('./span-recorder.js');
    const recorder = SpanRecorder.open();
    recorder.watch(database.pool);
    if (database.replica !== null) recorder.watch(database.replica.pool);
    return new Tracing(recorder);
  }

  /** The middleware that begins the trace of a request. It must come before all middleware that belongs to the trace. */
  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    if (this.recorder === null) next();
    else this.recorder.request(request, response, next);
  };

  /**
   * Does the work of a run, and records a span for it if traces are configured.
   * @throws errors of the work
   */
  async run<T>(job: { readonly id: string; readonly tenantId: string }, work: () => Promise<T>): Promise<T> {
    if (this.recorder === null) return work();
    return this.recorder.around('prospecting run', { job_id: job.id, tenant: job.tenantId }, work);
  }

  /** Sends the remaining spans in the last hook of a shutdown, when all requests and runs have ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.recorder?.close();
  }
}
