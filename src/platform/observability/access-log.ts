import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';
import type { RequestMeter } from './request-meter.js';
import { routesWithPathOf, unmatchedPath } from './router.js';

/** What stands for every file that the reference page loads. */
const docsFiles = '/docs/*';

/** Writes one line for each answered request, and feeds the meter that `/health` reads and the metrics. */
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

/**
 * The route's pattern, never the path itself: a path holds ids, and whatever a client puts there. A request that was
 * refused before it reached its route counts for that route all the same.
 */
export function routeOf(request: Request): string {
  const reached = (request.route as { path?: unknown } | undefined)?.path;
  if (typeof reached === 'string' && reached !== unmatchedPath) return reached;
  const meant = routesWithPathOf(request).find((route) => route.methods.includes(request.method));
  return meant?.path ?? (/^\/docs\/[^?]/.test(request.originalUrl) ? docsFiles : 'unmatched');
}
