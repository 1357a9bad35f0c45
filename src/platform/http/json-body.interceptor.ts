import { isUtf8 } from 'node:buffer';
import { PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import rawBody from 'raw-body';
import { finalize, type Observable } from 'rxjs';
import { nextTurn } from '../async/turns.js';
import { isPublicRoute } from '../auth/api-key.guard.js';
import { configToken, type Config } from '../config/config.js';
import { type Admission, BodyGate, weightOfJson } from './admission-gate.js';
import { DomainError } from '../errors/domain-error.js';
import { BodyBudget } from '../throttling/body-budget.js';
import {
  jsonBoundsFor,
  type JsonBounds,
  type MeasuredJson,
  measureJson,
  tooComplexJson,
} from './validation/json-bounds.js';
import { ParsedBody } from './validation/validation.pipe.js';
import { malformedBeginning, malformedJson } from './validation/json-syntax-error.js';
import { ValidationException } from './validation/validation-exception.js';

declare module 'express-serve-static-core' {
  interface Request {
    /**
     * The decompressed body. It is only kept for a request with an idempotency key; other requests do not need it after parsing.
     */
    bodyBytes?: Buffer;
  }
}

/** The maximum size of a decompressed body, in bytes. The largest possible batch is much smaller. */
const maxBodyBytes = 5 * 1024 * 1024;

interface BodyBounds extends JsonBounds {
  readonly bytes: number;
}

const boundsOfRoute = Symbol('bounds of bodies');

/**
 * Replaces the usual limits for the bodies of a route by stricter ones. It is for routes whose bodies are much smaller than a full
 * batch.
 */
export const BoundedBody = (bounds: Partial<BodyBounds>): MethodDecorator & ClassDecorator =>
  SetMetadata(boundsOfRoute, bounds);

const ownReading = Symbol('body that the handler reads');

/** Leaves the body of a route unread. The handler then reads the request as a stream. This is for bodies that are not JSON. */
export const StreamedBody = (): MethodDecorator => SetMetadata(ownReading, true);

/**
 * The size that is assumed for a body before it is read, in bytes, if its size is unknown or only its compressed size is known.
 */
const unannouncedBytes = 1024 * 1024;

/** The maximum compression ratio of gzip. */
const maxInflation = 1_032;

/**
 * Before a body is read, the service assumes that the body has one JSON value in this many bytes. Real batches have fewer values.
 */
const usualBytesOfValue = 16;

/**
 * If a body is larger than this, in bytes, the work for it fills a whole turn of the event loop, so other requests get a turn in
 * between.
 */
const bytesOfTurn = 16 * 1024;

/**
 * Reads and parses the body of a request, and sets `request.body` to a {@link ParsedBody}, or to undefined if there is no body.
 *
 * This happens only after the guards have accepted the request. So a client without a valid key cannot make the service read
 * megabytes, and it gets a 401 even if its JSON is invalid. The body of a request to a public route is not read, because such a
 * route needs no key and takes no body.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly bounds: BodyBounds;

  constructor(
    private readonly reflector: Reflector,
    private readonly gate: BodyGate,
    private readonly budget: BodyBudget,
    @Inject(configToken) config: Config,
  ) {
    this.bounds = { bytes: maxBodyBytes, ...jsonBoundsFor(config) };
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const readsItself = this.reflector.get<boolean | undefined>(ownReading, context.getHandler()) === true;
    const hasNoBody = isPublicRoute(this.reflector, context) || ['GET', 'HEAD'].includes(request.method) || readsItself;
    if (hasNoBody) return next.handle();
    const targets = [context.getHandler(), context.getClass()];
    const own = this.reflector.getAllAndOverride<Partial<BodyBounds> | undefined>(boundsOfRoute, targets);
    const bounds = own === undefined ? this.bounds : { ...this.bounds, ...own };
    const admission = this.gate.newAdmission(request.caller?.tenantId ?? '');
    const release = (): void => {
      admission.release();
    };
    try {
      await this.readJson(request, bounds, admission);
    } catch (error) {
      release();
      throw error;
    }
    // Small bodies take no memory from the gate, so there is nothing to release.
    return admission.held === 0 ? next.handle() : next.handle().pipe(finalize(release));
  }

  private async readJson(request: Request, bounds: BodyBounds, admission: Admission): Promise<void> {
    const bytes = announcesBody(request) ? await this.readAdmitted(request, bounds, admission) : Buffer.alloc(0);
    request.body = undefined;
    if (request.headers['idempotency-key'] !== undefined) request.bodyBytes = bytes;
    if (bytes.length === 0) return;
    if (!isJson(request.headers['content-type'])) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
    if (bytes.length > bytesOfTurn) await nextTurn();
    const size = measureJson(bytes, bounds);
    const weight = weightOfJson(bytes.length, size.excessAt === null ? size.values : 0);
    admission.shrink(weight);
    await admission.grow(weight);
    if (bytes.length > bytesOfTurn) await nextTurn();
    request.body = new ParsedBody(parse(bytes, size, bounds));
  }

  /**
   * Reads the body when there is memory for it. If the length of the body is known and too large, the body is refused before it
   * is read. Otherwise it is refused as soon as the bytes that were read exceed the limit.
   */
  private async readAdmitted(request: Request, bounds: BodyBounds, admission: Admission): Promise<Buffer> {
    const { caller, headers } = request;
    const length = Number(headers['content-length'] ?? 0);
    if (length > bounds.bytes) throw tooLarge(request);
    const spend = (bytes: number, wanted = bytes): void => {
      if (caller !== undefined) this.budget.spend(caller, bytes, wanted);
    };
    if (isOfKnownSize(request)) spend(length);
    await admission.grow(expectedWeight(request, bounds));
    return readBody(request, bounds.bytes, (bytes) => {
      // If the body is refused, the client has to send all of it again. Its size is unknown, so the client is told to wait as
      // long as for a body of the maximum size.
      spend(bytes, bounds.bytes);
    });
  }
}

/** Estimates, before the body is read, how many bytes of memory it will take. */
function expectedWeight(request: Request, bounds: BodyBounds): number {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined) return Math.min(unannouncedBytes, bounds.bytes);
  const length = Number(headers['content-length'] ?? 0);
  const inflated = Math.min(length * maxInflation, unannouncedBytes, bounds.bytes);
  const bytes = isOfKnownSize(request) ? length : Math.max(length, inflated);
  return weightOfJson(bytes, Math.min(bytes / usualBytesOfValue, bounds.values));
}

/**
 * Reads the bytes of a body.
 * @param count is called with the length of each part of a body whose size is not known; it can throw an error to refuse the body
 */
async function readBody(request: Request, limit: number, count: (bytes: number) => void): Promise<Buffer> {
  // If the client has disconnected, the body cannot be read. Without this check, the request would seem to have no body.
  if (!request.readable) throw new DomainError('BODY_INCOMPLETE');
  const isKnown = isOfKnownSize(request);
  const source = isKnown ? request : counted(request, count);
  try {
    return await rawBody(source, { limit, length: isKnown ? request.headers['content-length'] : undefined });
  } catch (error) {
    if (source !== request) source.destroy();
    // The rest of the refused body is read and thrown away, until the body or the connection ends.
    request.resume();
    throw asDomainError(error, request);
  }
}

function announcesBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Whether the header Content-Length gives the number of bytes that will be parsed. It does not if the body is compressed or is
 * sent in chunks.
 */
function isOfKnownSize({ headers }: Request): boolean {
  return headers['transfer-encoding'] === undefined && encodingOf(headers) === 'identity';
}

function encodingOf(headers: Request['headers']): string {
  return (headers['content-encoding'] ?? 'identity').toLowerCase();
}

/**
 * Returns the decompressed body as a stream.
 * @param count is called with the length of each part of the stream; it can throw an error to refuse the body
 */
function counted(request: Request, count: (bytes: number) => void): Readable {
  const encoding = encodingOf(request.headers);
  if (encoding !== 'identity' && encoding !== 'gzip') throw new DomainError('UNSUPPORTED_ENCODING');
  const source = encoding === 'gzip' ? createGunzip() : new PassThrough();
  request.once('aborted', () => source.destroy(new DomainError('BODY_INCOMPLETE')));
  source.on('data', (part: Buffer) => {
    try {
      count(part.length);
    } catch (refusal) {
      source.destroy(refusal as Error);
    }
  });
  return request.pipe(source);
}

function asDomainError(error: unknown, request: Request): Error {
  const { type, code } = error as { type?: unknown; code?: unknown };
  if (type === 'entity.too.large') return tooLarge(request);
  if (type === 'request.aborted' || type === 'request.size.invalid') return new DomainError('BODY_INCOMPLETE');
  if (String(code).startsWith('Z_')) return new DomainError('BODY_NOT_GZIP');
  return error instanceof Error ? error : new Error(String(error));
}

/** The error for a body that is too large. If the rest of the body is still arriving, the connection has to be closed. */
function tooLarge(request: Request): DomainError {
  request.resume();
  return new DomainError('BODY_TOO_LARGE', undefined, request.complete ? {} : { Connection: 'close' });
}

/**
 * Whether a content type is JSON in UTF-8: the type is `application/json` or ends in `+json`, and no other character set is
 * given.
 */
function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const name = type.trim();
  const isJsonType = name === 'application/json' || (name.startsWith('application/') && name.endsWith('+json'));
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return isJsonType && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

/**
 * Parses a body.
 * @throws ValidationException if the body is not valid JSON, or exceeds a bound; if both are true, for what comes first in the
 * body
 */
function parse(bytes: Buffer, size: MeasuredJson, bounds: JsonBounds): unknown {
  if (!isUtf8(bytes)) throw new ValidationException([malformedUtf8]);
  const text = bytes.toString('utf8', 0, size.excessAt ?? bytes.length).replace(/^\uFEFF/, '');
  if (size.excessAt !== null) throw new ValidationException([malformedBeginning(text) ?? tooComplexJson(size, bounds)]);
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
