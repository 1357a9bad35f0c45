import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { isTimeout, sqlStateOf } from '../database/statements.js';
import { DomainError, internalFailure } from '../errors/domain-error.js';
import { ValidationException } from './validation/validation-exception.js';

/**
 * Turns every error into an answer, whose body contains `detail` and no stack trace. If Node cannot even read a request, there is
 * nothing to filter; `unreadable-request.ts` answers then.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly listeners: ((request: Request) => void)[] = [];

  constructor(private readonly logger: Logger) {}

  /**
   * Registers a listener for failed requests.
   * @param listener is called with each request whose error this filter has answered
   */
  onFailure(listener: (request: Request) => void): void {
    this.listeners.push(listener);
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, detail, headers = {} } = this.answerTo(error, request);
    response.status(status).set(headers).json({ detail });
    for (const listener of this.listeners) listener(request);
  }

  /** Returns what to answer to a request that failed with this error. If the error is unexpected, it is also logged. */
  answerTo(error: unknown, request: Pick<Request, 'path' | 'requestId'>): FailureAnswer {
    if (error instanceof ValidationException) return { status: 422, detail: error.items };
    const known = error instanceof DomainError ? error : asDomainError(error);
    if (known !== null) return { status: known.httpStatus, detail: known.detail, headers: known.headers };
    this.report(error, request);
    const failure = internalFailure(request.path, isTimeout(error) ? 'late' : 'other');
    return { status: failure.httpStatus, detail: failure.detail };
  }

  private report(error: unknown, request: Pick<Request, 'requestId'>): void {
    this.logger.error({ request_id: request.requestId, error: forTheLog(error) }, 'A request failed');
  }
}

interface FailureAnswer {
  readonly status: number;
  readonly detail: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The parts of an error that are logged. The messages of PostgreSQL's data exceptions (class 22) quote values that clients have
 * sent. Of such an error only the code is logged.
 */
function forTheLog(error: unknown): object {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const sqlState = sqlStateOf(error);
  const text = sqlState?.startsWith('22') === true ? `data exception ${sqlState}` : message;
  return { name, message: text, stack: stack?.replace(message, () => text) };
}

/**
 * Replaces the framework's errors about paths by a `ROUTE_NOT_FOUND`: error 400 for a path that cannot be decoded, and error 404
 * for a path at which there is no file. It returns null for all other errors.
 */
function asDomainError(error: unknown): DomainError | null {
  const isAboutPath = error instanceof HttpException && [400, 404].includes(error.getStatus());
  return isAboutPath ? new DomainError('ROUTE_NOT_FOUND') : null;
}
