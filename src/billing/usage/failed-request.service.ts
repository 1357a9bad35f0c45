import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../platform/auth/caller.js';
import { ErrorFilter } from '../../platform/http/error.filter.js';
import { routeOf } from '../../platform/observability/registered-routes.js';
import { FreeUsage } from './free-usage.sql.js';

/** The routes whose failed requests are counted in usage reports. The reports also count the answered requests of these routes. */
const countedRoutes: ReadonlySet<string> = new Set([
  '/v1/company/enrich',
  '/v1/person/enrich',
  '/v1/prospecting/start',
]);

/** Counts the failed requests with a valid API key, for usage reports. */
@Injectable()
export class FailedRequestService implements OnModuleInit {
  constructor(
    private readonly failures: ErrorFilter,
    private readonly usage: FreeUsage,
  ) {}

  onModuleInit(): void {
    this.failures.onFailure((request) => {
      const route = routeOf(request);
      if (request.caller !== undefined) this.note(request.caller, route, `${request.method} ${route}`);
    });
  }

  /**
   * Counts a failed request, if usage reports count this route.
   * @param route the path of the HTTP route; for a tool that an agent calls, the path of the route that does the same work
   */
  note({ tenantId, keyId }: Caller, route: string, endpoint: string): void {
    if (countedRoutes.has(route)) this.usage.noteError({ tenantId, keyId, endpoint });
  }
}
