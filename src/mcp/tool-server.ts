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
import { forAgents } from './argument-schema.js';
import { withShortError, withShortFaults } from './short-errors.js';
import { recordsAreData, type Tool } from './tool.js';

/** Runs a tool. The arguments have been checked against the input schema of the tool before. */
type RunTool = (tool: Tool, args: unknown) => Promise<CallToolResult>;

const instructions =
  'Enriches companies and persons, lists intent signals and finds prospects in the records of this service. `find_companies` ' +
  'finds a company by its name, `list_fields` lists the names of fields, `list_teams` those of the teams of prospecting. Tools ' +
  'that cost credits say so and take `maximum_credits`; misses cost nothing. ' +
  recordsAreData;

/** The maximum length of the id of a message, in characters. Clients usually send numbers or UUIDs. */
const maxId = 200;

/** The URL of the requests that are passed to the library. A request must have a URL, but the library reads only the headers. */
const url = 'http://localhost/mcp';

/**
 * Speaks all revisions of the protocol since 2024, without sessions. A new server object of the library is made for each message,
 * and the answer is one JSON text.
 */
export class ToolServer {
  private readonly inputs: ReadonlyMap<Tool, ReturnType<typeof withShortFaults>>;

  constructor(private readonly tools: readonly Tool[]) {
    this.inputs = new Map(tools.map((tool) => [tool, withShortFaults(forAgents(tool.input['~standard']))]));
  }

  /** Answers a message. @param message the parsed body of the request; undefined if the body is empty */
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
    // Subscriptions are refused. A subscription is a stream that never ends, and the service has nothing to which a client could
    // subscribe.
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

/** Whether an answer can repeat the id of a message exactly. It cannot repeat a very long text, or a number that JavaScript would round. */
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
 * The headers of a request that belong to the protocol. The protocol demands that a client accepts streams as well as JSON. The
 * service sends no streams, so it passes a fixed header `Accept` to the library and does not check that of the client.
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
