import { batch, signal } from '@preact/signals';
import { ApiError, type CreditFeature, InsufficientCredits, type ResponseInfo, Unauthorised } from 'data-access-client';
import { inOrder } from '../../../client/src/in-order.js';
import { type AnyResult, askedMembers, costAtMost, enrich, type Identifier, valueAt } from '../enrichment/choice.js';
import { reasonOf } from '../enrichment/reason.js';
import { client, session, signOut } from '../session.js';
import { keyOf } from './columns.js';
import { fingerprintOf } from './fingerprint.js';
import { type Charged, chargedBy, type KeptRequest, type Outcome } from './kept-lists.js';
import type { Counts, ListAnswers } from './list-answers.js';
import type { ListSetup } from './list-setup.js';
import { Throughput } from './throughput.js';

/** The number of identifiers that are asked first, after which the user decides whether to continue. */
export const previewSize = 10;

/** The number of requests that are under way at the same time. */
const concurrency = 4;

/** How often a request is refused for lack of credits, although they seemed to suffice, before the list stops. */
const maxRefusals = 3;

/** How long the service stores the answer of a request with an idempotency key, in milliseconds. */
const answerLifetime = 24 * 3_600_000;

/**
 * `pausing`: no more requests are sent, but some are not answered yet. `paused`: no request is under way, also before the first one.
 * `short`: no more requests can be sent, because the credits are used up.
 */
export type Phase = 'paused' | 'running' | 'pausing' | 'short' | 'failed' | 'cancelled' | 'done';

/** Keeps the requests of a list in the browser. It never rejects. */
export interface RequestKeeper {
  /** Keeps a request, in place of the one with the same key. */
  keep(request: KeptRequest): Promise<void>;
  drop(request: KeptRequest): Promise<void>;
}

/**
 * Sends the requests of a list and records their answers. Each request is kept before it is sent. So a request without an answer is
 * sent again unchanged, and is not charged again: after a failure, a reload of the page or a crash of the browser.
 */
export class ListRun {
  readonly phase = signal<Phase>('paused');
  /** Grows by 1 with each answer, so that components which read it are drawn again. */
  readonly version = signal(0);
  readonly error = signal<unknown>(null);
  readonly counts = signal<Counts>({ matched: 0, missed: 0, invalid: 0, answered: 0 });
  /** What all requests were charged, also before the list was opened again. */
  readonly charged = signal<Charged>({});
  /** The number of rows that got a stored answer, which costs nothing. */
  readonly repeated = signal(0);
  /** The credits as the last answer stated them. */
  readonly left = signal<ResponseInfo['credits']>({});
  /** The features whose credits were used up when the list stopped. */
  readonly lacking = signal<readonly CreditFeature[]>([]);
  /** Whether every answer so far is in a file that the user has downloaded. */
  readonly isSaved = signal(false);
  readonly throughput = new Throughput();
  private readonly size = Math.min(1_000, session.value?.me.limits.identifiers_per_request ?? 1_000);
  /** All requests by their keys. */
  private readonly requests: Map<string, KeptRequest>;
  /** The requests that were sent and got no answer. */
  private waiting: KeptRequest[];
  /** The groups that no request has asked for. */
  private rest: number[];
  private abort = new AbortController();
  private isSending = false;
  /** Whether the service has refused a request of this run, because too few credits were left for all its identifiers. */
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

  /** The setup of the list with all requests so far, with which the list can be changed or opened again. */
  get current(): ListSetup {
    return { ...this.setup, requests: [...this.requests.values()] };
  }

  /** The number of rows for which nothing is left to ask. */
  get answered(): number {
    return this.counts.value.answered;
  }

  /** The number of rows with an outcome, also of those for which some columns are still to be asked. */
  get known(): number {
    const { matched, missed, invalid } = this.counts.value;
    return matched + missed + invalid;
  }

  /** The number of different identifiers that have something left to ask. */
  get unasked(): number {
    return this.rest.length + this.unanswered;
  }

  /** The number of identifiers in requests that were sent and got no answer. */
  get unanswered(): number {
    return this.waiting.reduce((sum, { identifiers }) => sum + identifiers.length, 0);
  }

  /**
   * The number of identifiers that were sent, got no answer, and are asked anew, because the service stores no answer for so long. They
   * may be charged a second time.
   */
  get expired(): number {
    const oldest = Date.now() - answerLifetime;
    const waiting = new Set(this.answers.keysOf(this.rest));
    return [...this.requests.values()]
      .filter(({ answer, sentAt }) => answer === null && sentAt <= oldest)
      .flatMap(({ identifiers }) => identifiers)
      .filter((identifier) => waiting.has(keyOf(identifier))).length;
  }

  /** Whether only the first rows were asked, after which the user decides whether to continue. */
  get isPreview(): boolean {
    const hasNewRows = this.known < this.setup.table.rows.length;
    return this.phase.value === 'paused' && this.requests.size === 1 && hasNewRows && this.unanswered === 0;
  }

  /** The maximum number of credits that the rest of the list can cost. */
  get costOfRest(): Charged {
    return this.answers.costOf(this.rest);
  }

  /** Asks for the first identifiers. */
  preview(): void {
    this.run(previewSize);
  }

  /** Sends what has no answer yet, and again the requests that failed. */
  resume(): void {
    this.run(Infinity);
  }

  /** Sends no more requests. The requests under way are still answered. */
  pause(): void {
    if (this.phase.value === 'running') this.phase.value = 'pausing';
  }

  /** Aborts the requests under way. They cost nothing more if they are sent again. */
  cancel(): void {
    this.phase.value = 'cancelled';
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

  /** Yields the requests to send in their order, until the list is paused or cancelled, or the credits do not suffice. */
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
   * Spends the credits that are left, although they do not suffice for a whole request. A request needs credits for all its
   * identifiers, but only the matched ones are charged. So each request asks for as many identifiers as there are credits, one
   * request after the other, until no credit is left.
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
      // Another client of the tenant has used the credits first, so they are counted again, but not for ever.
      else if (waiting === undefined && (refusals += 1) === maxRefusals) {
        this.lacking.value = Object.keys(costAtMost(request.choice, 1)) as CreditFeature[];
        return;
      }
    }
  }

  /** The next request, with at most as many identifiers as there are credits; null if there are none. */
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
   * Makes a request of the next groups. Its key depends on all that it asks, so that two equal requests are charged once. From now on
   * the request is under way, so that its groups are in no other request.
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
    // A request of an earlier choice may have left columns to ask.
    this.rest = this.answers.rest(this.underway());
    if (this.unasked === 0) this.phase.value = 'done';
    else if (this.phase.value === 'cancelled') return;
    else if (this.error.value !== null) this.phase.value = 'failed';
    else this.phase.value = this.lacking.value.length > 0 ? 'short' : 'paused';
  }

  /** Sends a request and records its answer. Returns whether the service refused it, because too few credits are left. */
  private async send(request: KeptRequest): Promise<boolean> {
    const { abort } = this;
    const { choice, identifiers, key } = request;
    this.requests.set(key, request);
    try {
      await this.keeper.keep(request);
      const { results, response } = await enrich(client(), choice, identifiers, {
        idempotencyKey: key,
        signal: abort.signal,
      });
      const outcomes = results.map((result) => outcomeOf(result, request.columns));
      const requestId = response?.originalRequestId ?? response?.requestId ?? null;
      const answered = { ...request, answer: { outcomes, requestId, charged: chargedIn(response) } };
      await this.keeper.keep(answered);
      // Both at once: a request that is neither under way nor recorded would be asked again, and charged again.
      this.requests.set(key, answered);
      batch(() => this.record(answered, response));
    } catch (error) {
      if (isRefusal(error)) {
        // Nothing was charged, so that the identifiers can be asked in other requests.
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

  private fail(error: unknown): void {
    if (this.abort.signal.aborted) return;
    this.error.value = error;
    // No more requests are sent, but the other ones under way are still answered.
    this.pause();
    if (error instanceof Unauthorised && session.value !== null)
      signOut('The key was revoked or has expired. Sign in with another key.');
  }

  /** The identifiers of all requests that were sent and may still be answered. */
  private underway(): readonly (readonly Identifier[])[] {
    const oldest = Date.now() - answerLifetime;
    return [...this.requests.values()].flatMap(({ answer, sentAt, identifiers }) =>
      answer === null && sentAt > oldest ? [identifiers] : [],
    );
  }

  /** @param response null if the service refused every identifier, which costs nothing */
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

/** Whether the service has refused a request, so that nothing was charged and its identifiers may be asked in other requests. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 402, 403, 404, 413, 422].includes(error.status);
}

function outcomeOf(result: AnyResult, columns: readonly string[]): Outcome {
  const { matched, data, faults } = result;
  if (!matched) return { state: faults === undefined ? 'missed' : 'invalid', reason: reasonOf(result), values: null };
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
