import type { CreditFeature } from 'data-access-client';
import { type Choice, type Column, costAtMost, type Identifier } from '../enrichment/choice.js';
import type { MatchState } from '../enrichment/match-tag.js';
import { type Group, keyOf } from './columns.js';
import type { KeptAnswer, KeptRequest } from './kept-lists.js';

export interface Counts {
  readonly matched: number;
  readonly missed: number;
  readonly invalid: number;
  /**
   * The number of rows that need no further request. A matched row for which the user has added a field still needs one, so it does
   * not count.
   */
  readonly answered: number;
  /** The number of different identifiers that have an answer, and how many of them were matched. */
  readonly identifiers: number;
  readonly matchedIdentifiers: number;
  /** The number of rows that have an answer because another row has the same identifier. */
  readonly repeats: number;
}

/** The counts of a list without answers. */
export const noCounts: Counts = {
  matched: 0,
  missed: 0,
  invalid: 0,
  answered: 0,
  identifiers: 0,
  matchedIdentifiers: 0,
  repeats: 0,
};

const states: readonly MatchState[] = ['waiting', 'matched', 'missed', 'invalid'];

/**
 * The answers of a list so far, and what is still to be requested: each identifier once, and only the columns for which it has no
 * answer.
 */
export class ListAnswers {
  counts = noCounts;
  private readonly names: readonly string[];
  private readonly groupOfRow: Uint32Array;
  private readonly groupOfKey = new Map<string, number>();
  private readonly stateOfGroup: Uint8Array;
  private readonly reasons = new Map<number, string>();
  private readonly values: (unknown[] | undefined)[];
  /** For each group, the names of the columns that have no answer yet, as a JSON list. Undefined if the group needs no further request. */
  private readonly missing: (string | undefined)[];

  /**
   * Starts with the answers that the list already has.
   * @param groups the rows of the list, grouped by their identifiers
   * @param columns the columns that the user has chosen
   * @param requests the requests that were sent before. Some may have asked for other fields, or for rows that the list no longer
   * has.
   */
  constructor(
    private readonly groups: readonly Group[],
    private readonly choice: Choice,
    readonly columns: readonly Column[],
    requests: readonly KeptRequest[],
  ) {
    this.names = columns.map((column) => column.join('.'));
    const { length } = groups;
    this.groupOfRow = new Uint32Array(groups.reduce((sum, { rows }) => sum + rows.length, 0));
    this.stateOfGroup = new Uint8Array(length);
    this.values = new Array<unknown[] | undefined>(length);
    this.missing = new Array<string | undefined>(length).fill(JSON.stringify(this.names));
    for (const [index, { identifier, key, rows }] of groups.entries()) {
      for (const row of rows) this.groupOfRow[row] = index;
      this.groupOfKey.set(key, index);
      if (identifier !== null) continue;
      this.enter(index, 'invalid', undefined);
    }
    for (const request of requests) if (request.answer !== null) this.record(request, request.answer);
  }

  /**
   * Whether the answer to a request applies to the list: the request matches identifiers in the same way as the list, and at least one of its
   * identifiers is in the list.
   */
  isAbout({ choice, identifiers }: KeptRequest): boolean {
    return this.isAsked(choice) && identifiers.some((identifier) => this.groupOf(identifier) !== undefined);
  }

  stateOf(row: number): MatchState {
    return states[this.stateOfGroup[this.indexOf(row)] ?? 0] ?? 'waiting';
  }

  /** Whether a row has something that identifies a company or a person. */
  isIdentified(row: number): boolean {
    return this.groups[this.indexOf(row)]?.identifier !== null;
  }

  /** Why the service has refused or not matched a row; empty for other rows. */
  reasonOf(row: number): string {
    return this.reasons.get(this.indexOf(row)) ?? '';
  }

  /**
   * The values of a matched row, one for each of `columns`; undefined for any other row. A value that was not requested yet is
   * undefined.
   */
  valuesOf(row: number): readonly unknown[] | undefined {
    return this.values[this.indexOf(row)];
  }

  /** Takes over the answer to a request. Returns the number of rows to which the answer applies. */
  record({ choice, columns, identifiers }: KeptRequest, { outcomes }: KeptAnswer): number {
    if (!this.isAsked(choice)) return 0;
    let rows = 0;
    const places = columns.map((name) => this.names.indexOf(name));
    const missingAfter = new Map<string, string | undefined>();
    for (const [position, { state, reason, values }] of outcomes.entries()) {
      const index = this.groupOfKey.get(keyOf(identifiers[position] ?? {}));
      const group = index === undefined ? undefined : this.groups[index];
      if (index === undefined || group === undefined) continue;
      rows += group.rows.length;
      // The row was matched by an earlier request for other columns. It stays matched, although the later request found no match.
      if (state !== 'matched' && this.values[index] !== undefined) this.enter(index, 'matched', undefined);
      else if (state !== 'matched') {
        if (reason !== null) this.reasons.set(index, reason);
        this.enter(index, state, undefined);
      } else {
        const all = (this.values[index] ??= new Array<unknown>(this.names.length).fill(undefined));
        for (const [at, place] of places.entries()) if (place !== -1) all[place] = values?.[at];
        this.reasons.delete(index);
        this.enter(index, 'matched', this.without(this.missing[index], columns, missingAfter));
      }
    }
    return rows;
  }

  /**
   * The groups that are still to be requested, as indices. Groups that lack the same columns follow each other, so that one request
   * can ask for them.
   * @param underway the identifiers in requests that were sent and may still be answered; their groups are left out
   */
  rest(underway: readonly (readonly Identifier[])[]): number[] {
    const sent = new Set(underway.flat().map((identifier) => this.groupOfKey.get(keyOf(identifier))));
    const byColumns = new Map<string, number[]>();
    for (const [index, missing] of this.missing.entries()) {
      if (missing === undefined || sent.has(index)) continue;
      const list = byColumns.get(missing);
      if (list === undefined) byColumns.set(missing, [index]);
      else list.push(index);
    }
    return [...byColumns.values()].flat();
  }

  /** The keys of the identifiers of these groups. */
  keysOf(rest: readonly number[]): string[] {
    return rest.map((index) => this.groups[index]?.key ?? '');
  }

  /**
   * How many of these groups were matched before, and lack only columns that the user has added since. They are charged again for
   * the new columns.
   */
  matchedIn(rest: readonly number[]): number {
    return rest.filter((index) => this.values[index] !== undefined).length;
  }

  /**
   * Removes the next groups that lack the same columns from the front of a list of groups, and returns what to request for them.
   * @param maximum the maximum number of identifiers
   */
  take(rest: number[], maximum: number): Pick<KeptRequest, 'choice' | 'columns' | 'identifiers'> | null {
    const [first] = rest;
    if (first === undefined) return null;
    const missing = this.missing[first];
    let end = 1;
    while (end < Math.min(rest.length, maximum) && this.missing[rest[end] ?? 0] === missing) end += 1;
    const identifiers = rest.splice(0, end).map((index) => this.groups[index]?.identifier ?? {});
    return { choice: this.choiceOf(missing), columns: namesIn(missing), identifiers };
  }

  /** The maximum number of credits that these groups can cost. */
  costOf(rest: readonly number[]): Partial<Record<CreditFeature, number>> {
    const counts = new Map<string | undefined, number>();
    for (const index of rest) counts.set(this.missing[index], (counts.get(this.missing[index]) ?? 0) + 1);
    const sum: Partial<Record<CreditFeature, number>> = {};
    for (const [missing, number] of counts)
      for (const [feature, cost] of Object.entries(costAtMost(this.choiceOf(missing), number)) as [
        CreditFeature,
        number,
      ][])
        sum[feature] = (sum[feature] ?? 0) + cost;
    return sum;
  }

  private enter(index: number, state: Exclude<MatchState, 'waiting'>, missing: string | undefined): void {
    const { identifier = null, rows: { length } = [] } = this.groups[index] ?? {};
    const counts = { ...this.counts };
    const before = states[this.stateOfGroup[index] ?? 0] ?? 'waiting';
    counts[state] += length;
    if (before !== 'waiting') counts[before] -= length;
    else if (identifier !== null) {
      counts.identifiers += 1;
      counts.repeats += length - 1;
    }
    if (state === 'matched' && before !== 'matched') counts.matchedIdentifiers += 1;
    if (this.missing[index] !== undefined && missing === undefined) counts.answered += length;
    this.counts = counts;
    this.stateOfGroup[index] = states.indexOf(state);
    this.missing[index] = missing;
  }

  private without(
    missing: string | undefined,
    columns: readonly string[],
    known: Map<string, string | undefined>,
  ): string | undefined {
    if (missing === undefined) return undefined;
    if (!known.has(missing)) {
      const left = namesIn(missing).filter((name) => !columns.includes(name));
      known.set(missing, left.length === 0 ? undefined : JSON.stringify(left));
    }
    return known.get(missing);
  }

  /** The user's choice, reduced to these columns. */
  private choiceOf(missing: string | undefined): Choice {
    const { choice } = this;
    const names = new Set(namesIn(missing));
    if (names.size === this.names.length) return choice;
    const ofEmployer = this.columns.flatMap(([name, member]) =>
      member !== undefined && names.has(`${name}.${member}`) ? [member] : [],
    );
    return {
      ...choice,
      fields: choice.fields.filter((name) => names.has(name)),
      personas: names.has('personas') && choice.personas,
      contactData: names.has('email') && choice.contactData,
      employer: ofEmployer.length === 0 ? null : ofEmployer,
    };
  }

  /**
   * Whether a choice asks for the same kind of records and matches identifiers in the same way. Only then its answers apply to this
   * list.
   */
  private isAsked({ kind, enhanced }: Choice): boolean {
    return kind === this.choice.kind && enhanced === this.choice.enhanced;
  }

  private groupOf(identifier: Identifier): Group | undefined {
    return this.groups[this.groupOfKey.get(keyOf(identifier)) ?? -1];
  }

  private indexOf(row: number): number {
    return this.groupOfRow[row] ?? 0;
  }
}

function namesIn(missing: string | undefined): string[] {
  return JSON.parse(missing ?? '[]') as string[];
}
