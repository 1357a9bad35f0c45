import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { invalidKey } from '../billing/idempotency/stored-answer.js';
import { FailedRequestService } from '../billing/usage/failed-request.service.js';
import { ErrorFilter } from '../platform/http/error.filter.js';
import { clientKey, isAbandoned, whenAnswered } from '../platform/http/exchange.js';
import { ParsedBody } from '../platform/http/validation/validation.pipe.js';
import { ValidationException } from '../platform/http/validation/validation-exception.js';
import { CallsUnderWay } from './calls-under-way.js';
import type { Tool, ToolCall } from './tool.js';
import type { ToolServer } from './tool-server.js';
import { EnrichmentTools } from './tools/enrichment-tools.js';
import { FreeTools } from './tools/free-tools.js';
import { ProspectingTools } from './tools/prospecting-tools.js';

/**
 * Answers messages of the Model Context Protocol. Each message is one HTTP request, with an API key and a request id of its own,
 * and the rate limits apply to it.
 */
@Injectable()
export class McpService implements OnModuleInit {
  private readonly tools: readonly Tool[];
  private server: ToolServer | null = null;

  constructor(
    enrichment: EnrichmentTools,
    free: FreeTools,
    prospecting: ProspectingTools,
    private readonly underWay: CallsUnderWay,
    private readonly failures: ErrorFilter,
    private readonly failedRequests: FailedRequestService,
  ) {
    this.tools = [...free.tools, ...enrichment.tools, ...prospecting.tools];
  }

  /** Loads the library of the protocol. That takes a fifth of a second, so a service without `MCP=on` does not load it. */
  async onModuleInit(): Promise<void> {
    const { ToolServer } = await import('./tool-server.js');
    this.server = new ToolServer(this.tools);
  }

  /**
   * Answers a message, and sets the status and the content type of the HTTP response.
   * @returns the body of the response
   * @throws ValidationException if the request has several messages, or an idempotency key in a header
   */
  async answer(request: Request, response: Response): Promise<string> {
    const { requestId, caller, headersDistinct } = request;
    if (caller === undefined || this.server === null)
      throw new Error('The guard of API keys and the start of the module must run before a message is answered');
    const [key] = headersDistinct['idempotency-key'] ?? [];
    if (key !== undefined) throw invalidKey(key, 'send the key as the argument `idempotency_key` of a tool');
    const body: unknown = request.body;
    const message = body instanceof ParsedBody ? body.take() : undefined;
    // For the rate limits and the ledger one request is one call. So a request must not have several messages.
    if (Array.isArray(message)) throw new ValidationException([batch]);
    const onAnswered = (callback: () => void): void => whenAnswered(request, response, callback);
    const { server } = this;
    const answer = await this.underWay.during(caller.keyId, message, (underWay) => {
      const hasLeft = (): boolean => underWay.isCancelled || isAbandoned(request);
      const call = {
        ...{ requestId, caller, client: clientKey(request) },
        ...{ whenAnswered: onAnswered, isAbandoned: hasLeft },
      };
      return server.answer(message, request.headers, (tool, sent) => this.run(tool, sent, call));
    });
    response.status(answer.status);
    const type = answer.headers.get('content-type');
    if (type !== null) response.type(type);
    return answer.text();
  }

  /** Runs a tool. If it fails, the result contains the `detail` with which the HTTP route would answer. */
  private async run(tool: Tool, sent: unknown, call: ToolCall): Promise<CallToolResult> {
    try {
      const structuredContent = await tool.run(sent, call);
      return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
    } catch (error) {
      this.failedRequests.note(call.caller, tool.path, `POST /mcp ${tool.name}`);
      const { detail } = this.failures.answerTo(error, { path: tool.path, requestId: call.requestId });
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({ detail }) }] };
    }
  }
}

/** The validation error for a request that has several messages. */
const batch = {
  type: 'value_error',
  loc: ['body'],
  msg: 'Value error, send one message in a request',
  input: null,
  ctx: { error: {} },
};
