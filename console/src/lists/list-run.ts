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
import { groupsOf, identifierOf, type Mapping } from './columns.js';
import { fingerprintOf } from './fingerprint.js';
import type { ListFile } from './list-file.js';
import { Throughput } from './throughput.js';

/** The number of rows in the first request, after which the user decides whether to continue. */
export const previewRows = 10;

/** The number of requests that are under way at the same time. */
const concurrency = 4;

/** `pausing`: no more requests are sent, but some are not answered yet. `paused`: no request is under way, also before the first one. */
export type Phase = 'paused' | 'running' | 'pausing' | 'failed' | 'cancelled' | 'done';

/** The groups of a request: those from index `from` up to, but not including, index `to`. */
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
 * Sends the requests of a list and keeps their results. The idempotency key of a request is made from the file, the chosen columns
 * and the options. So a request that is sent again gets the stored answer and is not charged again: after a failure, or after a
 * reload of the page with the same file.
 */
export class ListRun {
  readonly phase = signal<Phase>('paused');
  /** Grows by 1 with each answer, so that components which read it are drawn again. */
  readonly version = signal(0);
  readonly error = signal<unknown>(null);
  readonly counts = signal<Counts>({ matched: 0, missed: 0, invalid: 0 });
  readonly charged = signal<Partial<Record<CreditFeature, number>>>({});
  /** The number of rows that got a stored answer, which costs nothing. */
  readonly repeated = signal(0);
  /** The credits as the last answer stated them. */
  readonly left = signal<ResponseInfo['credits']>({});
  /** Whether every answer so far is in a file that the user has downloaded. */
  readonly isSaved = signal(false);
  readonly columns: readonly Column[];
  readonly throughput = new Throughput();
  private readonly key: string;
  /** The rows with the same identifier, which is asked once, in the order of their first rows. */
  private readonly groups: readonly (readonly number[])[];
  private readonly waiting: Request[] = [];
  private readonly stateOfRow: Uint8Array;
  private readonly values: (readonly unknown[] | undefined)[];
  private readonly reasons = new Map<number, string>();
  private abort = new AbortController();
  private isSending = false;
  /** The number of answered requests. */
  private recorded = 0;

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
    this.groups = groupsOf(list, choice.kind, mapping);
    const { length: groups } = this.groups;
    const preview = Math.min(previewRows, size, groups);
    this.waiting.push({ from: 0, to: preview });
    for (let from = preview; from < groups; from += size)
      this.waiting.push({ from, to: Math.min(from + size, groups) });
  }

  /** The number of rows that are answered. */
  get answered(): number {
    const { matched, missed, invalid } = this.counts.value;
    return matched + missed + invalid;
  }

  /** Whether only the first request is answered, after which the user decides whether to continue. */
  get isPreviewed(): boolean {
    return this.recorded === 1;
  }

  /** The number of different identifiers that are not answered yet. Rows with the same identifier are charged once. */
  get unasked(): number {
    return this.waiting.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  stateOf(row: number): MatchState {
    return states[this.stateOfRow[row] ?? 0] ?? 'waiting';
  }

  /** Whether there is a row that was refused or not matched, with a reason to show. */
  get hasReasons(): boolean {
    return this.reasons.size > 0;
  }

  /** Why a row was refused or not matched; empty for other rows. */
  reasonOf(row: number): string {
    return this.reasons.get(row) ?? '';
  }

  /** The values of a matched row, one for each of `columns`; undefined for other rows. */
  valuesOf(row: number): readonly unknown[] | undefined {
    return this.values[row];
  }

  /** Sends the first request. */
  preview(): void {
    this.run(1);
  }

  /** Sends the requests that have no answer yet, and again those that failed. */
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
    if (this.isSending || this.waiting.length === 0) return;
    this.abort = new AbortController();
    this.throughput.restart();
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

  /** Yields the waiting requests in their order, until the list is paused or cancelled. */
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
      const groups = this.groups.slice(request.from, request.to);
      const identifiers = groups.map(([first = 0]) => identifierOf(list.rows[first] ?? [], choice.kind, mapping));
      // A row that identifies nothing is left out, because the service would refuse the whole request.
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
      // No more requests are sent, but the other ones under way are still answered.
      this.pause();
      if (error instanceof Unauthorised && session.value !== null)
        signOut('The key was revoked or has expired. Sign in with another key.');
    }
  }

  /**
   * Stores the answer of a request.
   * @param results one entry for each group of the request, in their order: its result, or null if its rows identify nothing
   * @param response null if no row was sent, or if the service refused every row
   */
  private record({ from }: Request, results: readonly (AnyResult | null)[], response: ResponseInfo | null): void {
    const counts = { ...this.counts.value };
    this.recorded += 1;
    let rows = 0;
    for (const [index, result] of results.entries()) {
      const state =
        result?.matched === true ? 'matched' : result !== null && result.faults === undefined ? 'missed' : 'invalid';
      const values = result?.matched === true ? this.columns.map((column) => valueAt(result.data, column)) : undefined;
      const reason = result === null ? identifyingText[this.choice.kind] : reasonOf(result);
      for (const row of this.groups[from + index] ?? []) {
        rows += 1;
        counts[state] += 1;
        this.stateOfRow[row] = states.indexOf(state);
        if (values !== undefined) this.values[row] = values;
        if (reason !== null) this.reasons.set(row, reason);
      }
    }
    this.counts.value = counts;
    this.throughput.add(rows);
    if (response !== null) {
      const charged = { ...this.charged.value };
      for (const [feature, use] of Object.entries(response.credits) as [CreditFeature, { charged: number }][])
        charged[feature] = (charged[feature] ?? 0) + use.charged;
      this.charged.value = charged;
      this.left.value = response.credits;
      if (response.isReplayed) this.repeated.value += rows;
    }
    this.isSaved.value = false;
    this.version.value += 1;
  }
}
