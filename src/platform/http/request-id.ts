import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** The ids that clients may choose: printable, short, and harmless in a log line. */
export const acceptableRequestId = /^[\w.:-]{1,128}$/;

/** Gives every request an id, the client's own if it sent a usable one, and sends it back as `X-Request-Id`. */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const sent = request.headers['x-request-id'];
  request.requestId = typeof sent === 'string' && acceptableRequestId.test(sent) ? sent : randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  next();
}
