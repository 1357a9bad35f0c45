import type { Request } from 'express';

interface RouterLayer {
  readonly route?: { readonly path: unknown; readonly methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** A route that the service has registered. */
export interface RegisteredRoute {
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
