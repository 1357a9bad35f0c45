import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';
import { routeOf } from './registered-routes.js';
import type { RequestMeter } from './request-meter.js';

/** Logs one line for each answered request, and records it in the metrics and in the meter of `/health`. */
export function accessLog(logger: Logger, meter: RequestMeter, metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const route = routeOf(request);
      const status = response.writableFinished ? response.statusCode : 499;
      meter.record(`${request.method} ${route}`, status, durationMs);
      metrics.requestAnswered(request.method, route, status, durationMs / 1_000);
      logger.info(
        {
          request_id: request.requestId,
          tenant: request.caller?.tenantId,
          key_id: request.caller?.keyId,
          method: request.method,
          route,
          status,
          duration_ms: Math.round(durationMs * 100) / 100,
        },
        'request',
      );
    });
    next();
  };
}
