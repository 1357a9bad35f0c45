// SQL for statements over many rows that merge a staging table.
import type { SuppressionReader } from '../../privacy/suppression.reader.js';
import { markCountsDue } from '../../tenancy/query-fields/query-field.sql.js';
import type { MergeCounts } from '../merging/bulk-import.js';
import { replaceLists } from '../merging/child-table-sync.sql.js';
import { mergeRounds } from '../merging/conflict-free-batches.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { lookUpEmployers } from './employer-linking.sql.js';
import type { KnownEmployers } from './employer-match.js';
import { insertPersons, type PlacedPerson } from './person-insert.sql.js';
import { type KnownPersons, lookUpPersons } from './person-lookup.sql.js';
import type { PersonRow } from './person-record.js';
import {
  createPersonStaging,
  decidedColumns,
  givenColumns,
  personStaging,
  personStagingColumns,
  stagedPerson,
} from './person-staging.sql.js';
import { completePerson, draftPerson, employersOf, type PersonDraft } from './person-state.js';

const merged: readonly (readonly [column: string, value: string])[] = [
  ...decidedColumns.map((column) => [column, `s.${column}`] as const),
  ...givenColumns.map((column) => [column, `coalesce(s.${column}, p.${column})`] as const),
];

const updateChanged = `
  update person p set ${merged.map(([column, value]) => `${column} = ${value}`).join(', ')}
  from ${personStaging} s
  where p.id = s.person_id
    and (${merged.map(([column]) => `p.${column}`).join(', ')}) is distinct from (${merged.map(([, value]) => value).join(', ')})
  returning p.id`;

const ofPerson = { owner: 'person_id', others: [] };
const lists = [
  {
    of: (row: PersonRow) => row.emails,
    table: 'person_email',
    key: 'address',
    others: ['type', 'place'],
    staged: ['email_addresses', 'email_types', 'email_places'],
  },
  {
    of: (row: PersonRow) => row.phones,
    table: 'person_phone',
    key: 'number',
    others: ['place'],
    staged: ['phones', 'phone_places'],
  },
  { of: (row: PersonRow) => row.skills, table: 'person_skill', key: 'name', staged: ['skills'] },
].map((list) => ({ of: list.of, statements: replaceLists({ ...ofPerson, ...list }, personStaging) }));

/** Histories are ordered and have no key, so they are replaced as a whole; they are staged only if they differ. */
const replaceHistories = [
  history('person_education', [
    ['school', 'schools'],
    ['start_year', 'school_starts'],
    ['end_year', 'school_ends'],
  ]),
  history('person_experience', [
    ['title', 'position_titles'],
    ['company_id', 'position_company_ids'],
    ['company_name', 'position_names'],
    ['company_website', 'position_websites'],
    ['company_network_url', 'position_urls'],
    ['start_date', 'position_starts'],
    ['end_date', 'position_ends'],
  ]),
].flat();

/** Blocks are derived data, so these statements return no changed persons. */
const replaceBlocks = [
  `delete from person_block b using ${personStaging} s
   where b.person_id = s.person_id and (b.employer || ' ' || b.token) <> all (s.blocks)`,
  `insert into person_block (employer, token, person_id)
   select split_part(block, ' ', 1), split_part(block, ' ', 2), s.person_id
   from ${personStaging} s, unnest(s.blocks) as block
   on conflict do nothing`,
];

/** The statements that merge the staged persons, in order; each returns the ids of changed persons. */
function mergeStatements(rows: readonly PersonRow[]): string[] {
  const present = lists.filter((list) => rows.some((row) => list.of(row) !== null));
  return [updateChanged, ...present.flatMap(({ statements }) => statements), ...replaceHistories, ...replaceBlocks];
}

function history(table: string, columns: readonly (readonly [column: string, staged: string])[]): string[] {
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

const newIds = `select nextval('person_id_seq') from generate_series(1, $1)`;

/** Merges persons into the stored ones. */
export class PersonMerge {
  private constructor(
    private readonly session: ImportSession,
    private readonly suppression: Pick<SuppressionReader, 'suppressedAmong'>,
    private readonly today: string,
  ) {}

  /** @param today `YYYY-MM-DD`, which decides the current positions. */
  static async prepare(
    session: ImportSession,
    suppression: Pick<SuppressionReader, 'suppressedAmong'>,
    today: string,
  ): Promise<PersonMerge> {
    await session.run(createPersonStaging);
    return new PersonMerge(session, suppression, today);
  }

  /**
   * Merges rows in one transaction, with the same result as a merge one by one. Suppressed persons are refused. The import lock
   * serialises the transaction with erasures.
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
    const added = drafts.filter(({ stored }) => stored === null).length;
    const unused = (added === 0 ? [] : await this.session.column(newIds, [added])).values();
    const placed = drafts.map((draft) => ({
      id: draft.stored?.id ?? unused.next().value ?? '',
      draft,
      isContested: isContested(draft, known),
    }));
    const [fresh, stored] = [placed.filter(isNew), placed.filter((one) => !isNew(one))];
    const inserted = added === 0 ? [] : await insertPersons(this.session, completed(fresh, employers, this.today));
    const updated = await this.update([...completed(stored, employers, this.today)]);
    await this.markEmployers([...inserted, ...updated]);
    const contested = placed.filter((one) => one.isContested).length;
    return { inserted: added, updated: updated.length, contested };
  }

  /** @returns the persons that changed. */
  private async update(persons: readonly PlacedPerson[]): Promise<PlacedPerson[]> {
    if (persons.length === 0) return [];
    const staged = persons.map(({ id, person, networkId }) => stagedPerson(person, id, networkId));
    await this.session.copy(personStaging, personStagingColumns, staged);
    const changed = new Set<string>();
    for (const statement of mergeStatements(persons.map(({ person }) => person.row))) {
      for (const id of await this.session.column(statement)) changed.add(id);
    }
    return persons.filter(({ id }) => changed.has(id));
  }

  /** Marks the former and current employers of changed persons as due for counting. */
  private async markEmployers(changed: readonly PlacedPerson[]): Promise<void> {
    const companies = new Set(
      changed.flatMap(({ person }) => [person.stored?.companyId ?? [], person.companyId ?? []].flat()),
    );
    if (companies.size > 0) await this.session.rows(markCountsDue('select unnest($1::bigint[])'), [[...companies]]);
  }
}

interface PlacedDraft {
  readonly id: string;
  readonly draft: PersonDraft;
  readonly isContested: boolean;
}

function isNew({ draft }: PlacedDraft): boolean {
  return draft.stored === null;
}

/** Completes persons one by one, while those before are stored. A contested network id is omitted. */
function* completed(drafts: readonly PlacedDraft[], employers: KnownEmployers, today: string): Generator<PlacedPerson> {
  for (const { id, draft, isContested: isOmitted } of drafts) {
    yield { id, person: completePerson(draft, employers, today), networkId: isOmitted ? null : draft.row.networkId };
  }
}

/** Whether the network id of the record belongs to another person, so that it is omitted. */
function isContested({ row, stored }: PersonDraft, known: KnownPersons): boolean {
  const owner = row.networkId === null ? undefined : known.ownersOfNetworkId.get(row.networkId);
  return owner !== undefined && owner !== stored?.id;
}

/** The keys that a row may change or depends on. */
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
