import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../platform/auth/caller.js';
import { ErrorFilter } from '../../platform/http/error.filter.js';
import { routeOf } from '../../platform/observability/registered-routes.js';
import { FreeUsage } from './free-usage.sql.js';

/** The routes whose failures usage reports count. They are the routes whose answers usage reports count. */
const countedRoutes: ReadonlySet<string> = new Set([
  '/v1/company/enrich',
  '/v1/person/enrich',
  '/v1/prospecting/start',
]);

/** Counts, for usage reports, the requests with a valid key that fail. */
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
   * Counts a failure if usage reports count this route.
   * @param route the path of the HTTP route; for a tool of an agent, the path of the route that does the same work
   */
  note({ tenantId, keyId }: Caller, route: string, endpoint: string): void {
    if (countedRoutes.has(route)) this.usage.noteError({ tenantId, keyId, endpoint });
  }
}
