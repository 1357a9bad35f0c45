import { batch, signal } from '@preact/signals';
import {
  ApiError,
  type CreditFeature,
  InsufficientCredits,
  RateLimited,
  type ResponseInfo,
  Unauthorised,
} from 'data-access-client';
import { inOrder } from '../../../client/src/in-order.js';
import { sleep } from '../../../client/src/retries.js';
import {
  type AnyResult,
  askedMembers,
  costAtMost,
  enrich,
  type Enriched,
  type Identifier,
  valueAt,
} from '../enrichment/choice.js';
import { reasonOf } from '../enrichment/reason.js';
import { client, session, showWait, signOut } from '../session.js';
import { keyOf, unidentifiedText } from './columns.js';
import { fingerprintOf } from './fingerprint.js';
import { type Charged, chargedBy, type KeptRequest, type Outcome } from './kept-lists.js';
import { type ListAnswers, noCounts } from './list-answers.js';
import type { ListSetup } from './list-setup.js';
import { Throughput } from './throughput.js';

/** How many identifiers are requested at first. The user then looks at the answers and decides whether to continue. */
export const previewSize = 10;

/** The most identifiers that a request of a list has. */
export const requestSize = (): number => Math.min(1_000, session.value?.me.limits.identifiers_per_request ?? 1_000);

/** The number of requests that may be under way at the same time. */
const concurrency = 4;

/** The list stops when the service has refused this many requests for lack of credits, although enough credits were left just before. */
const maxRefusals = 3;

/** The longest time, in seconds, for which a list waits by itself after the service has said that too many requests were sent. */
const longestWait = 300;

/** How long the service stores the answer of a request with an idempotency key, in milliseconds. */
const answerLifetime = 24 * 3_600_000;

/**
 * `pausing`: no more requests are sent, but some of those that were sent are not answered yet. `paused`: no request is under way;
 * this is also the phase before the first request. `short`: no more requests can be sent, because the credits are used up.
 */
export type Phase = 'paused' | 'running' | 'pausing' | 'short' | 'failed' | 'cancelled' | 'done';

/** Stores the requests of a list in the browser. Its promises never reject. */
export interface RequestKeeper {
  /** Stores a request. It replaces a stored request that has the same key. */
  keep(request: KeptRequest): Promise<void>;
  drop(request: KeptRequest): Promise<void>;
}

/**
 * Sends the requests of a list and records their answers. Each request is stored before it is sent. If its answer does not arrive,
 * because of a failure, a reload of the page or a crash of the browser, it is sent again unchanged. The service then does not
 * charge it again.
 */
export class ListRun {
  readonly phase = signal<Phase>('paused');
  /** A number that grows by 1 with each answer. Components read it so that they are drawn again when an answer has come. */
  readonly version = signal(0);
  readonly error = signal<unknown>(null);
  readonly counts = signal(noCounts);
  /** The credits that all requests of the list were charged, also those that were sent before the list was closed and opened again. */
  readonly charged = signal<Charged>({});
  /** The number of rows that got the stored answer of an earlier request. Such an answer costs nothing. */
  readonly repeated = signal(0);
  /** The credits that were left after the last answer, as its headers state them. */
  readonly left = signal<ResponseInfo['credits']>({});
  /** The features of which no credits were left when the list stopped. */
  readonly lacking = signal<readonly CreditFeature[]>([]);
  /** Whether the user has downloaded a file that contains every answer so far. */
  readonly isSaved = signal(false);
  readonly throughput = new Throughput();
  private readonly size = requestSize();
  /** All requests by their keys. */
  private readonly requests: Map<string, KeptRequest>;
  /** The requests that were sent but not answered, and are to be sent again. */
  private waiting: KeptRequest[];
  /** The indices of the groups that are still to be put into a request. */
  private rest: number[];
  private abort = new AbortController();
  private isSending = false;
  /**
   * Whether, since the list was started or continued, the service has refused a request because too few credits were left for all
   * its identifiers.
   */
  private wasShort = false;

  constructor(
    readonly setup: ListSetup,
    readonly answers: ListAnswers,
    private readonly keeper: RequestKeeper,
  ) {
    const { requests } = setup;
    this.requests = new Map(requests.map((request) => [request.key, request]));
    const oldest = Date.now() - answerLifetime;
    this.waiting = requests.filter(
      (request) => request.answer === null && request.sentAt > oldest && answers.isAbout(request),
    );
    this.rest = answers.rest(this.waiting.map(({ identifiers }) => identifiers));
    this.charged.value = chargedBy(requests);
    this.counts.value = answers.counts;
    if (this.unasked === 0) this.phase.value = 'done';
  }

  /**
   * The setup of the list, with all requests that were made so far. The console needs it to store the list, and to go back from
   * the results to the choice of columns and fields.
   */
  get current(): ListSetup {
    return { ...this.setup, requests: [...this.requests.values()] };
  }

  /** The number of rows that need no further request. */
  get answered(): number {
    return this.counts.value.answered;
  }

  /** The number of rows that were matched, not matched or refused. It includes rows that still lack the values of some columns. */
  get known(): number {
    const { matched, missed, invalid } = this.counts.value;
    return matched + missed + invalid;
  }

  /** Why a row was refused or not matched, as shown to the user; empty for other rows. */
  reasonOf(row: number): string {
    return this.answers.isIdentified(row) ? this.answers.reasonOf(row) : unidentifiedText(this.setup, row);
  }

  /** The number of different identifiers that still have to be requested, or whose request has no answer yet. */
  get unasked(): number {
    return this.rest.length + this.unanswered;
  }

  /** The number of identifiers in requests that were sent but not answered. */
  get unanswered(): number {
    return this.waiting.reduce((sum, { identifiers }) => sum + identifiers.length, 0);
  }

  /**
   * The number of identifiers in requests that got no answer and were sent so long ago that the service has deleted its stored
   * answers. These identifiers are put into new requests and may be charged a second time.
   */
  get expired(): number {
    const oldest = Date.now() - answerLifetime;
    const waiting = new Set(this.answers.keysOf(this.rest));
    return [...this.requests.values()]
      .filter(({ answer, sentAt }) => answer === null && sentAt <= oldest)
      .flatMap(({ identifiers }) => identifiers)
      .filter((identifier) => waiting.has(keyOf(identifier))).length;
  }

  /** Whether the first identifiers were answered and the user now has to decide whether to continue. */
  get isPreview(): boolean {
    const hasNewRows = this.known < this.setup.table.rows.length;
    const isAnswered = this.firstTry === 0 && this.unanswered === 0;
    return this.phase.value === 'paused' && this.requests.size === 1 && hasNewRows && isAnswered;
  }

  /**
   * The maximum number of credits that the rest of the list can cost. It includes the requests that were sent but not answered,
   * because the service may not have charged them yet.
   */
  get costOfRest(): Charged {
    return this.answers.costOf(this.answers.rest([]));
  }

  /**
   * The number of identifiers that the user can send as a first try. It is 0 as soon as one request has an answer, or more than a
   * first try was sent.
   */
  get firstTry(): number {
    const isAnswered = [...this.requests.values()].some(({ answer }) => answer !== null);
    const size = Math.min(previewSize, this.unasked);
    return isAnswered || this.unanswered > size || size === this.unasked ? 0 : size;
  }

  /** The maximum number of credits that the identifiers of {@link firstTry} can cost. */
  get costOfFirstTry(): Charged {
    return this.answers.costOf(this.answers.rest([]).slice(0, this.firstTry));
  }

  /** Requests the first identifiers of the list. If they were sent before but not answered, they are sent again. */
  preview(): void {
    this.run(previewSize);
  }

  /** Sends the requests that are still needed. Requests that were sent before but not answered are sent again first. */
  resume(): void {
    this.run(Infinity);
  }

  /** Stops sending requests. Requests that are under way still get their answers. */
  pause(): void {
    if (this.phase.value === 'running') this.phase.value = 'pausing';
  }

  /** Aborts the requests that are under way. If they are sent again later, they are not charged a second time. */
  cancel(): void {
    // The phase becomes `cancelled` when all requests have ended, because only then it is known what is still to be requested.
    if (this.isSending) this.phase.value = 'pausing';
    this.abort.abort();
  }

  private run(maximum: number): void {
    if (this.isSending || this.unasked === 0) return;
    this.rest = this.answers.rest(this.underway());
    this.abort = new AbortController();
    this.throughput.restart();
    this.wasShort = false;
    batch(() => {
      this.phase.value = 'running';
      this.error.value = null;
      this.lacking.value = [];
    });
    this.isSending = true;
    void this.sendAll(maximum).finally(() => {
      this.isSending = false;
      this.settle();
    });
  }

  private async sendAll(maximum: number): Promise<void> {
    const before = this.unasked;
    const answers = inOrder(this.next(maximum), concurrency, (request) => this.send(request));
    while ((await answers.next()).done !== true);
    if (this.wasShort) await this.spendRest(maximum - (before - this.unasked));
  }

  /**
   * Yields the requests to send, one after the other. It ends when the list is paused or cancelled, or when too few credits are
   * left for a request.
   */
  private *next(maximum: number): Generator<KeptRequest, void, undefined> {
    let left = maximum;
    while (left > 0 && this.phase.value === 'running' && !this.wasShort) {
      const request = this.waiting.shift() ?? this.made(Math.min(left, this.size));
      if (request === null) return;
      left -= request.identifiers.length;
      yield request;
    }
  }

  /**
   * Spends the last credits, which are too few for a request of the usual size. The service accepts a request only if there are
   * credits for all its identifiers, but charges only the matched ones. So each request asks for as many identifiers as there are
   * credits left, one request after the other. It ends when no credit is left. Example: with 10 credits left, a request for 10
   * identifiers of which 4 are matched leaves 6 credits for the next request.
   */
  private async spendRest(maximum: number): Promise<void> {
    let left = maximum;
    let refusals = 0;
    while (left > 0 && this.phase.value === 'running') {
      const waiting = this.waiting.shift();
      const request = waiting ?? (await this.affordable(left));
      if (request === null) return;
      const isShort = await this.send(request);
      if (!isShort) left -= request.identifiers.length;
      // Another client of the tenant has spent credits since they were counted. They are counted again and a smaller request is
      // sent, but not without end.
      else if (waiting === undefined && (refusals += 1) === maxRefusals) {
        this.lacking.value = Object.keys(costAtMost(request.choice, 1)) as CreditFeature[];
        return;
      }
    }
  }

  /**
   * The next request, with at most as many identifiers as the credits that are left pay for. Null if no credits are left, or if the
   * service does not say how many.
   */
  private async affordable(maximum: number): Promise<KeptRequest | null> {
    const cost = this.answers.costOf(this.rest.slice(0, 1));
    try {
      const { credits } = await client().credits({ signal: this.abort.signal });
      const needed = credits.filter(({ feature }) => cost[feature] !== undefined);
      const most = Math.min(maximum, this.size, ...needed.map(({ available }) => available ?? Infinity));
      if (most > 0) return this.made(most);
      this.lacking.value = needed
        .filter(({ available }) => available !== null && available <= 0)
        .map(({ feature }) => feature);
    } catch (error) {
      this.fail(error);
    }
    return null;
  }

  /**
   * Makes a request for the next groups. Its idempotency key is a hash of everything that it asks for, so an equal request has the
   * same key and is not charged again. The request counts as under way from now on, so that its groups are not put into another
   * request, too.
   */
  private made(maximum: number): KeptRequest | null {
    const next = this.answers.take(this.rest, maximum);
    if (next === null) return null;
    const { choice, identifiers } = next;
    const key = `list-${fingerprintOf(JSON.stringify([choice.kind, askedMembers(choice), identifiers]))}`;
    const request = { ...next, list: this.setup.id, key, sentAt: Date.now(), answer: null };
    this.requests.set(key, request);
    return request;
  }

  private settle(): void {
    // The answered requests may have been made for an earlier choice of columns. Their groups then still lack some of the present
    // columns.
    this.rest = this.answers.rest(this.underway());
    if (this.unasked === 0) this.phase.value = 'done';
    else if (this.abort.signal.aborted) this.phase.value = 'cancelled';
    else if (this.error.value !== null) this.phase.value = 'failed';
    else this.phase.value = this.lacking.value.length > 0 ? 'short' : 'paused';
  }

  /** Sends a request and records its answer. @returns true if the service refused the request because too few credits are left */
  private async send(request: KeptRequest): Promise<boolean> {
    const { key } = request;
    try {
      await this.keeper.keep(request);
      const { results, response } = await this.answerTo(request);
      const outcomes = results.map((result) => outcomeOf(result, request));
      const requestId = response?.originalRequestId ?? response?.requestId ?? null;
      const answered = { ...request, answer: { outcomes, requestId, charged: chargedIn(response) } };
      await this.keeper.keep(answered);
      // The two statements belong together. Between them the request would neither be under way nor have an outcome, and its
      // identifiers would be requested and charged again.
      this.requests.set(key, answered);
      batch(() => this.record(answered, response));
    } catch (error) {
      if (isRefusal(error)) {
        // Nothing was charged for the refused request, so its identifiers may be put into other requests.
        this.requests.delete(key);
        await this.keeper.drop(request);
        this.rest = this.answers.rest(this.underway());
      } else this.waiting.push(request);
      const isShort = error instanceof InsufficientCredits;
      if (isShort) this.wasShort = true;
      else this.fail(error);
      return isShort;
    }
    return false;
  }

  /** Asks the service until it answers with something else than that too many requests were sent. */
  private async answerTo({ choice, identifiers, key }: KeptRequest): Promise<Enriched> {
    const { signal } = this.abort;
    for (;;)
      try {
        return await enrich(client(), choice, identifiers, { idempotencyKey: key, signal });
      } catch (error) {
        if (!(error instanceof RateLimited) || error.retryAfter > longestWait) throw error;
        const delay = error.retryAfter * 1_000;
        showWait({ error, delay });
        await sleep(delay, signal);
      }
  }

  private fail(error: unknown): void {
    if (this.abort.signal.aborted) return;
    this.error.value = error;
    // No further request is sent after a failure. Requests that are under way still get their answers.
    this.pause();
    if (error instanceof Unauthorised && session.value !== null)
      signOut('The key was revoked or has expired. Sign in with another key.');
  }

  /** The identifiers of all requests that were sent, are not answered, and can still be answered without a second charge. */
  private underway(): readonly (readonly Identifier[])[] {
    const oldest = Date.now() - answerLifetime;
    return [...this.requests.values()].flatMap(({ answer, sentAt, identifiers }) =>
      answer === null && sentAt > oldest ? [identifiers] : [],
    );
  }

  /**
   * Enters an answer into the results and the counts.
   * @param request the request with its answer
   * @param response null if the service refused every identifier, which costs nothing
   */
  private record(request: KeptRequest, response: ResponseInfo | null): void {
    const { answer } = request;
    if (answer === null) return;
    const rows = this.answers.record(request, answer);
    this.counts.value = this.answers.counts;
    this.throughput.add(rows);
    this.charged.value = chargedBy([...this.requests.values()]);
    if (response !== null) {
      this.left.value = response.credits;
      if (response.isReplayed) this.repeated.value += rows;
    }
    this.isSaved.value = false;
    this.version.value += 1;
  }
}

/**
 * Whether the error means that the service has refused the request and charged nothing. The identifiers may then be put into other
 * requests.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 402, 403, 404, 413, 422].includes(error.status);
}

function outcomeOf(result: AnyResult, { columns, choice }: KeptRequest): Outcome {
  const { matched, data, faults, unmatched_reason: why } = result;
  const isInvalid = faults !== undefined || why === 'unusable_identifier';
  if (!matched) return { state: isInvalid ? 'invalid' : 'missed', reason: reasonOf(result, choice.kind), values: null };
  return { state: 'matched', reason: null, values: columns.map((name) => valueAt(data, columnOf(name))) };
}

function columnOf(name: string): readonly [name: string] | readonly [name: string, member: string] {
  const [first = '', second] = name.split('.');
  return second === undefined ? [first] : [first, second];
}

function chargedIn(response: ResponseInfo | null): Charged {
  const credits = Object.entries(response?.credits ?? {}) as [CreditFeature, { charged: number }][];
  return Object.fromEntries(credits.map(([feature, { charged }]) => [feature, charged]));
}
