import { ConnectionLost, contentOf, errorOf } from './errors.js';
import { type ResponseInfo, responseInfo } from './response-info.js';
import { type CallOptions, Retries } from './retries.js';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** The path of the request, with the query string if there is one. */
  readonly path: string;
  /** The value that is sent as JSON. */
  readonly body?: unknown;
  /** The idempotency key, which every attempt repeats. */
  readonly idempotencyKey?: string;
}

/** The body of an answer, and what its headers say. */
export interface Answer<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** A successful answer. Its headers have arrived; its body is not read yet. */
interface OpenAnswer {
  readonly response: ResponseInfo;
  /** The content type; null if the answer has none. */
  readonly type: string | null;
  /** Reads the body. @throws ConnectionLost if the connection is cut before its end */
  readonly text: () => AsyncGenerator<string, void, undefined>;
}

const defaultTimeout = 60_000;

/** Sends requests with an API key. A request that fails for a reason that may pass is sent again. */
export class Transport {
  constructor(
    private readonly baseUrl: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly fetch: Fetch,
    private readonly defaults: CallOptions,
  ) {}

  /** The options of a call. For each option that the call does not set, the option of the client is used. */
  optionsOf(own: CallOptions): CallOptions {
    const given = Object.entries(own).filter(([, value]) => value !== undefined);
    return { ...this.defaults, ...Object.fromEntries(given) };
  }

  /**
   * Sends a request and reads the answer. If the request fails for a reason that may pass, it is sent again.
   * @throws ApiError, ConnectionLost, or the reason of `signal` when the signal aborts
   */
  async send<T>(request: ApiRequest, own: CallOptions): Promise<Answer<T>> {
    const options = this.optionsOf(own);
    const retries = new Retries(options);
    for (;;) {
      try {
        const { response, type, text } = await this.open(request, options);
        let body = '';
        for await (const part of text()) body += part;
        return { data: parse(request, body, response, type) as T, response };
      } catch (error) {
        await retries.after(error);
      }
    }
  }

  /**
   * Sends a request once, and returns when the headers of the answer have arrived. The caller reads the body.
   * @throws ApiError, ConnectionLost, or the reason of `signal` when the signal aborts
   */
  async open(request: ApiRequest, { signal, timeout = defaultTimeout }: CallOptions): Promise<OpenAnswer> {
    const sentId = randomId();
    const call = `${request.method} ${request.path}`;
    let info: ResponseInfo | null = null;
    const attempt = new Attempt(signal, timeout, (cause) => {
      const message = `${call} got no complete answer: ${reasonOf(cause)}`;
      return new ConnectionLost(message, info?.requestId ?? sentId, cause, info);
    });
    const init = this.initOf(request, sentId, attempt.signal);
    const response = await attempt.waitFor(() => this.fetch(this.baseUrl + request.path, init));
    info = responseInfo(response, sentId);
    const text = (): AsyncGenerator<string, void, undefined> => attempt.text(response);
    const type = response.headers.get('content-type');
    if (response.ok) return { response: info, type, text };
    let body = '';
    for await (const part of text()) body += part;
    throw errorOf(call, body, info, type);
  }

  private initOf({ method, body, idempotencyKey }: ApiRequest, sentId: string, signal: AbortSignal): RequestInit {
    const headers = new Headers({ ...this.headers, accept: 'application/json', 'x-request-id': sentId });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    // The client does not follow redirects, because a redirect could send the API key to another host.
    return { method, headers, signal, redirect: 'manual', ...content };
  }
}

/** One attempt to send a request. It ends when the signal of the caller aborts, or when no bytes have come for `timeout` milliseconds. */
class Attempt {
  private readonly controller = new AbortController();

  constructor(
    private readonly caller: AbortSignal | undefined,
    private readonly timeout: number,
    private readonly lost: (cause: unknown) => ConnectionLost,
  ) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  async waitFor<T>(step: () => Promise<T>): Promise<T> {
    this.caller?.throwIfAborted();
    const abort = (): void => this.controller.abort();
    const timer = setTimeout(
      () => this.controller.abort(new Error(`no bytes came for ${this.timeout} ms`)),
      this.timeout,
    );
    this.caller?.addEventListener('abort', abort, { once: true });
    try {
      return await step();
    } catch (error) {
      this.caller?.throwIfAborted();
      throw this.lost(error);
    } finally {
      clearTimeout(timer);
      this.caller?.removeEventListener('abort', abort);
    }
  }

  async *text({ body }: Response): AsyncGenerator<string, void, undefined> {
    if (body === null) return;
    const reader = body.getReader();
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await this.waitFor(() => reader.read());
        if (done) break;
        yield decoder.decode(value, { stream: true });
      }
    } finally {
      // Ends the download if the caller stops reading early.
      this.controller.abort();
    }
  }
}

/** Parses a JSON body. @throws ConnectionLost if the body is not JSON: a proxy has cut it, or another program has answered */
function parse({ method, path }: ApiRequest, body: string, response: ResponseInfo, type: string | null): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    const problem =
      type?.includes('json') === true
        ? 'the body is no JSON'
        : `another program than the service answered with ${contentOf(body, type)}`;
    const message = `${method} ${path} got no complete answer: ${problem}`;
    throw new ConnectionLost(message, response.requestId, error, response);
  }
}

/** Why a connection failed. Node puts the reason into the `cause` of a TypeError, whose own message says only "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/** A random UUID. Browsers have `crypto.randomUUID` only on pages that come over HTTPS or from the machine itself. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})(.*)/, '$1-$2-4$3-8$4-$5');
}

/** The query string of the members that are neither undefined nor null: `{ q: 'a' }` → `?q=a`, `{}` → an empty text. */
export function queryOf(filter: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query.toString()}`;
}
