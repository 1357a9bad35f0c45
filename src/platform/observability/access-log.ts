import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';
import { routeOf } from './registered-routes.js';
import type { RequestMeter } from './request-meter.js';

/**
 * The routes that probes request several times a minute. As long as such a route gives the same answer, only one log line is written
 * for it in `probeIntervalMs` milliseconds.
 */
const probes = new Set(['/health', '/ready']);
const probeIntervalMs = 60_000;

/** Leaves out the log lines of a probe as long as its answer stays the same, except for one line a minute. */
class ProbeSample {
  private readonly last = new Map<string, { readonly status: number; readonly loggedAt: number; leftOut: number }>();

  /**
   * Decides whether the line of a request is logged or left out. Only lines of probes are left out.
   * @returns null if the line is left out; otherwise how many lines of the same route were left out before it
   */
  take(route: string, status: number, { headers }: Request): number | null {
    // A probe sends neither a request id nor a key. If a request has one, a person may have sent it, and may look for its line in
    // the log.
    if (!probes.has(route) || headers['x-request-id'] !== undefined || headers['x-api-key'] !== undefined) return 0;
    const last = this.last.get(route);
    if (last?.status === status && performance.now() - last.loggedAt < probeIntervalMs) {
      last.leftOut += 1;
      return null;
    }
    this.last.set(route, { status, loggedAt: performance.now(), leftOut: 0 });
    return last?.leftOut ?? 0;
  }
}

/** Logs one line for each request after its answer, and records the request in the metrics and in the figures of `/health`. */
export function accessLog(logger: Logger, meter: RequestMeter, metrics: Metrics) {
  const sample = new ProbeSample();
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const route = routeOf(request);
      const status = response.writableFinished ? response.statusCode : 499;
      meter.record(`${request.method} ${route}`, status, durationMs);
      metrics.requestAnswered(request.method, route, status, durationMs / 1_000);
      const leftOut = sample.take(route, status, request);
      if (leftOut === null) return;
      logger.info(
        {
          request_id: request.requestId,
          tenant: request.caller?.tenantId,
          key_id: request.caller?.keyId,
          method: request.method,
          route,
          status,
          duration_ms: Math.round(durationMs * 100) / 100,
          ...(leftOut === 0 ? {} : { equal_lines_left_out: leftOut }),
        },
        'request',
      );
    });
    next();
  };
}
