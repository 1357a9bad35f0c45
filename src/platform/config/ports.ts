import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Config } from './config.js';

/** An address on which a process listens, and the variables that configure it. */
export interface Listener {
  readonly port: number;
  readonly host: string;
  readonly portVariable: 'PORT' | 'METRICS_PORT';
  readonly hostVariable: 'HOST' | 'METRICS_HOST';
}

export function apiListener({ port, host }: Config): Listener {
  return { port, host, portVariable: 'PORT', hostVariable: 'HOST' };
}

/** The address on which metrics are served, in a list; an empty list if they are not served. */
export function metricsListeners({ metricsPort: port, metricsHost: host }: Config): Listener[] {
  return port === null ? [] : [{ port, host, portVariable: 'METRICS_PORT', hostVariable: 'METRICS_HOST' }];
}

/**
 * Checks that a process can listen on all its ports, by opening and closing each of them. It is called before the database is
 * opened, so that a wrong setting is reported at once.
 * @throws Error with a message of one line that names the variable to set
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

/**
 * Turns an error about an unusable port or host into an error whose message says what to do. Any other error is returned unchanged.
 */
export function unusable({ port, host, portVariable, hostVariable }: Listener, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is in use; stop the program that uses it, or set ${portVariable}`, {
      cause: error,
    });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${host} is no address of this machine; set ${hostVariable} to one of its addresses`, {
      cause: error,
    });
  if (code === 'EACCES')
    return new Error(`This account may not use port ${port}; set ${portVariable} to another port`, { cause: error });
  return error;
}
