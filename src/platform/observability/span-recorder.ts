import { Logger } from '@nestjs/common';
import {
  type Attributes,
  context,
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { NextFunction, Request, Response } from 'express';
import { withTimeout } from '../async/with-timeout.js';
import { version } from '../config/project-root.js';
import type { StatementWatch } from '../database/statements.js';
import { singleLine } from '../errors/command-error.js';
import { routeOf } from './registered-routes.js';

/**
 * The name of a span for a statement. It is the name under which the statement is prepared or, if there is none, the first word
 * of its text, such as `select`.
 */
export function statementName(statement: unknown): string {
  if (typeof statement === 'string') return firstWord(statement);
  if (typeof statement !== 'object' || statement === null) return 'statement';
  if ('name' in statement && typeof statement.name === 'string') return statement.name;
  return 'text' in statement && typeof statement.text === 'string' ? firstWord(statement.text) : 'statement';
}

function firstWord(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement';
}

/** How long the end of the process waits until the last spans are sent, in milliseconds. */
const closeTimeoutMs = 2_000;
/** If the receiver of the traces cannot be reached, a warning is logged at most once in this time, in milliseconds. */
const silenceMs = 60_000;

/**
 * Records spans, and sends them as OTLP over HTTP. OpenTelemetry's library itself reads from environment variables where to send
 * them, which traces to sample, and the name of the service. Spans contain routes, ids and the names of statements, but never
 * values.
 */
export class SpanRecorder {
  private readonly logger = new Logger(SpanRecorder.name);
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly tracer: Tracer;
  private quietUntil = 0;

  private constructor(private readonly provider: BasicTracerProvider) {
    this.tracer = provider.getTracer('data-access-service', version);
  }

  static open(): SpanRecorder {
    const ours = resourceFromAttributes({ 'service.name': 'data-access-service', 'service.version': version });
    const resource = ours.merge(detectResources({ detectors: [envDetector] }));
    const provider = new BasicTracerProvider({
      resource,
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const recorder = new SpanRecorder(provider);
    const [warn, ignore] = [recorder.warn, (): void => undefined];
    diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
    return recorder;
  }

  /**
   * Records a span for a request, which lasts until the end of the answer. If the headers of the request name a trace, the span
   * becomes part of that trace.
   */
  request(request: Request, response: Response, next: NextFunction): void {
    const parent = this.propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const attributes = { 'http.request.method': request.method, request_id: request.requestId };
    const span = this.tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
    response.once('close', () => {
      const route = routeOf(request);
      const status = response.writableFinished ? response.statusCode : 499;
      span.updateName(`${request.method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      if (request.caller !== undefined) span.setAttribute('tenant', request.caller.tenantId);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), next);
  }

  /**
   * Does the work, and records a span for it. The span becomes a child of the current span.
   * @throws what the work throws
   */
  async around<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    return this.within(name, { attributes }, work);
  }

  /**
   * Records a span for every statement that is part of a request or a run. Other statements, such as those that look for new
   * jobs, have no span.
   */
  watch(statements: StatementWatch): void {
    statements.watchBy((statement, send) => {
      if (trace.getActiveSpan() === undefined) return send();
      const attributes = { 'db.system.name': 'postgresql' };
      return this.within(statementName(statement), { kind: SpanKind.CLIENT, attributes }, send);
    });
  }

  /** Sends the spans that were not sent yet, if the receiver answers in time. */
  async close(): Promise<void> {
    await withTimeout(closeTimeoutMs, 'the receiver of traces does not answer', this.provider.shutdown()).catch(
      (error: unknown) => {
        this.warn(singleLine(error));
      },
    );
  }

  private async within<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
    return this.tracer.startActiveSpan(name, options, async (span: Span) => {
      try {
        return await work();
      } catch (error) {
        // The message of the error is not recorded, because it may quote values that a client has sent.
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  private readonly warn = (message: string): void => {
    const now = Date.now();
    if (now < this.quietUntil) return;
    this.quietUntil = now + silenceMs;
    this.logger.warn(`Traces: ${message}`);
  };
}
