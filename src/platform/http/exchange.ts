import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../auth/caller.js';

/** A request under way: who sent it, and when its answer needs no memory any more. */
export interface Exchange {
  readonly caller: Caller;
  /** Calls back once the answer was sent or cannot be sent. */
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
  if (caller === undefined) throw new Error('A public route has no caller');
  return { caller, whenAnswered: (callback) => whenAnswered(request, response, callback) };
}

/**
 * Calls back once the answer was sent or cannot be sent. Where the answer waits behind another one of its connection, only the
 * connection says that it has been closed.
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
 * Whether no answer to a request can reach its client: the connection is closed, or the client has closed its side, upon which the
 * service closes the other. A proxy closes its connection to the service when its own client leaves.
 */
export function isAbandoned({ socket }: Pick<Request, 'socket'>): boolean {
  return !socket.writable;
}
