// SQL for merging many persons at once from a staging table.
import { FollowedPersons } from '../../follows/followed-persons.sql.js';
import type { SuppressionReader } from '../../privacy/suppression.reader.js';
import { markCountsDue } from '../../tenancy/query-fields/query-field.sql.js';
import { confirmRecords } from '../merging/batch-history.sql.js';
import type { RowKeys } from '../merging/batch-locks.js';
import type { MergeCounts, OnStored } from '../merging/batch-merge.js';
import { type Dispute, disputedEarlier, disputesAmong } from '../merging/disputed-keys.js';
import {
  type BatchNotes,
  deprivedRow,
  emptyNotes,
  type IndexedRow,
  noteLeftOut,
  remember,
  rowsOf,
  withoutDisputed,
} from '../merging/disputed-rows.js';
import { type FormerOwner, formerKey, formerOwners } from '../merging/former-keys.sql.js';
import { RunMemory } from '../merging/run-memory.js';
import { addToLists, type MergedColumns, replaceLists, updateRecords } from '../merging/staged-updates.sql.js';
import type { RecordSources } from '../merging/record-sources.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { lookUpEmployers } from './employer-linking.sql.js';
import { type KnownEmployers, matchEmployer } from './employer-match.js';
import { insertPersons, type PlacedPerson } from './person-insert.sql.js';
import { haveOtherNames, type KnownPersons } from './person-identity.js';
import { claimedKeys, contradictionTo, contradictPersons, personClaims, withoutKeys } from './person-claims.js';
import {
  identifiedRows,
  type IdentifiedRow,
  type IdentifiedRows,
  isContested,
  leftOutAddress,
  personKeys,
  personRounds,
} from './person-placement.js';
import { joinPersons } from './person-join.sql.js';
import { lookUpPersons } from './person-lookup.sql.js';
import { namingAfter, type PersonRow } from './person-record.js';
import {
  createPersonStaging,
  decidedColumns,
  givenColumns,
  locationColumns,
  personStaging,
  personStagingColumns,
  placeWithoutPage,
  stagedPerson,
} from './person-staging.sql.js';
import {
  completePerson,
  draftPerson,
  employersOf,
  type PersonDraft,
  type PersonState,
  withBlanksOnly,
} from './person-state.js';
import { type SharedAddresses, sharedAddresses } from './shared-addresses.js';

const decided: MergedColumns = decidedColumns.map((column) => [column, `s.${column}`]);
const merged: MergedColumns = [
  ...decided,
  ...givenColumns.map((column) => [column, `coalesce(s.${column}, p.${column})`] as const),
];

/** SQL for whether the stored location and the location of the record are different places: a value that both have differs. */
const isElsewhere = locationColumns.map((column) => `coalesce(s.${column} <> p.${column}, false)`).join(' or ');

/**
 * The columns and their values after a merge that keeps stored values and only fills blanks. A location is not completed with parts of
 * another place.
 */
const filled: MergedColumns = [
  ...decided,
  ...givenColumns.map((column) => {
    const value = `coalesce(p.${column}, s.${column})`;
    const isLocation = locationColumns.some((name) => name === column);
    return [column, isLocation ? `case when ${isElsewhere} then p.${column} else ${value} end` : value] as const;
  }),
];

/** Reads for each person which lists have items: e-mail addresses, phone numbers and skills. */
const findLists = `
  select id, exists (select from person_email where person_id = id), exists (select from person_phone where person_id = id),
         exists (select from person_skill where person_id = id)
    from unnest($1::bigint[]) as id`;

const ofPerson = { owner: 'person_id', kept: 'without_page' };
const lists = [
  {
    of: ({ row }: PersonState) => row.emails,
    list: {
      ...ofPerson,
      table: 'person_email',
      key: 'address',
      others: ['type', 'place'],
      staged: ['email_addresses', 'email_types', 'email_places'],
    },
  },
  {
    of: ({ row }: PersonState) => row.phones,
    list: { ...ofPerson, table: 'person_phone', key: 'number', others: ['place'], staged: ['phones', 'phone_places'] },
  },
  {
    of: ({ row }: PersonState) => row.skills,
    list: { ...ofPerson, table: 'person_skill', key: 'name', others: [], staged: ['skills'] },
  },
].map(({ of, list }) => ({
  of,
  statements: {
    page: replaceLists(list, personStaging),
    'no page': addToLists({ ...list, place: 'place', firstPlace: placeWithoutPage }, personStaging),
  },
}));

/**
 * The statements that replace histories, which are the education and the positions of a person. Items of a history have an order and no
 * key, so a history is replaced as a whole. It is in the staging table only if it differs from the stored one.
 */
const histories = [
  {
    of: ({ newEducation }: PersonState) => newEducation,
    statements: replaceHistory('person_education', [
      ['school', 'schools'],
      ['start_year', 'school_starts'],
      ['end_year', 'school_ends'],
      ['without_page', 'school_flags'],
    ]),
  },
  {
    of: ({ newExperience }: PersonState) => newExperience,
    statements: replaceHistory('person_experience', [
      ['title', 'position_titles'],
      ['company_id', 'position_company_ids'],
      ['company_name', 'position_names'],
      ['company_website', 'position_websites'],
      ['company_network_url', 'position_urls'],
      ['start_date', 'position_starts'],
      ['end_date', 'position_ends'],
      ['without_page', 'position_flags'],
    ]),
  },
];

/**
 * The statements that replace search keys. They return no ids, because search keys are derived data and do not count as changes. The
 * first statement deletes every stored key that is not staged. If a person then has as many stored keys as staged keys, no key is missing,
 * and the second statement skips the person. Most persons of a repeated import are unchanged and have about ten keys. Counting these keys
 * takes less time than inserting each of them in vain.
 */
const replaceBlocks = [
  `delete from person_block b using ${personStaging} s
   where b.person_id = s.person_id and (b.employer <> all (s.block_employers) or b.token <> all (s.block_tokens))`,
  `insert into person_block (employer, token, person_id)
   select employer, token, s.person_id
   from ${personStaging} s, unnest(s.block_employers) as employer, unnest(s.block_tokens) as token
   where cardinality(s.block_employers) * cardinality(s.block_tokens)
         > (select count(*) from person_block b where b.person_id = s.person_id)
   on conflict do nothing`,
];

/**
 * The statements that update the stored persons from the staging table, in their order. Each returns the ids of the persons that it
 * changed.
 * @param persons the staged persons: either the records of all of them have profile pages, or those of none
 */
function mergeStatements(persons: readonly PersonState[], origin: Origin, onStored: OnStored): string[] {
  const isStaged = ({ of }: { of: (person: PersonState) => unknown }): boolean =>
    persons.some((person) => of(person) !== null);
  const ofLists = lists.filter(isStaged).flatMap(({ statements }) => statements[origin]);
  const ofHistories = histories.filter(isStaged).flatMap(({ statements }) => statements);
  const columns = onStored === 'keep' ? filled : merged;
  const values = updateRecords({ table: 'person', staging: personStaging, columns, onStored });
  return [values, ...ofLists, ...ofHistories, ...replaceBlocks];
}

function replaceHistory(table: string, columns: readonly (readonly [column: string, staged: string])[]): string[] {
  const names = columns.map(([column]) => column).join(', ');
  const [[, first] = ['', '']] = columns;
  return [
    `delete from ${table} t using ${personStaging} s
     where t.person_id = s.person_id and s.${first} is not null
     returning t.person_id`,
    `insert into ${table} (person_id, ${names})
     select s.person_id, ${columns.map(([column]) => `item.${column}`).join(', ')}
     from ${personStaging} s, unnest(${columns.map(([, staged]) => `s.${staged}`).join(', ')}) with ordinality
       as item(${names}, place)
     order by s.person_id, item.place
     returning person_id`,
  ];
}

const findAddresses = `select person_id, address from person_email where person_id = any ($1::bigint[])`;

/** Takes the profile page, and the network id that a record has, from persons who are not the ones that the records are about. */
const takePages = `
  update person p set network_url = null, network_id = case when p.network_id = t.network_id then null else p.network_id end
    from unnest($1::bigint[], $2::text[]) as t (id, network_id) where p.id = t.id`;

const newIds = `select nextval('person_id_seq') from generate_series(1, $1)`;

/** Merges the persons of a file into the stored persons. */
export class PersonMerge {
  private readonly dueCompanies = new Set<string>();
  /** The disputes of the whole batch, if {@link compare} was called; else each merge finds those of its rows. */
  private disputes: ReadonlyMap<string, Dispute<PersonRow>> | null = null;
  /** The rows whose profile page was replaced by that of another person, into whom an operator has merged the person of the page. */
  private readonly led = new WeakSet<PersonRow>();

  private constructor(
    private readonly session: ImportSession,
    private readonly suppression: Pick<SuppressionReader, 'suppressedAmong'>,
    private readonly today: string,
    private readonly sources: RecordSources,
    private readonly followed: FollowedPersons,
    private readonly onStored: OnStored,
    private readonly memory: RunMemory,
  ) {}

  /**
   * Prepares a database session for merging persons.
   * @param today `YYYY-MM-DD`; it decides which positions are current ones
   * @param onStored whether a different value of a record replaces the stored value
   * @param memory what is remembered of the earlier records of the file
   */
  static async prepare(
    session: ImportSession,
    suppression: Pick<SuppressionReader, 'suppressedAmong'>,
    today: string,
    sources: RecordSources,
    onStored: OnStored = 'replace',
    memory: RunMemory = new RunMemory(),
  ): Promise<PersonMerge> {
    await session.run(createPersonStaging);
    const followed = await FollowedPersons.of(session, today, async (employers) => {
      const known = await lookUpEmployers(session, employers);
      return (employer) => matchEmployer(employer, known)?.id ?? null;
    });
    return new PersonMerge(session, suppression, today, sources, followed, onStored, memory);
  }

  /**
   * Merges rows in one transaction. The result is the same as if they were merged one by one. Rows about suppressed persons are refused.
   * So are rows without a profile page if it is not certain which person is meant. The lock of the transaction makes erasures wait for its
   * end.
   */
  async merge(rows: readonly PersonRow[]): Promise<MergeCounts> {
    const { total, noted } = await this.session.transaction(async () => {
      this.dueCompanies.clear();
      await this.followed.begin();
      const batch = emptyNotes<PersonRow>();
      const { refused, leftOut } = batch;
      for (const [index, reason] of await this.suppressed(rows)) refused.set(index, reason);
      const sums = { inserted: 0, updated: 0, joined: 0, contested: 0, refused, leftOut };
      const indexed = [...rows.entries()].flatMap(([index, row]) => (refused.has(index) ? [] : [{ index, row }]));
      const disputes = this.disputes ?? this.disputesAmong(rowsOf(indexed));
      const undisputed = withoutDisputed(indexed, disputes, this.memory, batch, personClaims);
      const joined = await this.afterJoins(rowsOf(undisputed));
      const accepted = undisputed.map(({ index, row }, place) => ({ index, row: joined[place] ?? row }));
      let known = await this.lookUp(accepted);
      const { settled, taken } = sharedAddresses(rowsOf(accepted), known);
      for (const [number, round] of personRounds(accepted, known, settled).entries()) {
        if (number > 0) known = await this.lookUp(round);
        const apart = await this.apart(round, known, batch);
        const identified = await this.identify(apart.rows, apart.known, taken, batch);
        for (const { index, reason } of identified.refused) refused.set(index, reason);
        for (const { index, contested } of identified.persons) {
          for (const address of contested) noteLeftOut(batch, index, leftOutAddress(address));
        }
        const counts = await this.mergeRound(identified.persons, identified.ownersOfNetworkId, batch);
        sums.inserted += counts.inserted;
        sums.updated += counts.updated;
        sums.joined += counts.joined;
        sums.contested += counts.contested;
      }
      await this.followed.store();
      await this.markDue();
      return { total: sums, noted: batch };
    });
    // Only the rows of a committed transaction are remembered: a batch that failed is merged again in parts.
    remember(noted, this.memory);
    return total;
  }

  async compare(rows: readonly PersonRow[]): Promise<void> {
    const suppressed = await this.suppressed(rows);
    this.disputes = this.disputesAmong(rows.filter((_, index) => !suppressed.has(index)));
  }

  private disputesAmong(rows: readonly PersonRow[]): ReadonlyMap<string, Dispute<PersonRow>> {
    return disputesAmong(rows, claimedKeys, (one, other, key) => contradictPersons(one, other, key, this.today));
  }

  /** The rows. One with the page of a person who was merged into another one gets the keys of that other one. */
  private async afterJoins(rows: readonly PersonRow[]): Promise<readonly PersonRow[]> {
    const former = await formerOwners(this.session, 'person', () =>
      rows.flatMap(({ networkId, networkUrl }) => [
        ...(networkId === null ? [] : [['network_id', networkId] as const]),
        ...(networkUrl === null ? [] : [['network_url', networkUrl] as const]),
      ]),
    );
    if (former.size === 0) return rows;
    const ownerOf = (kind: 'network_id' | 'network_url', key: string | null): FormerOwner | undefined =>
      key === null ? undefined : former.get(formerKey(kind, key));
    return rows.map((row) => {
      const byId = ownerOf('network_id', row.networkId);
      const byPage = ownerOf('network_url', row.networkUrl);
      if (byId === undefined && typeof byPage?.networkUrl !== 'string') return row;
      const led = {
        ...row,
        networkUrl: byPage?.networkUrl ?? row.networkUrl,
        // No person is looked up by a network id, so a former one is only taken from the row.
        networkId: byPage?.networkId ?? (byId === undefined ? row.networkId : null),
      };
      if (typeof byPage?.networkUrl === 'string') this.led.add(led);
      return led;
    });
  }

  private isDisputed(key: string): boolean {
    return this.disputes?.has(key) === true || this.memory.isDisputed(key);
  }

  /**
   * Sets rows apart from the stored persons who have their profile pages, if the names contradict each other: no value of one person may
   * be stored under the name of another. The stored person stays, without the page. If an earlier record of the same file had the page,
   * the page identifies neither of the two, and the row loses it, too; it stays with a person who had it before this import. A row with the
   * page of a person whom an operator has joined with another one is about that other one, whatever its name.
   */
  private async apart(
    round: readonly IndexedRow<PersonRow>[],
    known: KnownPersons,
    batch: BatchNotes<PersonRow>,
  ): Promise<RowsApart> {
    const suspects = round.flatMap((one) => {
      const holder = known.byNetworkUrl.get(one.row.networkUrl ?? '');
      return holder !== undefined &&
        !this.led.has(one.row) &&
        haveOtherNames(namingAfter(one.row, holder.naming), holder.naming)
        ? [{ one, holder }]
        : [];
    });
    const apart = new Map<IndexedRow<PersonRow>, IndexedRow<PersonRow>[]>();
    const taken: (readonly [id: string, networkId: string | null])[] = [];
    const addresses = await this.addressesOf(suspects.map(({ holder }) => holder.id));
    for (const { one, holder } of suspects) {
      const { row } = one;
      const isOfFile = batch.touched.has(holder.id) || this.memory.hasTouched(holder.id);
      const found = contradictionTo(row, { ...holder, addresses: addresses.get(holder.id) ?? [] }, this.today);
      if (found === null || (found === 'all' && !isOfFile)) continue;
      apart.set(one, [one]);
      const key = `url ${row.networkUrl ?? ''}`;
      if (isOfFile) {
        batch.disputed.add(key);
        noteLeftOut(batch, one.index, { ...personClaims.memberOf(key), reason: disputedEarlier });
        apart.set(
          one,
          deprivedRow(one, (each) => each === key, batch, personClaims),
        );
      }
      const isKeyed = batch.keyed.has(holder.id) || this.memory.hasKeyed(holder.id);
      if (!isOfFile || isKeyed) taken.push([holder.id, row.networkId]);
    }
    if (apart.size === 0) return { rows: round, known };
    if (taken.length > 0) await this.session.rows(takePages, columnsOf(taken));
    const rows = round.flatMap((one) => apart.get(one) ?? [one]);
    return { rows, known: await this.lookUp(rows) };
  }

  private async addressesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (ids.length === 0) return new Map();
    const found = (await this.session.rows(findAddresses, [ids])) as [string, string][];
    const addresses = new Map<string, string[]>();
    for (const [id, address] of found) addresses.set(id, [...(addresses.get(id) ?? []), address]);
    return addresses;
  }

  private lookUp(rows: readonly IndexedRow<PersonRow>[]): Promise<KnownPersons> {
    return lookUpPersons(this.session, rowsOf(rows), this.today);
  }

  /** Finds the stored persons of the rows of a round. Stored persons are joined if a row shows that they are one person. */
  private async identify(
    round: readonly IndexedRow<PersonRow>[],
    known: KnownPersons,
    taken: SharedAddresses['taken'],
    batch: BatchNotes<PersonRow>,
  ): Promise<IdentifiedRows> {
    const identified = identifiedRows(round, known, taken, batch.deprived);
    const groups = identified.persons.flatMap(({ joined }) => (joined.length === 0 ? [] : [joined]));
    if (groups.length === 0) return identified;
    for (const id of await joinPersons(this.session, groups)) this.dueCompanies.add(id);
    const after = identifiedRows(round, await this.lookUp(round), taken, batch.deprived);
    const joining = new Set(identified.persons.flatMap(({ index, isJoining }) => (isJoining ? [index] : [])));
    return { ...after, persons: after.persons.map((one) => ({ ...one, isJoining: joining.has(one.index) })) };
  }

  /**
   * The keys of each row: they name everything that a merge of the row would now read or change. They do not depend on the other rows.
   * See {@link RowKeys}.
   */
  async keysOf(given: readonly PersonRow[]): Promise<readonly RowKeys[]> {
    const rows = await this.afterJoins(given);
    // A row from which a disputed identifier is taken may identify its person by name and employer.
    const deprived = rows.map((row) => {
      const isDeprived = claimedKeys(row).some((key) => this.isDisputed(key));
      return isDeprived ? withoutKeys(row, (key) => this.isDisputed(key)) : null;
    });
    const known = await lookUpPersons(this.session, [...rows, ...deprived.filter((row) => row !== null)], this.today);
    return rows.map((row, index) => personKeys(row, deprived[index] ?? null, known));
  }

  private async suppressed(rows: readonly PersonRow[]): Promise<ReadonlyMap<number, string>> {
    const { networkUrls, emails } = await this.suppression.suppressedAmong({
      networkUrls: rows.flatMap(({ networkUrl }) => networkUrl ?? []),
      emails: rows.flatMap((row) => row.emails?.map(({ address }) => address) ?? []),
    });
    if (networkUrls.size === 0 && emails.size === 0) return new Map();
    const isSuppressed = (row: PersonRow): boolean =>
      networkUrls.has(row.networkUrl ?? '') || row.emails?.some(({ address }) => emails.has(address)) === true;
    return new Map([...rows.entries()].filter(([, row]) => isSuppressed(row)).map(([index]) => [index, 'suppressed']));
  }

  private async mergeRound(
    rows: readonly IdentifiedRow[],
    ownersOfNetworkId: KnownPersons['ownersOfNetworkId'],
    batch: BatchNotes<PersonRow>,
  ): Promise<Omit<Required<MergeCounts>, 'refused' | 'leftOut' | 'found'>> {
    const used = this.onStored === 'keep' ? await this.withBlanksOnly(rows) : rows;
    const drafts = used.map((one) => ({ ...one, draft: draftPerson(one.row, one.stored, this.today) }));
    const employers = await lookUpEmployers(
      this.session,
      drafts.flatMap(({ draft }) => employersOf(draft)),
    );
    const added = drafts.filter(({ draft }) => draft.stored === null).length;
    const unused = (added === 0 ? [] : await this.session.column(newIds, [added])).values();
    const placed = drafts.map(({ draft, isJoining, contested }) => ({
      id: draft.stored?.id ?? unused.next().value ?? '',
      draft,
      isJoining,
      isContested: isContested(draft, ownersOfNetworkId),
      contested: contested.size,
    }));
    for (const { id, draft } of placed) {
      batch.touched.add(id);
      if (draft.row.networkUrl !== null && draft.stored?.networkUrl !== draft.row.networkUrl) batch.keyed.add(id);
    }
    const changed: PlacedPerson[] = [];
    const joined = new Set(placed.flatMap(({ id, isJoining }) => (isJoining ? [id] : [])));
    let updated = 0;
    for (const origin of ['page', 'no page'] as const) {
      const ofOrigin = placed.filter(({ draft }) => (draft.row.networkUrl === null) === (origin === 'no page'));
      const [fresh, stored] = [ofOrigin.filter(isNew), ofOrigin.filter((one) => !isNew(one))];
      if (fresh.length > 0)
        changed.push(...(await insertPersons(this.session, this.completed(fresh, employers), origin)));
      const merged = await this.update([...this.completed(stored, employers)], origin);
      updated += merged.filter(({ id }) => !joined.has(id)).length;
      for (const { id, person } of merged) this.followed.note(id, person);
      changed.push(...merged);
    }
    this.followed.leaveOut(joined);
    this.noteEmployers(changed);
    const contested = placed.reduce((sum, one) => sum + one.contested + (one.isContested ? 1 : 0), 0);
    return { inserted: added, updated, joined: joined.size, contested };
  }

  /** The rows for an import that only fills blanks: without the values that would replace stored ones. */
  private async withBlanksOnly(rows: readonly IdentifiedRow[]): Promise<IdentifiedRow[]> {
    const ids = rows.flatMap(({ stored }) => stored?.id ?? []);
    const found = (await this.session.rows(findLists, [ids])) as [string, boolean, boolean, boolean][];
    const lists = new Map(found.map(([id, emails, phones, skills]) => [id, { emails, phones, skills }]));
    return rows.map((one) => {
      const filledLists = one.stored === null ? undefined : lists.get(one.stored.id);
      if (one.stored === null || filledLists === undefined) return one;
      return { ...one, row: withBlanksOnly(one.row, one.stored, filledLists) };
    });
  }

  /**
   * Updates stored persons, with their lists, histories and search keys.
   * @returns the persons in whom a value changed
   */
  private async update(persons: readonly PlacedPerson[], origin: Origin): Promise<PlacedPerson[]> {
    if (persons.length === 0) return [];
    const staged = persons.map(({ id, person, networkId, sources }) => stagedPerson(person, id, networkId, sources));
    await this.session.run(`truncate ${personStaging}`);
    await this.session.copy(personStaging, personStagingColumns, staged);
    const changed = new Set<string>();
    const states = persons.map(({ person }) => person);
    for (const statement of mergeStatements(states, origin, this.onStored)) {
      for (const id of await this.session.column(statement)) changed.add(id);
    }
    if (this.onStored === 'replace') await confirmRecords(this.session, 'person', personStaging);
    return persons.filter(({ id }) => changed.has(id));
  }

  /**
   * Completes persons one by one, so that the database can store the first ones while the next are computed. A network id is left out if
   * it belongs to another person.
   */
  private *completed(drafts: readonly PlacedDraft[], employers: KnownEmployers): Generator<PlacedPerson> {
    for (const { id, draft, isContested: isOmitted } of drafts) {
      const networkId = isOmitted ? null : draft.row.networkId;
      const sources = this.sources.textOf(draft.row);
      yield { id, person: completePerson(draft, employers, this.today), networkId, sources };
    }
  }

  /** Remembers the former and current employers of changed persons, because the query fields of these companies must be counted again. */
  private noteEmployers(changed: readonly PlacedPerson[]): void {
    for (const { person } of changed) {
      for (const id of [person.stored?.companyId, person.companyId])
        if (typeof id === 'string') this.dueCompanies.add(id);
    }
  }

  /**
   * Marks companies whose query fields have to be counted again. This is one statement, and the last step of the transaction: an import
   * in several threads has several transactions at a time, which may mark the same companies. So they wait only shortly for each other,
   * and cannot deadlock.
   */
  private async markDue(): Promise<void> {
    if (this.dueCompanies.size === 0) return;
    await this.session.rows(markCountsDue('select unnest($1::bigint[])'), [[...this.dueCompanies]]);
  }
}

type Origin = 'page' | 'no page';

/** The rows of a round, without those identifiers about which the file contradicts itself, and what is then known of their persons. */
interface RowsApart {
  readonly rows: readonly IndexedRow<PersonRow>[];
  readonly known: KnownPersons;
}

interface PlacedDraft {
  readonly id: string;
  readonly draft: PersonDraft;
  readonly isContested: boolean;
}

function columnsOf<One, Other>(pairs: readonly (readonly [One, Other])[]): [One[], Other[]] {
  return [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
}

function isNew({ draft }: PlacedDraft): boolean {
  return draft.stored === null;
}
