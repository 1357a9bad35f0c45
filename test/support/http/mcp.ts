import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Client } from '../records/company-api.js';
import { startTestService, type TestService } from '../service/test-service.js';

/** The revision of the protocol that a client uses. `legacy` begins with a handshake; the newer one has all it needs in each message. */
export type Era = 'legacy' | { readonly pin: '2026-07-28' };

/** The result of a tool. */
export interface ToolResult {
  readonly isError: boolean;
  readonly structured: Readonly<Record<string, unknown>>;
  /** The text of the result, parsed if it is JSON. */
  readonly text: unknown;
}

/** A connected client of the official library of the protocol. */
export class Agent {
  private constructor(readonly client: McpClient) {}

  static async connect({ baseUrl, apiKey }: Client, mode: Era = { pin: '2026-07-28' }): Promise<Agent> {
    const client = new McpClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { 'X-Api-Key': apiKey } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
    return new Agent(client);
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const { isError = false, structuredContent = {}, content } = await this.client.callTool({ name, arguments: args });
    const [first] = content;
    if (first?.type !== 'text') throw new Error('A result has a text');
    return { isError, structured: structuredContent as ToolResult['structured'], text: parsed(first.text) };
  }

  /** Calls a tool, which must succeed. @returns the structured content of its result */
  async resultOf(name: string, args?: Record<string, unknown>): Promise<ToolResult['structured']> {
    const { isError, structured, text } = await this.call(name, args);
    if (isError) throw new Error(JSON.stringify(text));
    return structured;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export interface McpTestService extends TestService {
  /** Connects a client with a new key of a tenant. */
  connect(tenant: string, mode?: Era): Promise<Agent>;
}

/** Starts the service with MCP=on; closing it closes its clients too. */
export async function startMcpService(env: Record<string, string> = {}): Promise<McpTestService> {
  const service = await startTestService({ env: { MCP: 'on', ...env } });
  const close = service.close.bind(service);
  const agents: Agent[] = [];
  return Object.assign(service, {
    connect: async (tenant: string, mode?: Era) => {
      const { apiKey } = await service.issueKey(tenant);
      const agent = await Agent.connect({ baseUrl: service.baseUrl, apiKey }, mode);
      agents.push(agent);
      return agent;
    },
    close: async () => {
      for (const agent of agents) await agent.close();
      await close();
    },
  });
}
