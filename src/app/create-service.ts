import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { CallerResolver } from '../platform/auth/api-key.guard.js';
import type { Config } from '../platform/config/config.js';
import { accessLog } from '../platform/observability/access-log.js';
import { assignRequestId, compressAnswers, forbidStoring } from '../platform/http/http-headers.js';
import { serveClientPackage } from '../platform/http/client-package.js';
import { crossOrigin, declaredHeaders } from '../platform/http/cors.js';
import { HttpServer } from '../platform/http/http-server.js';
import { serveOpenApi, serveOperatorDocument } from '../platform/http/openapi/openapi.js';
import { Metrics } from '../platform/observability/metrics.js';
import { RequestMeter } from '../platform/observability/request-meter.js';
import { NestLog } from '../platform/log/log.js';
import { limitUnrouted } from '../platform/http/unreadable-request.js';
import { never } from '../platform/async/with-timeout.js';
import { createApplication, type RootModule } from './create-application.js';
import { keepAddresses, RateLimitGuard } from '../platform/http/rate-limit.guard.js';
import { Tracing } from '../platform/observability/tracing.js';

export const applicationOptions = { bodyParser: false, abortOnError: false } as const;

/**
 * Creates the application of the service, which is then ready to listen. Closing it also closes the database.
 * @param stopping when it aborts, the creation ends early and rejects
 */
export function createService(
  root: RootModule,
  config: Config,
  logger: Logger,
  stopping = never,
): Promise<NestExpressApplication> {
  const options = { ...applicationOptions, logger: new NestLog(logger) };
  const make = async (module: DynamicModule) => {
    const app = await NestFactory.create<NestExpressApplication>(module, new HttpServer(), options);
    return configureHttp(app, config, logger);
  };
  return createApplication(root, config, logger, make, stopping);
}

/** Installs the middleware of the service. It runs in the order of this function, before guards and handlers. */
export function configureHttp(app: NestExpressApplication, config: Config, logger: Logger): NestExpressApplication {
  const server = app.getHttpAdapter() as HttpServer;
  const callers = app.get(CallerResolver);
  server.checkStreamsBy(async (request) => (await callers.resolve(request)) !== null);
  app.disable('x-powered-by');
  // An ETag would cost a hash of every answer, and most routes are POST, to which conditional requests do not apply.
  app.set('etag', false);
  app.use(assignRequestId);
  app.use(app.get(Tracing).handle);
  app.use(accessLog(logger, app.get(RequestMeter), app.get(Metrics)));
  app.use(forbidStoring(config));
  if (config.compression === 'on') app.use(compressAnswers());
  // The service itself speaks plain HTTP. The directive `upgrade-insecure-requests` would make browsers load the files of /docs over
  // HTTPS, which fails if no proxy adds TLS.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  if (config.corsOrigins.length > 0) app.use(crossOrigin(config.corsOrigins, declaredHeaders(app)));
  app.set('trust proxy', config.trustProxy);
  if (config.trustProxy !== 0) app.use(keepAddresses);
  app.use(limitUnrouted(app.get(RateLimitGuard)));
  serveOpenApi(app, config);
  if (config.operatorApi === 'on') serveOperatorDocument(app, config);
  serveClientPackage(app);
  return app;
}
