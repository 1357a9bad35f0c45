// SQL for merging a staging table in the session of an import.
import type { SuppressionReader } from '../../privacy/suppression.reader.js';
import { markCountsDue } from '../../tenancy/query-fields/due-counts.sql.js';
import type { MergeCounts } from '../merging/bulk-import.js';
import { lookUpEmployers } from './employer-lookup.sql.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { mergeRounds } from '../merging/conflict-free-batches.js';
import { type KnownPersons, lookUpPersons } from './person-lookup.sql.js';
import { mergeStatements } from './person-merge-statements.sql.js';
import type { PersonRow } from './person-record.js';
import { createPersonStaging, personStaging, personStagingColumns, stagedPerson } from './person-staging.sql.js';
import { completePerson, draftPerson, employersOf, type PersonState } from './person-state.js';

const newIds = `select nextval('person_id_seq') from generate_series(1, $1)`;

/** Merges persons into the stored ones. */
export class PersonMerge {
  private constructor(
    private readonly session: ImportSession,
    private readonly suppression: Pick<SuppressionReader, 'suppressedAmong'>,
    private readonly today: string,
  ) {}

  /** @param today `YYYY-MM-DD`; tells which positions are current */
  static async prepare(
    session: ImportSession,
    suppression: Pick<SuppressionReader, 'suppressedAmong'>,
    today: string,
  ): Promise<PersonMerge> {
    await session.run(createPersonStaging);
    return new PersonMerge(session, suppression, today);
  }

  /**
   * In one transaction; the result is as if the rows had been merged one after the other. Who asked not to be served is
   * refused; whoever is erased meanwhile waits for the transaction, or the transaction for them.
   */
  async merge(rows: readonly PersonRow[]): Promise<MergeCounts> {
    return this.session.transaction(async () => {
      const refused = await this.suppressed(rows);
      const accepted = rows.filter((_, index) => !refused.has(index));
      const total = { inserted: 0, updated: 0, contested: 0, refused };
      let known = await lookUpPersons(this.session, accepted);
      for (const [index, round] of mergeRounds(accepted, (row) => keysOf(row, known)).entries()) {
        if (index > 0) {
          await this.session.run(`truncate ${personStaging}`);
          known = await lookUpPersons(this.session, round);
        }
        const counts = await this.mergeRound(round, known);
        total.inserted += counts.inserted;
        total.updated += counts.updated;
        total.contested += counts.contested;
      }
      return total;
    });
  }

  private async suppressed(rows: readonly PersonRow[]): Promise<ReadonlyMap<number, string>> {
    const { networkUrls, emails } = await this.suppression.suppressedAmong({
      networkUrls: rows.map(({ networkUrl }) => networkUrl),
      emails: rows.flatMap((row) => row.emails?.map(({ address }) => address) ?? []),
    });
    const isSuppressed = (row: PersonRow): boolean =>
      networkUrls.has(row.networkUrl) || row.emails?.some(({ address }) => emails.has(address)) === true;
    return new Map([...rows.entries()].filter(([, row]) => isSuppressed(row)).map(([index]) => [index, 'suppressed']));
  }

  private async mergeRound(rows: readonly PersonRow[], known: KnownPersons): Promise<MergeCounts> {
    const drafts = rows.map((row) => draftPerson(row, known.byNetworkUrl.get(row.networkUrl) ?? null, this.today));
    const employers = await lookUpEmployers(this.session, drafts.flatMap(employersOf));
    const persons = drafts.map((draft) => completePerson(draft, employers, this.today));
    const added = persons.filter(({ stored }) => stored === null).length;
    const ids = added === 0 ? [] : await this.session.column(newIds, [added]);
    const contested = await this.stage(persons, ids, known);
    const changed = new Set<string>();
    for (const statement of mergeStatements(rows)) {
      for (const id of await this.session.column(statement)) changed.add(id);
    }
    for (const id of ids) changed.delete(id);
    await this.markEmployers(persons, changed);
    return { inserted: added, updated: changed.size, contested };
  }

  /** @returns how many ids were left out because they are somebody else's */
  private async stage(
    persons: readonly PersonState[],
    newIds: readonly string[],
    known: KnownPersons,
  ): Promise<number> {
    const unused = newIds.values();
    let contested = 0;
    const staged = persons.map((person) => {
      const { networkId } = person.row;
      const owner = networkId === null ? undefined : known.ownersOfNetworkId.get(networkId);
      const isContested = owner !== undefined && owner !== person.stored?.id;
      if (isContested) contested += 1;
      return stagedPerson(person, person.stored?.id ?? unused.next().value ?? '', isContested ? null : networkId);
    });
    await this.session.copy(personStaging, personStagingColumns, staged);
    return contested;
  }

  /** The counts of companies that have gained, lost or kept an employee who is not as before. */
  private async markEmployers(persons: readonly PersonState[], changed: ReadonlySet<string>): Promise<void> {
    const touched = persons.filter(({ stored }) => stored === null || changed.has(stored.id));
    const companies = new Set(
      touched.flatMap(({ stored, companyId }) => [stored?.companyId ?? [], companyId ?? []].flat()),
    );
    if (companies.size > 0) await this.session.rows(markCountsDue('select unnest($1::bigint[])'), [[...companies]]);
  }
}

/** Everything that a row may change or depends on. */
function keysOf({ networkUrl, networkId }: PersonRow, known: KnownPersons): string[] {
  const persons = [
    known.byNetworkUrl.get(networkUrl)?.id,
    networkId === null ? undefined : known.ownersOfNetworkId.get(networkId),
  ];
  return [
    `url ${networkUrl}`,
    ...(networkId === null ? [] : [`id ${networkId}`]),
    ...persons.filter((id) => id !== undefined).map((id) => `person ${id}`),
  ];
}
