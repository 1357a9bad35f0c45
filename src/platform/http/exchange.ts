import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { normalizeIp } from '@nestjs/throttler';
import type { Caller } from '../auth/caller.js';

/** Facts about a running request that a controller needs: who sent it, and when its answer no longer takes memory. */
export interface Exchange {
  readonly caller: Caller;
  /** The address of the client, in the form by which the rate limits count it. */
  readonly client: string;
  /** Calls the callback when the answer was sent, or can no longer be sent. */
  readonly whenAnswered: (callback: () => void) => void;
}

/** Injects the {@link Exchange} into a controller method. */
export const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext) => exchangeOf(context));

/** Returns the exchange of a request. The route must require an API key, so that the request has a caller. */
export function exchangeOf(context: ExecutionContext): Exchange {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const response = http.getResponse<Response>();
  const { caller } = request;
  if (caller === undefined)
    throw new Error('A public route has no caller: require an API key for the route, or do not inject the caller');
  return { caller, client: clientKey(request), whenAnswered: (callback) => whenAnswered(request, response, callback) };
}

/** Requests are counted under this name if their socket no longer has an address. They all share one rate limit. */
const unknownClient = 'unknown';

/**
 * The name under which the rate limits count a request. It is the IPv4 address of the client. If the client has an IPv6 address,
 * it is the /64 network of that address, because one subscriber usually has all addresses of such a network.
 */
export function clientKey({ ip }: Request): string {
  return normalizeIp(ip ?? unknownClient);
}

/**
 * Calls the callback when the answer was sent, or can no longer be sent. While the answer waits for an earlier answer on the same
 * connection, the response emits no `close` if the connection is closed. So the `close` of the socket is listened to as well.
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
 * Whether the client of a request has disconnected, so that no answer can reach the client. That is so if the connection is closed,
 * or if the client has closed its side of the connection. A proxy closes its side when its own client disconnects.
 */
export function isAbandoned({ socket }: Pick<Request, 'socket'>): boolean {
  return !socket.writable;
}
