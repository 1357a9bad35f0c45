import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import type { SpanRecorder } from './span-recorder.js';

/**
 * Traces of requests, runs and the statements that both cause, for OpenTelemetry. Without the settings for them
 * the library is not loaded, and the methods here only run the work.
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

  /** Middleware, in front of all that belongs to the trace of a request. */
  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    if (this.recorder === null) next();
    else this.recorder.request(request, response, next);
  };

  /** @throws errors of the work */
  async run<T>(job: { readonly id: string; readonly tenantId: string }, work: () => Promise<T>): Promise<T> {
    if (this.recorder === null) return work();
    return this.recorder.around('prospecting run', { job_id: job.id, tenant: job.tenantId }, work);
  }

  /** After the last request and the last run, whose spans are to be sent. */
  async onApplicationShutdown(): Promise<void> {
    await this.recorder?.close();
  }
}
