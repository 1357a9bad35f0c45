import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Times after which a slow or idle client is let go, in milliseconds. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Longer than the usual idle time of a proxy, so that the proxy is the one to close. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};

/** How often a closing server looks for connections that have become idle, in milliseconds. */
const closingSweep = 50;

/** Express on a server whose limits are set from its first connection on. */
export class HttpServer extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createServer(timeouts, this.getInstance());
  }

  /**
   * Resolves when the requests under way are answered. Node lets go of the connections that are idle by now, but would
   * keep those that become idle later for the whole keep-alive time.
   */
  override async close(): Promise<void> {
    const server = this.httpServer as Server;
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, closingSweep);
    await super.close();
    clearInterval(sweep);
  }
}
