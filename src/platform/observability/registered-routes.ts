import type { Request } from 'express';

interface RouterLayer {
  readonly route?: { readonly path: unknown; readonly methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** A route that the service has registered. */
interface RegisteredRoute {
  /** The path of the route, with parameters as `:name`. */
  readonly path: string;
  /** The methods of the route, in upper case. */
  readonly methods: readonly string[];
}

/** The route for requests that match no other route. */
export const unmatchedPath = '/{*path}';

/** The routes whose path matches a request, of any method, without the unmatched route. */
export function routesWithPathOf(request: Request): RegisteredRoute[] {
  const { stack } = (request.app as unknown as { router: { stack: RouterLayer[] } }).router;
  return stack.flatMap((layer) => {
    const path = layer.route?.path;
    if (typeof path !== 'string' || path === unmatchedPath || !matches(layer, request.path)) return [];
    return [{ path, methods: Object.keys(layer.route?.methods ?? {}).map((method) => method.toUpperCase()) }];
  });
}

/** A path that cannot be decoded matches no route. */
function matches(layer: RouterLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}

/** The label of all files of the API reference page. */
const docsFiles = '/docs/*';

/**
 * The pattern of the route of a request, such as `/v1/prospecting/jobs/:job_id`. The path itself is never used, because it has ids and
 * any text that a client sends. A request that was refused before it reached its route counts for this route, too.
 */
export function routeOf(request: Request): string {
  const reached = (request.route as { path?: unknown } | undefined)?.path;
  if (typeof reached === 'string' && reached !== unmatchedPath) return reached;
  const meant = routesWithPathOf(request).find((route) => route.methods.includes(request.method));
  return meant?.path ?? (/^\/docs\/[^?]/.test(request.originalUrl) ? docsFiles : 'unmatched');
}
