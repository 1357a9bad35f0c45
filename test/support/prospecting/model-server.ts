import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A received request for a completion. */
export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly formatType: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers one request, or fails in a certain way. */
export type ModelBehaviour = (request: ModelRequest, response: ServerResponse) => Promise<void> | void;

/** The answer of a model: a text for each of the five sections. */
export const modelSections = {
  summary: 'The model sums up.',
  technical: 'The model on technology.',
  buyer: 'The model on buying.',
  receptive: 'The model on timing.',
  warm_intro: 'The model on introductions.',
};

/**
 * A server for chat completions whose failures a test decides. The behaviours that `next` has queued answer the first requests, one
 * each. The behaviour `usual` answers the others.
 */
export class ModelServer {
  readonly requests: ModelRequest[] = [];
  /** The maximum number of concurrent requests. */
  maxInFlight = 0;
  /** The number of connections that clients closed before the answer. */
  abandoned = 0;
  usual: ModelBehaviour = answersWith(modelSections);

  private inFlight = 0;
  private readonly queued: ModelBehaviour[] = [];
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.take(request, response));
  }

  static async start(): Promise<ModelServer> {
    const started = new ModelServer();
    await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  /** The address for `LLM_BASE_URL`. */
  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The model server does not listen.');
    return `http://127.0.0.1:${address.port}/v1`;
  }

  next(...behaviours: readonly ModelBehaviour[]): void {
    this.queued.push(...behaviours);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    response.on('close', () => {
      this.inFlight -= 1;
      if (!response.writableFinished) this.abandoned += 1;
    });
    const request = await read(incoming);
    this.requests.push(request);
    await (this.queued.shift() ?? this.usual)(request, response);
  }
}

async function read(incoming: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  return {
    path: incoming.url ?? '',
    authorization: incoming.headers.authorization,
    model: String(body.model),
    messages: body.messages as ModelRequest['messages'],
    formatType: (body.response_format as { type?: string } | undefined)?.type,
    body,
  };
}

interface Sending {
  readonly status?: number;
  /** The media type. */
  readonly type?: string;
}

/** Sends a body as it is. */
export function sendBody(
  response: ServerResponse,
  body: string,
  { status = 200, type = 'application/json' }: Sending = {},
): void {
  response.writeHead(status, { 'Content-Type': type }).end(body);
}

/** Answers a body as it is. */
export function sendsBody(body: string, sending: Sending = {}): ModelBehaviour {
  return (_request, response) => sendBody(response, body, sending);
}

/** Answers this value instead of a completion, with status 200. */
export function sendsJson(value: unknown): ModelBehaviour {
  return sendsBody(JSON.stringify(value));
}

/** The body of a completion with this message. */
export function completionOf(message: object, finishReason = 'stop'): string {
  return JSON.stringify({ choices: [{ index: 0, finish_reason: finishReason, message }] });
}

/** Answers a completion with this message. */
export function sendsMessage(message: object, finishReason = 'stop'): ModelBehaviour {
  return sendsBody(completionOf(message, finishReason));
}

/** The JSON of each chunk of a streamed completion. */
export function streamOf(...contents: readonly string[]): string[] {
  return contents.map((content) =>
    JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
  );
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers a completion with this text. */
export function answersText(content: string | null, finishReason = 'stop'): ModelBehaviour {
  return (request, response) =>
    send(response, 200, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: request.model,
      choices: [{ index: 0, finish_reason: finishReason, message: { role: 'assistant', content } }],
    });
}

/** Answers a completion with this value as JSON. */
export function answersWith(value: unknown): ModelBehaviour {
  return answersText(JSON.stringify(value));
}

/** Delays a behaviour until the promise resolves. */
export function afterPromise(moment: Promise<unknown>, behaviour: ModelBehaviour): ModelBehaviour {
  return async (request, response) => {
    await moment;
    if (!response.destroyed) await behaviour(request, response);
  };
}

/** Never answers. */
export const hangs: ModelBehaviour = () => undefined;

/** Starts an answer and does not end it. */
export const stallsMidway: ModelBehaviour = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"choices":[');
};

/** Sends blanks, which JSON allows, until the client disconnects. */
export const neverEnds: ModelBehaviour = (_request, response) => {
  const blanks = Buffer.alloc(65_536, ' ');
  const fill = (): void => {
    while (!response.destroyed && response.write(blanks));
  };
  response.writeHead(200, { 'Content-Type': 'application/json' }).on('drain', fill);
  fill();
};

/** Answers an error that quotes the prompt, as some servers do. */
export function failsWith(status: number, headers: Record<string, string> = {}): ModelBehaviour {
  return (request, response) => {
    send(response, status, { error: { message: `cannot: ${JSON.stringify(request.messages)}` } }, headers);
  };
}

/** Answers with JSON that is cut off, in an answer that is complete. */
export const breaksJson: ModelBehaviour = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"choices":[{"message":');
};

/** Resets the connection. */
export const resets: ModelBehaviour = (_request, response) => {
  response.socket?.resetAndDestroy();
};

/** Rejects JSON schemas, as servers that support only JSON objects do. */
export function refusesSchemas(otherwise: ModelBehaviour): ModelBehaviour {
  return (request, response) =>
    request.formatType === 'json_schema' ? failsWith(400)(request, response) : otherwise(request, response);
}

/** Answers as a model does that obeys instructions in a profile: every section is the text of the profile. */
export const obeysTheProfile: ModelBehaviour = (request, response) => {
  const record = request.messages.find(({ role }) => role === 'user')?.content ?? '';
  const text = record.slice(0, 400);
  return answersWith({ summary: text, technical: text, buyer: text, receptive: text, warm_intro: text })(
    request,
    response,
  );
};
