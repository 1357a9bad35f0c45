import { batch, signal } from '@preact/signals';
import { type CreditFeature, type FieldsResponse, type ResponseInfo, Unauthorised } from 'data-access-client';
import { inOrder } from '../../../client/src/in-order.js';
import {
  askedMembers,
  type AnyResult,
  type Choice,
  type Column,
  columnsOf,
  enrich,
  valueAt,
} from '../enrichment/choice.js';
import { canIdentify, identifyingText } from '../enrichment/identifiers.js';
import type { MatchState } from '../enrichment/match-tag.js';
import { reasonOf } from '../enrichment/reason.js';
import { client, session, signOut } from '../session.js';
import { identifierOf, type Mapping } from './columns.js';
import { fingerprintOf } from './fingerprint.js';
import type { ListFile } from './list-file.js';
import { Pace } from './pace.js';

/** Rows of the first request. */
export const previewRows = 10;

/** Requests under way at a time. */
const concurrency = 4;

/** `pausing`: requests under way are still to be answered. `paused` is the state before the first request, too. */
export type Phase = 'paused' | 'running' | 'pausing' | 'failed' | 'cancelled' | 'done';

interface Request {
  readonly from: number;
  readonly to: number;
}

export interface Counts {
  readonly matched: number;
  readonly missed: number;
  readonly invalid: number;
}

const states: readonly MatchState[] = ['waiting', 'matched', 'missed', 'invalid'];

/**
 * The requests of a list, and their results. A request has an idempotency key that depends on rows, columns and options only: sent
 * again, after a failure or from the same file after a reload, it gets the stored answer and is not charged again.
 */
export class ListRun {
  readonly phase = signal<Phase>('paused');
  /** Counted up with each answer. */
  readonly version = signal(0);
  readonly error = signal<unknown>(null);
  readonly counts = signal<Counts>({ matched: 0, missed: 0, invalid: 0 });
  readonly charged = signal<Partial<Record<CreditFeature, number>>>({});
  /** Rows whose answers the service had stored, which were not charged. */
  readonly repeated = signal(0);
  readonly left = signal<ResponseInfo['credits']>({});
  /** Whether all that is answered was downloaded. */
  readonly isSaved = signal(false);
  readonly columns: readonly Column[];
  readonly pace = new Pace();
  private readonly key: string;
  private readonly waiting: Request[] = [];
  private readonly stateOfRow: Uint8Array;
  private readonly values: (readonly unknown[] | undefined)[];
  private readonly reasons = new Map<number, string>();
  private abort = new AbortController();
  private isSending = false;

  constructor(
    readonly list: ListFile,
    readonly mapping: Mapping,
    readonly choice: Choice,
    catalogue: FieldsResponse,
  ) {
    const size = Math.min(1_000, session.value?.me.limits.identifiers_per_request ?? 1_000);
    const { length } = list.rows;
    this.columns = columnsOf(choice, catalogue);
    this.stateOfRow = new Uint8Array(length);
    this.values = new Array<readonly unknown[] | undefined>(length);
    this.key = fingerprintOf(list.fingerprint, JSON.stringify([mapping, choice.kind, askedMembers(choice), size]));
    const preview = Math.min(previewRows, size, length);
    this.waiting.push({ from: 0, to: preview });
    for (let from = preview; from < length; from += size)
      this.waiting.push({ from, to: Math.min(from + size, length) });
  }

  /** Rows that are answered. */
  get answered(): number {
    const { matched, missed, invalid } = this.counts.value;
    return matched + missed + invalid;
  }

  stateOf(row: number): MatchState {
    return states[this.stateOfRow[row] ?? 0] ?? 'waiting';
  }

  /** Whether any row has a reason. */
  get hasReasons(): boolean {
    return this.reasons.size > 0;
  }

  reasonOf(row: number): string {
    return this.reasons.get(row) ?? '';
  }

  /** The values of the columns; undefined for rows without an answer. */
  valuesOf(row: number): readonly unknown[] | undefined {
    return this.values[row];
  }

  /** Sends the first request. */
  preview(): void {
    this.run(1);
  }

  /** Sends the other requests, also those that failed. */
  resume(): void {
    this.run(Infinity);
  }

  /** Sends no more requests; those under way are still answered. */
  pause(): void {
    if (this.phase.value === 'running') this.phase.value = 'pausing';
  }

  /** Ends the requests under way. If sent again, they are not charged again. */
  cancel(): void {
    this.phase.value = 'cancelled';
    this.abort.abort();
  }

  private run(maximum: number): void {
    if (this.isSending || this.waiting.length === 0) return;
    this.abort = new AbortController();
    this.pace.restart();
    batch(() => {
      this.phase.value = 'running';
      this.error.value = null;
    });
    this.isSending = true;
    void this.sendAll(maximum).finally(() => {
      this.isSending = false;
      this.settle();
    });
  }

  private async sendAll(maximum: number): Promise<void> {
    const answers = inOrder(this.requests(maximum), concurrency, (request) => this.send(request));
    while ((await answers.next()).done !== true);
  }

  /** The requests that wait, until the list is paused or cancelled. */
  private *requests(maximum: number): Generator<Request, void, undefined> {
    for (let sent = 0; sent < maximum && this.phase.value === 'running'; sent += 1) {
      const request = this.waiting.shift();
      if (request === undefined) return;
      yield request;
    }
  }

  private settle(): void {
    this.waiting.sort((one, other) => one.from - other.from);
    if (this.waiting.length === 0) this.phase.value = 'done';
    else if (this.phase.value !== 'cancelled') this.phase.value = this.error.value === null ? 'paused' : 'failed';
  }

  private async send(request: Request): Promise<void> {
    const { choice, mapping, list, abort } = this;
    try {
      const rows = list.rows.slice(request.from, request.to);
      const identifiers = rows.map((row) => identifierOf(row, choice.kind, mapping));
      // The service would refuse the request for the others.
      const sent = identifiers.filter((identifier) => canIdentify(choice.kind, Object.keys(identifier)));
      const options = { idempotencyKey: `list-${this.key}-${request.from}`, signal: abort.signal };
      const answer = sent.length === 0 ? null : await enrich(client(), choice, sent, options);
      const results = new Map(sent.map((identifier, index) => [identifier, answer?.results[index]]));
      batch(() => {
        this.record(
          request,
          identifiers.map((identifier) => results.get(identifier) ?? null),
          answer?.response ?? null,
        );
      });
    } catch (error) {
      this.waiting.push(request);
      if (abort.signal.aborted) return;
      this.error.value = error;
      // The others under way are still answered.
      this.pause();
      if (error instanceof Unauthorised && session.value !== null) signOut('The key was revoked or has expired.');
    }
  }

  /** @param results null for rows that cannot identify anything */
  private record({ from }: Request, results: readonly (AnyResult | null)[], response: ResponseInfo | null): void {
    const counts = { ...this.counts.value };
    for (const [index, result] of results.entries()) {
      const state =
        result?.matched === true ? 'matched' : result !== null && result.faults === undefined ? 'missed' : 'invalid';
      const row = from + index;
      counts[state] += 1;
      this.stateOfRow[row] = states.indexOf(state);
      if (result?.matched === true) this.values[row] = this.columns.map((column) => valueAt(result.data, column));
      const reason = result === null ? identifyingText[this.choice.kind] : reasonOf(result);
      if (reason !== null) this.reasons.set(row, reason);
    }
    this.counts.value = counts;
    this.pace.add(results.length);
    if (response !== null) {
      const charged = { ...this.charged.value };
      for (const [feature, use] of Object.entries(response.credits) as [CreditFeature, { charged: number }][])
        charged[feature] = (charged[feature] ?? 0) + use.charged;
      this.charged.value = charged;
      this.left.value = response.credits;
      if (response.isReplayed) this.repeated.value += results.length;
    }
    this.isSaved.value = false;
    this.version.value += 1;
  }
}
