import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import rawBody from 'raw-body';
import { finalize, from, Observable, switchMap } from 'rxjs';
import { isPublicRoute } from '../auth/api-key.guard.js';
import { BodyGate } from './admission-gate.js';
import { DomainError } from '../errors/domain-error.js';
import { ParsedBody } from './validation/validation.pipe.js';
import { malformedJson } from './validation/json-syntax-error.js';
import { ValidationException } from './validation/validation-exception.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The body, inflated, of a request with an idempotency key only: others must not hold it twice. */
    bodyBytes?: Buffer;
  }
}

/** Largest body, in bytes, inflated; a good deal more than the largest batch needs. */
const maxBodyBytes = 5 * 1024 * 1024;

/** The assumed size of a body without a length, or with only that of its compressed form. */
const unannouncedBytes = 1024 * 1024;

/** Maximum ratio of gzip. */
const maxInflation = 1_032;

/** Parsing, checking and looking up a body of this size is enough work for a turn of the event loop. */
const bytesOfTurn = 16 * 1024;

/**
 * Reads and parses the body once the guards have let the request through, so that a client without a key cannot make us
 * read megabytes, and a bad key is answered before bad JSON. Public routes need no key and take no body: there it stays
 * unread. `request.body` is a {@link ParsedBody}, or undefined when there is none.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private lastTurn = Promise.resolve();

  constructor(
    private readonly reflector: Reflector,
    private readonly gate: BodyGate,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const hasNoBody = isPublicRoute(this.reflector, context) || ['GET', 'HEAD'].includes(request.method);
    if (hasNoBody) return next.handle();
    const expected = expectedBytes(request);
    const handle = (): Observable<unknown> => next.handle();
    if (this.gate.weigh(expected) === 0) return from(this.readJson(request)).pipe(switchMap(handle));
    const admission = this.gate.enter(request.caller?.tenantId ?? '');
    return from(admission.grow(expected).then(() => this.readJson(request))).pipe(
      switchMap(handle),
      finalize(() => {
        admission.release();
      }),
    );
  }

  private async readJson(request: Request): Promise<void> {
    const bytes = await readBody(request);
    request.body = undefined;
    if (request.headers['idempotency-key'] !== undefined) request.bodyBytes = bytes;
    if (bytes.length === 0) return;
    if (!isJson(request.headers['content-type'])) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
    if (bytes.length > bytesOfTurn) await this.turn();
    request.body = new ParsedBody(parse(bytes));
  }

  /** Each turn of the event loop parses one large body, so that many at once do not block other requests. */
  private turn(): Promise<void> {
    this.lastTurn = this.lastTurn.then(() => nextTurn());
    return this.lastTurn;
  }
}

async function readBody(request: Request): Promise<Buffer> {
  if (!announcesBody(request)) return Buffer.alloc(0);
  // The body of a client that has disconnected is unreadable, which must not pass for an absent body.
  if (!request.readable) throw new DomainError('BODY_INCOMPLETE');
  const length = request.headers['content-length'];
  const source = inflated(request);
  try {
    if (Number(length) > maxBodyBytes) throw new DomainError('BODY_TOO_LARGE');
    return await rawBody(source, { limit: maxBodyBytes, length: source === request ? length : undefined });
  } catch (error) {
    if (source !== request) source.destroy();
    // The rest is read and discarded, until it ends or the connection does.
    request.resume();
    throw asDomainError(error, request);
  }
}

/** The expected size of a body before it is read. */
function expectedBytes({ headers }: Request): number {
  if (headers['transfer-encoding'] !== undefined) return unannouncedBytes;
  const length = Math.min(Number(headers['content-length'] ?? 0), maxBodyBytes);
  const isPlain = headers['content-encoding'] === undefined;
  return isPlain ? length : Math.max(length, Math.min(length * maxInflation, unannouncedBytes));
}

function announcesBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The decompressed body. */
function inflated(request: Request): Readable {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return request;
  if (encoding !== 'gzip') throw new DomainError('UNSUPPORTED_ENCODING');
  const gunzip = createGunzip();
  request.once('aborted', () => gunzip.destroy(new DomainError('BODY_INCOMPLETE')));
  return request.pipe(gunzip);
}

/** A body that is too large is refused before all of it has arrived, so the connection has to be closed. */
function asDomainError(error: unknown, { complete }: Request): Error {
  const { type, code } = error as { type?: unknown; code?: unknown };
  const isTooLarge = type === 'entity.too.large' || (error instanceof DomainError && error.code === 'BODY_TOO_LARGE');
  if (isTooLarge) return new DomainError('BODY_TOO_LARGE', undefined, complete ? {} : { Connection: 'close' });
  if (type === 'request.aborted' || type === 'request.size.invalid') return new DomainError('BODY_INCOMPLETE');
  if (String(code).startsWith('Z_')) return new DomainError('BODY_NOT_GZIP');
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
  if (!isUtf8(bytes)) throw new ValidationException([malformedUtf8]);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch {
    throw new ValidationException([malformedJson(text)]);
  }
}

const malformedUtf8 = {
  type: 'json_invalid',
  loc: ['body', 0],
  msg: 'JSON decode error',
  input: {},
  ctx: { error: 'Invalid UTF-8' },
};
