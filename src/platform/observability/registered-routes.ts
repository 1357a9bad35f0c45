import type { Request } from 'express';

interface RouterLayer {
  readonly route?: { readonly path: unknown; readonly methods: Record<string, boolean> };
  match(path: string): boolean;
}

interface RegisteredRoute {
  /** The path of the route. Its parameters have the form `:name`. */
  readonly path: string;
  /** The HTTP methods of the route, in upper case. */
  readonly methods: readonly string[];
}

/** The route that handles all requests that match no other route. */
export const unmatchedPath = '/{*path}';

/** The routes whose path matches the path of a request, whatever their method. The route for unmatched requests is left out. */
export function routesWithPathOf(request: Request): RegisteredRoute[] {
  const { stack } = (request.app as unknown as { router: { stack: RouterLayer[] } }).router;
  return stack.flatMap((layer) => {
    const path = layer.route?.path;
    if (typeof path !== 'string' || path === unmatchedPath || !matches(layer, request.path)) return [];
    return [{ path, methods: Object.keys(layer.route?.methods ?? {}).map((method) => method.toUpperCase()) }];
  });
}

/** Whether a route matches a path. A path that cannot be decoded matches no route. */
function matches(layer: RouterLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}

/** The label that stands for all files of the API reference page. */
const docsFiles = '/docs/*';

/**
 * The pattern of the route of a request, such as `/v1/prospecting/jobs/:job_id`. The path itself is not used as a label, because
 * it contains ids, and whatever text a client sends. If a request was refused before it reached its route, it is counted for that
 * route all the same.
 */
export function routeOf(request: Request): string {
  const reached = (request.route as { path?: unknown } | undefined)?.path;
  if (typeof reached === 'string' && reached !== unmatchedPath) return reached;
  const meant = routesWithPathOf(request).find((route) => route.methods.includes(request.method));
  return meant?.path ?? (/^\/docs\/[^?]/.test(request.originalUrl) ? docsFiles : 'unmatched');
}
