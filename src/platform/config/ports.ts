import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Config } from './config.js';

/** Where a process listens, and the variables that configure it. */
export interface Listener {
  readonly port: number;
  readonly host: string;
  readonly portVariable: 'PORT' | 'METRICS_PORT';
  readonly hostVariable: 'HOST' | 'METRICS_HOST';
}

export function apiListener({ port, host }: Config): Listener {
  return { port, host, portVariable: 'PORT', hostVariable: 'HOST' };
}

/** Empty: metrics are not served. */
export function metricsListeners({ metricsPort: port, metricsHost: host }: Config): Listener[] {
  return port === null ? [] : [{ port, host, portVariable: 'METRICS_PORT', hostVariable: 'METRICS_HOST' }];
}

/**
 * Tries to listen on all ports of a process, before the database is created, which takes a while.
 * @throws Error in one line that names the variable to set
 */
export async function expectUsablePorts(listeners: readonly Listener[]): Promise<void> {
  const opened: Server[] = [];
  try {
    for (const [index, listener] of listeners.entries()) {
      opened.push(await open(listener, listeners.slice(0, index)));
    }
  } finally {
    await Promise.all(opened.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

async function open(listener: Listener, earlier: readonly Listener[]): Promise<Server> {
  const server = createServer();
  try {
    await once(server.listen(listener.port, listener.host), 'listening');
    return server;
  } catch (error) {
    const same = earlier.find(({ port }) => port !== 0 && port === listener.port);
    if (same === undefined) throw unusable(listener, error);
    const variables = `${same.portVariable} and ${listener.portVariable}`;
    throw new Error(`${variables} are both ${listener.port}; set one of them to another port`, { cause: error });
  }
}

/** An error with one line of advice about a port that cannot be used; any other error as it is. */
export function unusable({ port, host, portVariable, hostVariable }: Listener, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is in use; stop what uses it or set ${portVariable}`, { cause: error });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${host} is no address of this machine; set ${hostVariable} to one`, { cause: error });
  if (code === 'EACCES')
    return new Error(`Port ${port} may not be used by this account; set ${portVariable}`, { cause: error });
  return error;
}
