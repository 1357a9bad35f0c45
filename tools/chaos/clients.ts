import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Agent } from 'node:http';
import { type Answer, postJson, RequestTimeoutError } from './http.js';
import { until } from './until.js';

const startTimeoutMs = 120_000;
/** How long a client waits after a request without an answer, in milliseconds. */
const pauseMs = 100;

/** An address to which requests are sent: a process of the service, or a proxy in front of it. */
export interface Target {
  readonly url: string;
  readonly agent: Agent;
}

/** The addresses that accept requests at the moment. */
export interface Targets {
  readonly listening: () => readonly Target[];
}

/** A request of a client, which may be sent more than once. Each sending is an {@link Attempt}. */
export interface ClientRequest {
  /** The id of the request, with which the ids of its attempts begin. */
  readonly id: string;
  readonly tenant: string;
  readonly path: string;
  readonly body: string;
  /** The idempotency key; null if the request has none. */
  readonly key: string | null;
  /** Whether the request is sent to two processes at the same time. */
  readonly isDoubled: boolean;
  /** The time after which the client closes the connection, in milliseconds; null if the client waits for the answer. */
  readonly timeoutMs: number | null;
}

/** One sending of a request. The status is null if no answer arrived. */
export interface Attempt<Reading> {
  readonly id: string;
  readonly requestId: string;
  status: number | null;
  /** The values that were read from the answer; null without an answer. */
  reading: Reading | null;
  /** The error of the connection; null if there was none. */
  error: string | null;
  hasTimedOut: boolean;
  /**
   * When the attempt was sent and when it ended, in milliseconds since 1970. The end is null while the attempt is under way.
   */
  readonly sentAt: number;
  endedAt: number | null;
}

export interface ClientOptions<Request extends ClientRequest, Reading> {
  /** The addresses to which the requests are sent. */
  readonly fleet: Targets;
  /** API keys by tenant. */
  readonly keys: Readonly<Record<string, string>>;
  readonly random: Random;
  /** Makes a request with an id. It returns null if no request should be sent now. */
  readonly draw: (id: string) => Request | null;
  /** The letter with which the ids of requests begin. */
  readonly letter: string;
  /** The statuses that leave open whether a request was done, so that a request with a key is sent again. */
  readonly undecided: readonly number[];
  readonly read: (answer: Answer, request: Request) => Reading;
}

/** Sends requests and records all attempts. A request with an idempotency key is sent again until an answer decides it. */
export class Clients<Request extends ClientRequest, Reading> {
  readonly requests: Request[] = [];
  readonly attempts: Attempt<Reading>[] = [];
  readonly #options: ClientOptions<Request, Reading>;
  readonly #retries = new Set<Promise<void>>();
  #isStopped = false;

  constructor(options: ClientOptions<Request, Reading>) {
    this.#options = options;
  }

  /** Runs `count` clients, each with one request after the other, until `stop`. */
  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#sendMany()));
  }

  /** Ends the sending of new requests. Requests with a key are still sent again until an answer decides them. */
  stop(): void {
    this.#isStopped = true;
  }

  /** The number of requests with a key that no answer has decided yet. */
  get undecided(): number {
    return this.#retries.size;
  }

  /** Sends a new request once. */
  async send(request: Request): Promise<Attempt<Reading>> {
    this.requests.push(request);
    return this.#attempt(request, await this.#target());
  }

  /** Sends a request again, without its timeout. */
  async sendAgain(request: Request): Promise<Attempt<Reading>> {
    return this.#attempt({ ...request, timeoutMs: null }, await this.#target());
  }

  async #sendMany(): Promise<void> {
    while (!this.#isStopped) {
      const request = this.#options.draw(`${this.#options.letter}${this.requests.length + 1}`);
      if (request === null) {
        await sleep(pauseMs);
        continue;
      }
      this.requests.push(request);
      if (await this.#sendFirst(request)) continue;
      // After a kill the claim of the key lasts some seconds. The client sends other requests while this one is retried.
      const retry = this.#retry(request).finally(() => this.#retries.delete(retry));
      this.#retries.add(retry);
    }
  }

  /** Sends a request for the first time. @returns whether it need not be sent again */
  async #sendFirst(request: Request): Promise<boolean> {
    const first = await this.#target();
    const others = this.#options.fleet.listening().filter((process) => process !== first);
    const second = request.isDoubled ? this.#options.random.pickIfAny(others) : undefined;
    const targets = second === undefined ? [first] : [first, second];
    const attempts = await Promise.all(targets.map((target) => this.#attempt(request, target)));
    if (attempts.some((attempt) => this.#isDecided(attempt))) return true;
    await sleep(pauseMs);
    return request.key === null;
  }

  async #retry(request: Request): Promise<void> {
    do await sleep(this.#options.random.whole(200, 1_000));
    while (!this.#isDecided(await this.sendAgain(request)));
  }

  #isDecided({ status }: Attempt<Reading>): boolean {
    return status !== null && !this.#options.undecided.includes(status);
  }

  #target(): Promise<Target> {
    const { fleet, random } = this.#options;
    return until(() => random.pickIfAny(fleet.listening()), startTimeoutMs, 'No process listens');
  }

  async #attempt(request: Request, { url, agent }: Target): Promise<Attempt<Reading>> {
    const { keys, read } = this.#options;
    const attempt: Attempt<Reading> = {
      ...{ id: `${request.id}.${this.attempts.length + 1}`, requestId: request.id },
      ...{ status: null, reading: null, error: null, hasTimedOut: false },
      ...{ sentAt: Date.now(), endedAt: null },
    };
    this.attempts.push(attempt);
    const headers = {
      ...{ 'X-Api-Key': keys[request.tenant] ?? '', 'X-Request-Id': attempt.id },
      ...(request.key === null ? {} : { 'Idempotency-Key': request.key }),
    };
    try {
      const answer = await postJson(`${url}${request.path}`, agent, request.body, headers, request.timeoutMs);
      attempt.reading = read(answer, request);
      attempt.status = answer.status;
    } catch (error) {
      attempt.hasTimedOut = error instanceof RequestTimeoutError;
      attempt.error = error instanceof Error ? error.message : String(error);
    }
    attempt.endedAt = Date.now();
    return attempt;
  }
}

/** The weights with which tenants are drawn. */
export function weightsOf(tenants: Readonly<Record<string, { readonly weight: number }>>): Record<string, number> {
  return Object.fromEntries(Object.entries(tenants).map(([name, { weight }]) => [name, weight]));
}
