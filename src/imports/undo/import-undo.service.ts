import { Inject, Injectable } from '@nestjs/common';
import type { Operator } from '../../operations/operation.js';
import { never } from '../../platform/async/with-timeout.js';
import { type Config, configToken } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { SuppressionReader } from '../../privacy/suppression.reader.js';
import { ImportJournal, type PastImport } from '../import-journal.sql.js';
import { ImportSession, isFaultOfRecords } from '../merging/import-session.sql.js';
import { storedCounts } from '../merging/import-summary.js';
import { linkEmployers } from '../persons/employer-linking.sql.js';
import { JoinedGroups } from './joined-groups.js';
import { type ChangedKind, type JsonRow } from '../history/history-tables.js';
import { planOf, type RecordPlan, sourcesBefore } from './undo-plan.js';
import { type PlannedRecord, type RecordHistory, UndoSession } from './undo-session.sql.js';

/** A record, or some of its fields, that an undo left as it is. */
interface LeftRecord {
  readonly kind: ChangedKind;
  readonly name: string | null;
  readonly network_url: string | null;
  readonly website: string | null;
  /** The fields that keep their values; `record` if the record was not removed or not brought back. */
  readonly fields: readonly string[];
  readonly reason: string;
}

/** The outcome of an undo. */
export interface UndoneImport {
  /** The entry of the undo in the journal of imports. Undoing this entry repeats what was undone. */
  readonly import_id: number;
  /** The entry that was undone. */
  readonly undoes: number;
  /** How many records got former values back. */
  readonly restored: number;
  /** How many records were removed, because the import had inserted them. */
  readonly removed: number;
  /** How many removed records were brought back. */
  readonly brought_back: number;
  /** How many signals were deleted or brought back. */
  readonly signals: number;
  /** How many records were left as they are, or keep some values. */
  readonly left: number;
  /** The first of them, at most 100. */
  readonly left_records: readonly LeftRecord[];
}

const batchRecords = 1_000;
const maxListed = 100;
const kinds = ['company', 'person'] as const;

/** Takes back what an entry of the journal of imports has changed. */
@Injectable()
export class ImportUndoService {
  constructor(
    private readonly database: Database,
    private readonly journal: ImportJournal,
    private readonly suppression: SuppressionReader,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Takes back an import, or an undo, a merge or a removal. Values that a later entry has changed or confirmed stay, and erased persons stay
   * erased. Each batch is one transaction. After a kill, another undo of the same entry continues.
   * @throws CommandError when there is no such entry, when it is still running, and when its history is no longer kept
   */
  async undo(id: number, operator: Operator | null, signal: AbortSignal = never): Promise<UndoneImport> {
    const undone = await this.journal.entry(id);
    const session = await ImportSession.open(this.database.sessions);
    try {
      await session.holdEntry(id);
      await this.assertHistory(session, undone);
      const { kind, file, source, tenant } = undone;
      const about = { kind: kind as Parameters<ImportJournal['open']>[0]['kind'], file, source, tenant, operator };
      const undos = await this.journal.undos();
      const entry = await this.journal.open({ ...about, action: 'undo', undoes: id });
      await session.record(entry.id);
      const run = new UndoRun(session, await UndoSession.open(session, id, undos), this.suppression);
      try {
        await run.toEnd(signal);
        await session.record(null);
        if (kind !== 'signals') await linkEmployers(session);
        await entry.end(signal.aborted ? 'interrupted' : 'complete', run.counts);
      } catch (error) {
        await entry.end('failed', run.counts).catch(() => undefined);
        throw error;
      }
      return { import_id: entry.id, undoes: id, ...run.outcome };
    } finally {
      await session.close();
    }
  }

  private async assertHistory(session: ImportSession, { import_id: id, ...entry }: PastImport): Promise<void> {
    // The history of an old entry is deleted step by step, so a part of it may still be there.
    const isOld = Date.now() - Date.parse(entry.started_at) > this.config.importHistoryDays * 86_400_000;
    const isKept = !isOld && (await UndoSession.hasHistory(session, id));
    if (isKept || entry.inserted + entry.updated + entry.joined === 0) return;
    throw new CommandError(
      `The changes of import ${id} are no longer kept, so it cannot be undone; IMPORT_HISTORY_DAYS says how long changes are kept`,
    );
  }
}

/** One undo: it goes through all records of the undone entry in batches. */
class UndoRun {
  private readonly totals = { restored: 0, removed: 0, brought_back: 0, signals: 0, left: 0 };
  private readonly listed: LeftRecord[] = [];
  private read = 0;

  constructor(
    private readonly session: ImportSession,
    private readonly undo: UndoSession,
    private readonly suppression: Pick<SuppressionReader, 'suppressedAmong'>,
  ) {}

  get outcome() {
    return { ...this.totals, left_records: this.listed };
  }

  get counts() {
    const { brought_back: inserted, restored: updated, removed, signals, left: unchanged } = this.totals;
    return storedCounts({
      read: this.read + signals,
      inserted,
      updated: updated + removed + signals,
      unchanged,
    });
  }

  async toEnd(signal: AbortSignal): Promise<void> {
    await this.removeInserted(signal);
    if (!signal.aborted) this.totals.signals += await this.session.transaction(() => this.undo.restoreSignals());
    const groups = new JoinedGroups(await this.undo.joins());
    for (const kind of kinds) {
      await this.restoreChanged(kind, groups, signal);
      // The persons who followed a company stay with it if the company stays.
      if (kind === 'company' && groups.have('company') && this.totals.left > 0) break;
    }
    for (const kind of kinds) {
      for (let after: string | null = '0'; after !== null && !signal.aborted;) {
        const part: string = after;
        after = await this.session.transaction(() => this.undo.restoreSources(kind, part));
      }
    }
  }

  /** Deletes the records that the entry has inserted, unless a later entry has touched them. */
  private async removeInserted(signal: AbortSignal): Promise<void> {
    for (let after = '0'; !signal.aborted;) {
      const part = await this.undo.nextInsertion(after);
      if (part === null) return;
      after = part.id;
      const { kind, ids } = part;
      if (kind === 'signal') {
        this.totals.signals += await this.session.transaction(() => this.undo.deleteSignals(ids));
        continue;
      }
      await this.session.transaction(async () => {
        const stored = await this.undo.stored(kind, ids);
        const known = ids.filter((id) => stored.has(id));
        const later = await this.undo.later(
          kind,
          known,
          known.map(() => '0'),
        );
        const removed = known.filter((id) => !later.has(id));
        for (const id of known) {
          const touch = later.get(id);
          if (touch !== undefined)
            await this.leave(kind, id, ['record'], `import ${touch.entry} has changed or confirmed it since`);
        }
        const plan = {
          action: 'delete',
          values: {},
          lists: [],
          others: new Map<string, JsonRow[]>(),
          kept: [],
        } as const;
        await this.undo.markDue(kind, removed);
        await this.undo.restore(
          kind,
          removed.map((id) => ({ id, plan })),
        );
        // What the entry has changed in records that it had inserted itself is neither restored nor looked at again.
        await this.undo.noteUndone(kind, known);
        this.totals.removed += removed.length;
        this.read += known.length;
      });
    }
  }

  private async restoreChanged(kind: ChangedKind, groups: JoinedGroups, signal: AbortSignal): Promise<void> {
    const deferred: string[][] = [];
    const done = new Set<string>();
    for (let after = '0'; !signal.aborted;) {
      const ids = await this.undo.nextChanged(kind, after, batchRecords);
      if (ids.length === 0) break;
      after = ids.at(-1) ?? after;
      const units = groups.unitsOf(
        kind,
        ids.filter((id) => !done.has(id)),
      );
      for (const id of units.flat()) done.add(id);
      await this.restoreUnits(kind, units, (unit) => deferred.push(unit));
    }
    // A record may have to wait until another one has given back an identifier.
    for (let waiting = deferred.splice(0); waiting.length > 0 && !signal.aborted;) {
      const failed: string[][] = [];
      await this.restoreUnits(kind, waiting, (unit) => failed.push(unit));
      if (failed.length === waiting.length) {
        for (const id of failed.flat())
          await this.leave(kind, id, ['record'], 'another record has one of its identifiers now');
        break;
      }
      waiting = failed;
    }
  }

  /** Restores groups of records in one transaction. If the database refuses that, each half is tried by itself. */
  private async restoreUnits(
    kind: ChangedKind,
    units: readonly string[][],
    onRefused: (unit: string[]) => void,
  ): Promise<void> {
    const [first, ...others] = units;
    if (first === undefined) return;
    try {
      const note = await this.session.transaction(() => this.restoreAll(kind, units));
      await note();
    } catch (error) {
      if (!isFaultOfRecords(error)) throw error;
      if (others.length === 0) {
        onRefused(first);
        return;
      }
      const middle = Math.ceil(units.length / 2);
      await this.restoreUnits(kind, units.slice(0, middle), onRefused);
      await this.restoreUnits(kind, units.slice(middle), onRefused);
    }
  }

  /** @returns a function that counts what was done, for after the commit */
  private async restoreAll(kind: ChangedKind, units: readonly string[][]): Promise<() => Promise<void>> {
    const histories = new Map((await this.undo.history(kind, units.flat())).map((history) => [history.id, history]));
    const ids = [...histories.keys()];
    const stored = await this.undo.stored(kind, ids);
    const later = await this.undo.later(
      kind,
      ids,
      [...histories.values()].map(({ lastChange }) => lastChange),
    );
    const erased = kind === 'person' ? await this.erasedAmong([...histories.values()]) : new Set<string>();
    const planned: PlannedRecord[] = [];
    const left: (readonly [id: string, fields: readonly string[], reason: string])[] = [];
    for (const unit of units) {
      const plans = unit.flatMap((id) => {
        const history = histories.get(id);
        return history === undefined ? [] : [{ id, plan: this.planned(kind, history, stored, later.get(id)) }];
      });
      const reasonOf = (id: string): string => {
        if (erased.has(id)) return 'the person was erased';
        const touch = later.get(id);
        return touch === undefined ? 'it was removed since' : `import ${touch.entry} has changed or confirmed it since`;
      };
      const blocked = plans.filter(({ id, plan }) => erased.has(id) || plan.action === 'none');
      const isWhole = unit.length > 1 && plans.some(({ plan, id }) => erased.has(id) || plan.kept.length > 0);
      for (const { id, plan } of plans) {
        const isLeft = isWhole || blocked.some((each) => each.id === id);
        if (!isLeft && plan.action !== 'none') planned.push({ id, plan });
        const fields = isLeft && plan.kept.length === 0 ? ['record'] : plan.kept;
        const cause = isWhole ? (plans.find((each) => erased.has(each.id) || each.plan.kept.length > 0)?.id ?? id) : id;
        if (fields.length > 0) left.push([id, fields, reasonOf(cause)]);
      }
    }
    const restoredIds = planned.map(({ id }) => id);
    await this.undo.markDue(kind, restoredIds);
    await this.undo.moveRelatedRows(kind, restoredIds);
    await this.undo.restore(kind, planned);
    await this.undo.returnRelatedRows(kind, restoredIds);
    await this.undo.markDue(kind, restoredIds);
    await this.undo.noteUndone(kind, restoredIds);
    return async () => {
      this.read += ids.length;
      for (const { plan } of planned) this.totals[countOf[plan.action]] += 1;
      for (const [id, fields, reason] of left) await this.leave(kind, id, fields, reason);
    };
  }

  private planned(
    kind: ChangedKind,
    { id, changes }: RecordHistory,
    stored: ReadonlyMap<string, JsonRow | null>,
    later: Parameters<typeof planOf>[2],
  ): RecordPlan | { readonly action: 'none'; readonly kept: readonly string[] } {
    const plan = planOf(kind, changes, later);
    if (plan.action === 'none') return plan;
    if ((plan.action === 'insert') === stored.has(id))
      return { action: 'none', kept: plan.action === 'insert' ? ['record'] : [] };
    if (plan.action !== 'update' || !('sources' in plan.values)) return plan;
    const ofSources = changes.flatMap(({ table, before, after }) =>
      table === kind && 'sources' in (before?.[0] ?? {})
        ? [{ before: before?.[0]?.sources as JsonRow | null, after: after?.[0]?.sources as JsonRow | null }]
        : [],
    );
    return { ...plan, values: { ...plan.values, sources: sourcesBefore(stored.get(id) ?? null, ofSources) } };
  }

  /** Those of the persons that would get an identifier that is on the suppression list. */
  private async erasedAmong(histories: readonly RecordHistory[]): Promise<ReadonlySet<string>> {
    const keys = histories.map(({ id, changes }) => ({
      id,
      pages: changes.flatMap(({ table, before }) =>
        table === 'person'
          ? (before ?? []).flatMap(({ network_url: page }) => (typeof page === 'string' ? page : []))
          : [],
      ),
      addresses: changes.flatMap(({ table, before }) =>
        table === 'person_email' ? (before ?? []).map(({ address }) => String(address)) : [],
      ),
    }));
    const found = await this.suppression.suppressedAmong({
      networkUrls: keys.flatMap(({ pages }) => pages),
      emails: keys.flatMap(({ addresses }) => addresses),
    });
    const isErased = ({ pages, addresses }: (typeof keys)[number]): boolean =>
      pages.some((page) => found.networkUrls.has(page)) || addresses.some((address) => found.emails.has(address));
    return new Set(keys.filter(isErased).map(({ id }) => id));
  }

  private async leave(kind: ChangedKind, id: string, fields: readonly string[], reason: string): Promise<void> {
    this.totals.left += 1;
    if (this.listed.length >= maxListed) return;
    const named = await this.undo.namesOf(kind, id);
    this.listed.push({ kind, ...named, fields, reason });
  }
}

const countOf = { insert: 'brought_back', delete: 'removed', update: 'restored' } as const;
