import { isUtf8 } from 'node:buffer';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { raw, type Request, type Response } from 'express';
import { Observable, from, switchMap } from 'rxjs';
import { isPublicRoute } from '../auth/public.decorator.js';
import { DomainError } from './domain-error.js';
import { malformedJson } from './validation/json-syntax-error.js';
import { ValidationFailure } from './validation/validation-failure.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The body as it was sent, of a request with an idempotency key only: others must not hold it twice. */
    bodyBytes?: Buffer;
  }
}

/** Largest body, in bytes, a good deal more than the largest batch needs. */
const maxBodyBytes = 5 * 1024 * 1024;

const readBytes = raw({ type: () => true, limit: maxBodyBytes, inflate: false });

/**
 * Reads and parses the body once the guards have let the request through, so that nobody without a key makes us
 * read megabytes, and so that a bad key is answered before bad JSON. Public routes are open to anybody and take no body:
 * there it stays unread. `request.body` is undefined when there is none.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const hasNoBody = isPublicRoute(this.reflector, context) || ['GET', 'HEAD'].includes(request.method);
    if (hasNoBody) return next.handle();
    return from(readJson(request, http.getResponse<Response>())).pipe(switchMap(() => next.handle()));
  }
}

async function readJson(request: Request, response: Response): Promise<void> {
  const bytes = await readBody(request, response);
  request.body = undefined;
  if (request.headers['idempotency-key'] !== undefined) request.bodyBytes = bytes;
  if (bytes.length === 0) return;
  if (!isJson(request.headers['content-type'])) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  request.body = parse(bytes);
}

function readBody(request: Request, response: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    readBytes(request, response, (error?: unknown) => {
      if (error !== undefined) reject(asDomainError(error));
      else if (Buffer.isBuffer(request.body)) resolve(request.body);
      // Of a client that has left already nothing is read, which must not pass for a request without a body.
      else if (announcesBody(request)) reject(new DomainError('BODY_INCOMPLETE'));
      else resolve(Buffer.alloc(0));
    });
  });
}

function announcesBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function asDomainError(error: unknown): Error {
  const type = (error as { type?: unknown }).type;
  if (type === 'entity.too.large') return new DomainError('BODY_TOO_LARGE');
  if (type === 'encoding.unsupported') return new DomainError('UNSUPPORTED_ENCODING');
  if (type === 'request.aborted' || type === 'request.size.invalid') return new DomainError('BODY_INCOMPLETE');
  return error instanceof Error ? error : new Error(String(error));
}

/** `application/json` or any `+json` type, in UTF-8. */
function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const name = type.trim();
  const isJsonType = name === 'application/json' || (name.startsWith('application/') && name.endsWith('+json'));
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return isJsonType && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ValidationFailure([malformedUtf8]);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch {
    throw new ValidationFailure([malformedJson(text)]);
  }
}

const malformedUtf8 = {
  type: 'json_invalid',
  loc: ['body', 0],
  msg: 'JSON decode error',
  input: {},
  ctx: { error: 'Invalid UTF-8' },
};
