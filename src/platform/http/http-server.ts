import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Times after which a slow or idle client is let go, in milliseconds. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Longer than the usual idle time of a proxy, so that the proxy is the one to close. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};

/** Express on a server whose limits are set from its first connection on. */
export class HttpServer extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createServer(timeouts, this.getInstance());
  }
}
