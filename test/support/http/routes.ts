import type { NestExpressApplication } from '@nestjs/platform-express';

export interface Route {
  readonly method: string;
  /** The path with parameters such as `:job_id`. */
  readonly path: string;
}

interface RouterLayer {
  readonly route?: { readonly path: string; readonly methods: Record<string, boolean> };
}

/** All routes of a service, except the one that matches every path. */
export function routesOf(app: NestExpressApplication): Route[] {
  const { stack } = (app.getHttpAdapter().getInstance() as { router: { stack: RouterLayer[] } }).router;
  return stack.flatMap(({ route }) => {
    if (route === undefined || route.path === '/{*path}') return [];
    return Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path: route.path }));
  });
}
