import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { version } from '../platform/config/project-root.js';
import { recordsAreData, type Tool } from './tool.js';

/** Runs a tool with arguments that fit its input schema. */
type RunTool = (tool: Tool, args: unknown) => Promise<CallToolResult>;

const instructions =
  'Enriches companies and persons, lists intent signals and finds prospects in the records of this service. Ask `list_fields` ' +
  'for the names of fields. Tools that cost credits say so and take `maximum_credits`; misses cost nothing. ' +
  recordsAreData;

/** The library sets no address, and reads only the headers. */
const url = 'http://localhost/mcp';

/** Speaks the protocol in its revisions from 2024 on, without sessions: a new server for each message, and one JSON text as answer. */
export class ToolServer {
  constructor(private readonly tools: readonly Tool[]) {}

  /** @param message the parsed body; undefined for an empty one */
  async answer(message: unknown, headers: IncomingHttpHeaders, run: RunTool): Promise<Response> {
    const request = new Request(url, { method: 'POST', headers: protocolHeaders(headers) });
    const parsed = message === undefined ? {} : { parsedBody: message };
    if (message !== undefined && (await isLegacyRequest(request, message))) {
      const server = this.serverOf(run);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      const answer = await transport.handleRequest(request, parsed);
      await server.close();
      return answer;
    }
    // Subscriptions would be streams without an end; there is nothing to subscribe to.
    const handler = createMcpHandler(() => this.serverOf(run), { legacy: 'reject', maxSubscriptions: 0 });
    return handler.fetch(request, parsed);
  }

  private serverOf(run: RunTool): McpServer {
    const server = new McpServer({ name: 'data-access-service', version }, { instructions });
    for (const tool of this.tools) {
      const { name, title, description, input, output, hints } = tool;
      const config = { title, description, inputSchema: input, outputSchema: output, annotations: hints };
      server.registerTool(name, config, (args) => run(tool, args));
    }
    return server;
  }
}

/** Those of the protocol. Clients have to accept streams too, which are never sent, so that what they accept is not checked. */
function protocolHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const own = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith('mcp-') && typeof value === 'string' ? [[name, value] as const] : [],
  );
  return {
    ...Object.fromEntries(own),
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
  };
}
