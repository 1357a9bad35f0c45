import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { normalizeIp } from '@nestjs/throttler';
import type { Caller } from '../auth/caller.js';

/** A running request: who sent it, and when its answer no longer needs memory. */
export interface Exchange {
  readonly caller: Caller;
  /** The address of the client, as rate limits count it. */
  readonly client: string;
  /** Calls the callback when the answer was sent or can no longer be sent. */
  readonly whenAnswered: (callback: () => void) => void;
}

/** Injects the {@link Exchange} into a controller method. */
export const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext) => exchangeOf(context));

/** The exchange of a route with a key; the guard refuses requests without a caller. */
export function exchangeOf(context: ExecutionContext): Exchange {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const response = http.getResponse<Response>();
  const { caller } = request;
  if (caller === undefined)
    throw new Error('A public route has no caller: require an API key for the route, or do not inject the caller');
  return { caller, client: clientKey(request), whenAnswered: (callback) => whenAnswered(request, response, callback) };
}

/** The key of a request whose socket no longer has an address. All such requests share one quota. */
const unknownClient = 'unknown';

/**
 * The rate limit key of a request: its IPv4 address, or the /64 network of its IPv6 address, because one subscriber has
 * a whole /64 network.
 */
export function clientKey({ ip }: Request): string {
  return normalizeIp(ip ?? unknownClient);
}

/**
 * Calls the callback when the answer was sent or can no longer be sent. An answer that waits for an earlier answer on its connection
 * does not learn that the connection was closed, so this listens to the connection, too.
 */
export function whenAnswered({ socket }: Request, response: Response, callback: () => void): void {
  if (response.closed || socket.destroyed) {
    callback();
    return;
  }
  const onClose = (): void => {
    response.off('close', onClose);
    socket.off('close', onClose);
    callback();
  };
  response.once('close', onClose);
  socket.once('close', onClose);
}

/**
 * Whether the client of a request has disconnected, so that no answer can reach it: the connection is closed, or the client has closed
 * its side. A proxy closes its connection to the service when its own client disconnects.
 */
export function isAbandoned({ socket }: Pick<Request, 'socket'>): boolean {
  return !socket.writable;
}
