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

/** Runs a tool. Its arguments have been checked against its input schema. */
type RunTool = (tool: Tool, args: unknown) => Promise<CallToolResult>;

const instructions =
  'Enriches companies and persons, lists intent signals and finds prospects in the records of this service. `find_companies` ' +
  'finds a company by its name, `list_fields` lists the names of fields, `list_teams` those of the teams of prospecting. Tools ' +
  'that cost credits say so and take `maximum_credits`; misses cost nothing. ' +
  recordsAreData;

/** The maximum number of characters of the id of a message. Clients send numbers or UUIDs. */
const maxId = 200;

/** The address of the requests that are given to the library. A request needs one, but the library reads only the headers. */
const url = 'http://localhost/mcp';

/**
 * Speaks the protocol in all revisions since 2024, without sessions. Each message has a server of its own, and is answered by one
 * JSON text.
 */
export class ToolServer {
  private readonly inputs: ReadonlyMap<Tool, ReturnType<typeof withShortFaults>>;

  constructor(private readonly tools: readonly Tool[]) {
    this.inputs = new Map(tools.map((tool) => [tool, withShortFaults(tool.input)]));
  }

  /** Answers a message. @param message the parsed body of the request; undefined for an empty body */
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
    // Subscriptions would be streams without an end, and the service has nothing to subscribe to.
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

/**
 * Whether an answer can repeat the id of a message exactly. It cannot for a very long text, and for a number that would be rounded.
 */
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

/**
 * The headers of a request that belong to the protocol. The protocol requires that clients accept streams, too. As the service
 * sends none, it does not check what a client accepts.
 */
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
