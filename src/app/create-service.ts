import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.js';
import { accessLog } from '../platform/observability/access-log.js';
import { assignRequestId, compressAnswers, forbidStoring } from '../platform/http/http-headers.js';
import { crossOrigin } from '../platform/http/cors.js';
import { HttpServer } from '../platform/http/http-server.js';
import { serveOpenApi } from '../platform/http/openapi/openapi.js';
import { Metrics, RequestMeter } from '../platform/observability/metrics.js';
import { NestLog } from '../platform/log/log.js';
import { limitUnrouted } from '../platform/http/unreadable-request.js';
import { type RootModule, withDatabase } from './with-database.js';
import { keepAddresses, RateLimitGuard } from '../platform/throttling/rate-limit.guard.js';
import { Tracing } from '../platform/observability/tracing.js';

export const applicationOptions = { bodyParser: false, abortOnError: false } as const;

/** The whole service, ready to listen; closing it closes everything that it opened. */
export function createService(root: RootModule, config: Config, logger: Logger): Promise<NestExpressApplication> {
  return withDatabase(config, logger, async (database, pepper) => {
    const module = root.for(config, database, pepper, logger);
    const options = { ...applicationOptions, logger: new NestLog(logger) };
    const app = await NestFactory.create<NestExpressApplication>(module, new HttpServer(), options);
    return configureHttp(app, config, logger);
  });
}

/** What every request passes, in this order, before guards and handlers see it. */
export function configureHttp(app: NestExpressApplication, config: Config, logger: Logger): NestExpressApplication {
  app.disable('x-powered-by');
  // An entity tag would cost a hash over every answer, and clients do not send conditional requests for POSTs.
  app.set('etag', false);
  app.use(assignRequestId);
  app.use(app.get(Tracing).handle);
  app.use(accessLog(logger, app.get(RequestMeter), app.get(Metrics)));
  app.use(forbidStoring);
  if (config.compression === 'on') app.use(compressAnswers());
  // The service itself speaks plain HTTP; a page that insists on HTTPS would not load without a proxy in front.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  if (config.corsOrigins.length > 0) app.use(crossOrigin(config.corsOrigins));
  app.set('trust proxy', config.trustProxy);
  if (config.trustProxy !== 0) app.use(keepAddresses);
  app.use(limitUnrouted(app.get(RateLimitGuard)));
  serveOpenApi(app, config);
  return app;
}
