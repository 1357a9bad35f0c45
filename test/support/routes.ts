import type { NestExpressApplication } from '@nestjs/platform-express';

export interface Route {
  readonly method: string;
  /** With parameters as the router writes them, `:job_id`. */
  readonly path: string;
}

interface RouterLayer {
  readonly route?: { readonly path: string; readonly methods: Record<string, boolean> };
}

/** Every route that a service has registered, beside the one that matches whatever the others do not. */
export function routesOf(app: NestExpressApplication): Route[] {
  const { stack } = (app.getHttpAdapter().getInstance() as { router: { stack: RouterLayer[] } }).router;
  return stack.flatMap(({ route }) => {
    if (route === undefined || route.path === '/{*path}') return [];
    return Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path: route.path }));
  });
}
