import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { version } from '../platform/config/project-root.js';
import { withShortError, withShortFaults } from './short-errors.js';
import { recordsAreData, type Tool } from './tool.js';

/** Runs a tool with arguments that fit its input schema. */
type RunTool = (tool: Tool, args: unknown) => Promise<CallToolResult>;

const instructions =
  'Enriches companies and persons, lists intent signals and finds prospects in the records of this service. `find_companies` ' +
  'finds a company by its name, `list_fields` lists the names of fields, `list_teams` those of the teams of prospecting. Tools ' +
  'that cost credits say so and take `maximum_credits`; misses cost nothing. ' +
  recordsAreData;

/** Longest id of a message, in characters; clients send numbers or UUIDs. */
const maxId = 200;

/** The library sets no address, and reads only the headers. */
const url = 'http://localhost/mcp';

/** Speaks the protocol in its revisions from 2024 on, without sessions: a new server for each message, and one JSON text as answer. */
export class ToolServer {
  private readonly inputs: ReadonlyMap<Tool, ReturnType<typeof withShortFaults>>;

  constructor(private readonly tools: readonly Tool[]) {
    this.inputs = new Map(tools.map((tool) => [tool, withShortFaults(tool.input)]));
  }

  /** @param message the parsed body; undefined for an empty one */
  async answer(message: unknown, headers: IncomingHttpHeaders, run: RunTool): Promise<Response> {
    return isRepeatable(message) ? withShortError(await this.serve(message, headers, run)) : unusableId();
  }

  private async serve(message: unknown, headers: IncomingHttpHeaders, run: RunTool): Promise<Response> {
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
      const { name, title, description, output, hints } = tool;
      const config = {
        title,
        description,
        inputSchema: this.inputs.get(tool),
        outputSchema: output,
        annotations: hints,
      };
      server.registerTool(name, config, (args) => run(tool, args));
    }
    return server;
  }
}

/** An answer has to repeat the id of its message exactly, which bounds its length, and excludes numbers that are rounded. */
function isRepeatable(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('id' in message)) return true;
  const { id } = message;
  return typeof id === 'string' ? id.length <= maxId : typeof id !== 'number' || Number.isSafeInteger(id);
}

function unusableId(): Response {
  const message = `The id has to be a text of at most ${maxId} characters, or a whole number up to 2^53`;
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
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
