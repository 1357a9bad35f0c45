import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import type { SpanRecorder } from './span-recorder.js';

/**
 * Records traces of requests and prospecting runs, and of the SQL statements that they cause, with OpenTelemetry. If tracing is
 * off, OpenTelemetry's library is not loaded, and the methods of this class just do the work.
 */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  private constructor(private readonly recorder: SpanRecorder | null) {}

  static async open({ tracing }: Pick<Config, 'tracing'>, database: Database): Promise<Tracing> {
    if (tracing === 'off') return new Tracing(null);
    const { SpanRecorder } = await import('./span-recorder.js');
    const recorder = SpanRecorder.open();
    recorder.watch(database.watch);
    if (database.replica !== null) recorder.watch(database.replica.watch);
    return new Tracing(recorder);
  }

  /**
   * Makes the middleware that begins the trace of a request. It must come before any middleware whose work is to be part of the
   * trace.
   */
  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    if (this.recorder === null) next();
    else this.recorder.request(request, response, next);
  };

  /**
   * Does the work of a prospecting run. If tracing is on, a span is recorded for it.
   * @throws what the work throws
   */
  async run<T>(job: { readonly id: string; readonly tenantId: string }, work: () => Promise<T>): Promise<T> {
    if (this.recorder === null) return work();
    return this.recorder.around('prospecting run', { job_id: job.id, tenant: job.tenantId }, work);
  }

  /** Sends the spans that were not sent yet. This is the last hook of a shutdown, when all requests and runs have ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.recorder?.close();
  }
}
