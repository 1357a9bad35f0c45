import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Metrics, RequestMeter } from './metrics.js';

interface RouterLayer {
  readonly route?: { readonly path: unknown; readonly methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** A route that the service has registered. */
interface RegisteredRoute {
  /** With parameters as `:name`. */
  readonly path: string;
  /** Upper case. */
  readonly methods: readonly string[];
}

/** The route that takes whatever no other route does. */
export const unmatchedPath = '/{*path}';

/** The routes whose path fits a request, whatever its method; not the one that takes everything. */
export function routesWithPathOf(request: Request): RegisteredRoute[] {
  const { stack } = (request.app as unknown as { router: { stack: RouterLayer[] } }).router;
  return stack.flatMap((layer) => {
    const path = layer.route?.path;
    if (typeof path !== 'string' || path === unmatchedPath || !matches(layer, request.path)) return [];
    return [{ path, methods: Object.keys(layer.route?.methods ?? {}).map((method) => method.toUpperCase()) }];
  });
}

/** A path that cannot be decoded fits no route. */
function matches(layer: RouterLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}

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
