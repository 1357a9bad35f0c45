import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { DomainError, internalFailure } from './domain-error.js';
import { ValidationFailure } from './validation/validation-failure.js';

/** The one place that turns whatever was thrown into a response. Every body has `detail`; none has a stack trace. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, detail } = this.answerTo(error, request);
    response.status(status).json({ detail });
  }

  private answerTo(error: unknown, request: Request): { status: number; detail: unknown } {
    if (error instanceof ValidationFailure) return { status: 422, detail: error.items };
    const known = error instanceof DomainError ? error : asDomainError(error);
    if (known !== null) return { status: known.httpStatus, detail: known.detail };
    this.report(error, request);
    const failure = new DomainError(internalFailure(request.path));
    return { status: failure.httpStatus, detail: failure.detail };
  }

  private report(error: unknown, request: Request): void {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    this.logger.error({ request_id: request.requestId, error: { name, message, stack } }, 'A request failed');
  }
}

/** What the framework throws of its own accord: a path that cannot be decoded, a request cut off by the client. */
function asDomainError(error: unknown): DomainError | null {
  if (error instanceof URIError) return new DomainError('ROUTE_NOT_FOUND');
  if (error instanceof HttpException && error.getStatus() === 404) return new DomainError('ROUTE_NOT_FOUND');
  return null;
}
