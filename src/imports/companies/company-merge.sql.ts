// SQL for merging many companies at once from a staging table.
import { markChangedCompaniesDue } from '../../tenancy/query-fields/query-field.sql.js';
import { FollowedCompanies } from '../../follows/followed-companies.sql.js';
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
import { RunMemory } from '../merging/run-memory.js';
import { claimedKeys, claimOf, type CompanyClaim, companyClaims, contradictCompanies } from './company-claims.js';
import { insertCompanies, type PlacedCompany } from './company-insert.sql.js';
import { companyKeys, companyRounds, type CompanyOwners, hostsOf, placeCompany } from './company-placement.js';
import { companyColumns, type CompanyRow } from './company-record.js';
import { afterMerges } from './merged-companies.js';
import { companyStaging, companyStagingColumns, createCompanyStaging, stagedCompany } from './company-staging.sql.js';
import { formerOwners } from '../merging/former-keys.sql.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import type { RecordSources } from '../merging/record-sources.js';
import { type MergedColumns, replaceLists, updateRecords } from '../merging/staged-updates.sql.js';

const findOwners = `
  select 'id', network_id, id, false, null from unnest($1::text[]) as key join company on network_id = key
  union all select 'url', network_url, id, false, null from unnest($2::text[]) as key join company on network_url = key
  union all select 'host', d.domain, d.company_id, not d.is_primary, c.network_id
    from unnest($3::text[]) as key join company_domain d on d.domain = key join company c on c.id = d.company_id`;

const findNames = `
  select id, name_key from company where id = any ($1) and name_key is not null
  union all select company_id, name_key from company_former_name where company_id = any ($1) and name_key is not null
  union all select company_id, name_key from company_alias where company_id = any ($1) and name_key is not null`;

/** The identifiers and names of stored companies, for the comparison with records of the same file. */
const findClaims = `
  select c.id, c.network_id, c.network_url, c.website,
         array(select domain from company_domain where company_id = c.id),
         array_remove(c.name || array(select name from company_former_name where company_id = c.id)
           || array(select name from company_alias where company_id = c.id), null)
    from company c where c.id = any ($1::bigint[])`;

/** The statements that take identifiers from companies to which this import has given them. */
const takeKeys = [
  `update company c set network_id = null from unnest($1::bigint[], $2::text[]) as t (id, key)
   where c.id = t.id and 'id ' || c.network_id = t.key`,
  `update company c set network_url = null from unnest($1::bigint[], $2::text[]) as t (id, key)
   where c.id = t.id and 'url ' || c.network_url = t.key`,
  `update company c set website = null from unnest($1::bigint[], $2::text[]) as t (id, key)
   where c.id = t.id and 'host ' || c.website = t.key`,
  `delete from company_domain d using unnest($1::bigint[], $2::text[]) as t (id, key)
   where d.company_id = t.id and 'host ' || d.domain = t.key`,
];

const newIds = `select nextval('company_id_seq') from generate_series(1, $1)`;

const valueColumns = companyColumns.map(({ column }) => column);

/**
 * The profile URL after a merge. A URL that ends in a name, such as `/company/acme`, is not replaced by one that ends in a
 * number, such as `/company/1234`.
 */
const mergedUrl = String.raw`
  case when c.network_url !~ '/[0-9]+$' and s.network_url ~ '/[0-9]+$' then c.network_url
  else coalesce(s.network_url, c.network_url) end`;

const mergedWebsite = `
  case when s.keeps_website then coalesce(c.website, s.website) else coalesce(s.website, c.website) end`;

const merged: MergedColumns = [
  ['network_url', mergedUrl],
  ['website', mergedWebsite],
  ['name_key', 'case when s.name is null then c.name_key else s.name_key end'],
  ...['network_id', ...valueColumns].map((column) => [column, `coalesce(s.${column}, c.${column})`] as const),
];

/** The columns and their values after a merge that keeps stored values and only fills blanks. */
const filled: MergedColumns = [
  ['name_key', 'case when c.name is null then s.name_key else c.name_key end'],
  ...['network_id', 'network_url', 'website', ...valueColumns].map(
    (column) => [column, `coalesce(c.${column}, s.${column})`] as const,
  ),
];

/** Reads for each company which of its lists have items: former names, aliases, technologies and headcounts. */
const findLists = `
  select id, exists (select from company_former_name where company_id = id), exists (select from company_alias where company_id = id),
         exists (select from company_technology where company_id = id), exists (select from company_headcount where company_id = id)
    from unnest($1::bigint[]) as id`;

/**
 * The statements that update the hosts of companies. The hosts of companies that were merged into one stay with it, whatever a record
 * lists. They run in this order, and after the update of the table `company`, because
 * the website in that table decides which host of a company is its primary one. The second statement skips companies that already
 * have all staged hosts.
 */
const mergeHosts = [
  `delete from company_domain d using ${companyStaging} s join company c on c.id = s.company_id
   where d.company_id = s.company_id and not s.keeps_hosts
     and d.domain <> all (s.hosts) and d.domain is distinct from c.website
     and not exists (select from company_former_key f where f.kind = 'domain' and f.key = d.domain and f.company_id = d.company_id)
   returning d.company_id`,
  `insert into company_domain (domain, company_id, is_primary)
   select host, s.company_id, host is not distinct from c.website
   from ${companyStaging} s join company c on c.id = s.company_id, unnest(s.hosts) as host
   where cardinality(s.hosts)
         > (select count(*) from company_domain d where d.company_id = s.company_id and d.domain = any (s.hosts))
   on conflict do nothing
   returning company_id`,
];

/**
 * Marks the host that is the company's website as its primary one. Companies in which no value, host or list item has changed keep their
 * marks.
 */
const markPrimaryHosts = `
  update company_domain d set is_primary = d.domain is not distinct from c.website
  from unnest($1::bigint[]) as changed join company c on c.id = changed
  where d.company_id = c.id and d.is_primary <> (d.domain is not distinct from c.website)`;

const ofCompany = { owner: 'company_id' };
const lists = [
  {
    of: (row: CompanyRow) => row.formerNames,
    table: 'company_former_name',
    key: 'name',
    others: ['name_key'],
    staged: ['former_names', 'former_name_keys'],
  },
  {
    of: (row: CompanyRow) => row.aliases,
    table: 'company_alias',
    key: 'name',
    others: ['name_key'],
    staged: ['alias_names', 'alias_name_keys'],
  },
  {
    of: (row: CompanyRow) => row.technologies,
    table: 'company_technology',
    key: 'name',
    others: ['first_seen'],
    staged: ['technology_names', 'technology_dates'],
  },
  {
    of: (row: CompanyRow) => row.headcounts,
    table: 'company_headcount',
    key: 'month',
    others: ['total', 'tech'],
    staged: ['headcount_months', 'headcount_totals', 'headcount_techs'],
  },
].map((list) => ({ of: list.of, statements: replaceLists({ ...ofCompany, ...list }, companyStaging) }));

type OwnerRow = [kind: 'id' | 'url' | 'host', key: string, company: string, isAlias: boolean, networkId: string | null];

type ClaimRow = [
  id: string,
  networkId: string | null,
  networkUrl: string | null,
  website: string | null,
  domains: string[],
  names: string[],
];

/** Merges the companies of a file into the stored companies. */
export class CompanyMerge {
  /** The disputes of the whole batch, if {@link compare} was called; else each merge finds those of its rows. */
  private disputes: ReadonlyMap<string, Dispute<CompanyRow>> | null = null;

  private constructor(
    private readonly session: ImportSession,
    private readonly sources: RecordSources,
    private readonly followed: FollowedCompanies,
    private readonly onStored: OnStored,
    private readonly memory: RunMemory,
  ) {}

  /**
   * Prepares a database session for merging companies.
   * @param today `YYYY-MM-DD`, the day of the signals about followed companies
   * @param onStored whether a different value of a record replaces the stored value
   * @param memory what is remembered of the earlier records of the file
   */
  static async prepare(
    session: ImportSession,
    today: string,
    sources: RecordSources,
    onStored: OnStored = 'replace',
    memory: RunMemory = new RunMemory(),
  ): Promise<CompanyMerge> {
    await session.run(createCompanyStaging);
    return new CompanyMerge(session, sources, new FollowedCompanies(session, today, companyStaging), onStored, memory);
  }

  /**
   * Merges rows in one transaction. The result is the same as if the rows were merged one by one, but identifiers about which the rows of
   * the file contradict each other are left out.
   */
  async merge(rows: readonly CompanyRow[]): Promise<MergeCounts> {
    const { total, noted } = await this.session.transaction(async () => {
      const batch = emptyNotes<CompanyRow>();
      const sums = { inserted: 0, updated: 0, contested: 0, refused: batch.refused, leftOut: batch.leftOut };
      const indexed = rows.map((row, index) => ({ index, row }));
      const disputes = this.disputes ?? disputesAmongCompanies(rows);
      const undisputed = withoutDisputed(indexed, disputes, this.memory, batch, companyClaims);
      const merged = await this.afterMerges(rowsOf(undisputed));
      const accepted = undisputed.map(({ index, row }, place) => ({ index, row: merged[place] ?? row }));
      await this.followed.begin();
      let owners = await this.ownersOf(rowsOf(accepted));
      const indexes = new Map(accepted.map(({ row, index }) => [row, index]));
      for (const [number, ofRound] of companyRounds(rowsOf(accepted), owners).entries()) {
        const round = ofRound.map((row) => ({ row, index: indexes.get(row) ?? 0 }));
        if (number > 0) {
          await this.session.run(`truncate ${companyStaging}`);
          owners = await this.ownersOf(rowsOf(round));
        }
        const kept = await this.apart(round, owners, batch);
        const counts = await this.mergeRound(rowsOf(kept.rows), kept.owners, batch);
        sums.inserted += counts.inserted;
        sums.updated += counts.updated;
        sums.contested += counts.contested;
      }
      await this.followed.store();
      return { total: sums, noted: batch };
    });
    // Only the rows of a committed transaction are remembered: a batch that failed is merged again in parts.
    remember(noted, this.memory);
    return total;
  }

  compare(rows: readonly CompanyRow[]): Promise<void> {
    this.disputes = disputesAmongCompanies(rows);
    return Promise.resolve();
  }

  /**
   * Sets a row apart from the stored company that it would update, if an earlier record of the same file has created or updated this
   * company, and the row contradicts it. Neither of them keeps the identifiers that led from the row to the company, except one that
   * the company had before this import.
   */
  private async apart(
    round: readonly IndexedRow<CompanyRow>[],
    owners: CompanyOwners,
    batch: BatchNotes<CompanyRow>,
  ): Promise<{ readonly rows: readonly IndexedRow<CompanyRow>[]; readonly owners: CompanyOwners }> {
    const suspects = round.flatMap((one) => {
      const { companyId } = placeCompany(one.row, owners);
      const isTouched = companyId !== null && (batch.touched.has(companyId) || this.memory.hasTouched(companyId));
      return isTouched ? [{ one, companyId }] : [];
    });
    if (suspects.length === 0) return { rows: round, owners };
    const claims = await this.claimsOf(suspects.map(({ companyId }) => companyId));
    const replaced = new Map<IndexedRow<CompanyRow>, IndexedRow<CompanyRow>[]>();
    const taken: (readonly [id: string, key: string])[] = [];
    for (const { one, companyId } of suspects) {
      const { row } = one;
      const claim = claims.get(companyId);
      const shared = claimedKeys(row).filter((key) => ownerOfKey(key, owners) === companyId);
      const [key, ...others] = shared;
      if (claim === undefined || key === undefined || others.length > 0) continue;
      if (!contradictCompanies(claimOf(row), claim, key)) continue;
      batch.disputed.add(key);
      noteLeftOut(batch, one.index, { ...companyClaims.memberOf(key), reason: disputedEarlier });
      if (batch.keyed.has(companyId) || this.memory.hasKeyed(companyId)) taken.push([companyId, key]);
      replaced.set(
        one,
        deprivedRow(one, (each) => each === key, batch, companyClaims),
      );
    }
    if (replaced.size === 0) return { rows: round, owners };
    if (taken.length > 0) {
      const values = [taken.map(([id]) => id), taken.map(([, key]) => key)];
      for (const statement of takeKeys) await this.session.rows(statement, values);
    }
    const rows = round.flatMap((one) => replaced.get(one) ?? [one]);
    return { rows, owners: await this.ownersOf(rowsOf(rows)) };
  }

  private async claimsOf(ids: readonly string[]): Promise<ReadonlyMap<string, CompanyClaim>> {
    const found = (await this.session.rows(findClaims, [ids])) as ClaimRow[];
    return new Map(
      found.map(([id, networkId, networkUrl, website, domains, names]) => [
        id,
        { networkId, networkUrl, website, domains, names },
      ]),
    );
  }

  /** The keys of each row: they name everything that a merge of the row would now read or change. See {@link RowKeys}. */
  async keysOf(given: readonly CompanyRow[]): Promise<readonly RowKeys[]> {
    const rows = await this.afterMerges(given);
    const { byNetworkId, byNetworkUrl, byHost } = await this.findOwners(rows);
    return rows.map((row) => ({ own: companyKeys(row, { byNetworkId, byNetworkUrl, byHost }) }));
  }

  /** The rows. One with a key of a company that was merged into another one gets the keys of that other one. */
  private async afterMerges(rows: readonly CompanyRow[]): Promise<readonly CompanyRow[]> {
    const former = await formerOwners(this.session, 'company', () =>
      rows.flatMap(({ networkId, networkUrl, website }) => [
        ...(networkId === null ? [] : [['network_id', networkId] as const]),
        ...(networkUrl === null ? [] : [['network_url', networkUrl] as const]),
        ...(website === null ? [] : [['domain', website] as const]),
      ]),
    );
    if (former.size === 0) return rows;
    const owners = await this.findOwners(rows);
    return rows.map((row) => afterMerges(row, former, owners));
  }

  private async mergeRound(
    rows: readonly CompanyRow[],
    owners: CompanyOwners,
    batch: BatchNotes<CompanyRow>,
  ): Promise<MergeCounts> {
    const placements = rows.map((row) => ({ row, placement: placeCompany(row, owners) }));
    const added = placements.filter(({ placement }) => placement.companyId === null).length;
    const unused = (added === 0 ? [] : await this.session.column(newIds, [added])).values();
    const placed = placements.map(({ row, placement }) => ({
      id: placement.companyId ?? unused.next().value ?? '',
      row,
      placement,
      sources: this.sources.textOf(row),
    }));
    const isNew = ({ placement }: PlacedCompany): boolean => placement.companyId === null;
    for (const company of placed) {
      const { id, row } = company;
      batch.touched.add(id);
      if (isNew(company) || claimedKeys(row).some((key) => ownerOfKey(key, owners) !== id)) batch.keyed.add(id);
    }
    if (added > 0) await insertCompanies(this.session, placed.filter(isNew));
    const updated = await this.update(placed.filter((company) => !isNew(company)));
    const contested = placements.reduce((sum, { placement }) => sum + placement.contested, 0);
    return { inserted: added, updated, contested };
  }

  /**
   * Updates stored companies, with their hosts and lists.
   * @returns the number of companies in which a value changed
   */
  private async update(companies: readonly PlacedCompany[]): Promise<number> {
    if (companies.length === 0) return 0;
    const updates = this.onStored === 'keep' ? await this.withoutFilledLists(companies) : companies;
    const staged = updates.map(({ id, row, placement, sources }) => stagedCompany(row, placement, id, sources));
    await this.session.copy(companyStaging, companyStagingColumns, staged);
    await this.followed.beforeUpdate();
    const changed = new Set<string>();
    const values = updateRecords({
      ...{ table: 'company', staging: companyStaging, onStored: this.onStored },
      columns: this.onStored === 'keep' ? filled : merged,
    });
    for (const statement of [values, ...mergeHosts, ...listStatements(updates.map(({ row }) => row))]) {
      for (const id of await this.session.column(statement)) changed.add(id);
    }
    if (this.onStored === 'replace') await confirmRecords(this.session, 'company', companyStaging);
    if (changed.size > 0) {
      await this.session.rows(markPrimaryHosts, [[...changed]]);
      await this.session.rows(markChangedCompaniesDue, [[...changed]]);
    }
    return changed.size;
  }

  /**
   * Prepares companies for an import that only fills blanks. A list is left out if the stored company already has items of it.
   * With `domains: null` the merge removes no stored domain, but still adds the domains in `placement.hosts`.
   */
  private async withoutFilledLists(companies: readonly PlacedCompany[]): Promise<PlacedCompany[]> {
    const rows = (await this.session.rows(findLists, [companies.map(({ id }) => id)])) as [string, ...boolean[]][];
    const filledLists = new Map(rows.map(([id, ...isFilled]) => [id, isFilled]));
    return companies.map(({ id, row, placement, sources }) => {
      const [hasFormerNames, hasAliases, hasTechnologies, hasHeadcounts] = filledLists.get(id) ?? [];
      const blank = {
        ...row,
        domains: null,
        formerNames: hasFormerNames === true ? null : row.formerNames,
        aliases: hasAliases === true ? null : row.aliases,
        technologies: hasTechnologies === true ? null : row.technologies,
        headcounts: hasHeadcounts === true ? null : row.headcounts,
      };
      return { id, row: blank, placement, sources };
    });
  }

  private async ownersOf(rows: readonly CompanyRow[]): Promise<CompanyOwners> {
    const owners = await this.findOwners(rows);
    const { aliases, byHost } = owners;
    const named = rows.filter(({ website, nameKey }) => nameKey !== null && website !== null && aliases.has(website));
    const nameKeys = await this.nameKeysOf(named.flatMap(({ website }) => byHost.get(website ?? '') ?? []));
    return { ...owners, nameKeys };
  }

  private async findOwners(rows: readonly CompanyRow[]): Promise<Omit<CompanyOwners, 'nameKeys'>> {
    const owners = { id: new Map<string, string>(), url: new Map<string, string>(), host: new Map<string, string>() };
    const found = await this.session.rows(findOwners, [
      rows.flatMap((row) => row.networkId ?? []),
      rows.flatMap((row) => row.networkUrl ?? []),
      rows.flatMap(hostsOf),
    ]);
    const aliases = new Set<string>();
    const networkIds = new Map<string, string>();
    for (const [kind, key, company, isAlias, networkId] of found as OwnerRow[]) {
      owners[kind].set(key, company);
      if (isAlias) aliases.add(key);
      if (networkId !== null) networkIds.set(company, networkId);
    }
    return { byNetworkId: owners.id, byNetworkUrl: owners.url, byHost: owners.host, aliases, networkIds };
  }

  private async nameKeysOf(companies: readonly string[]): Promise<CompanyOwners['nameKeys']> {
    const keys = new Map<string, Set<string>>(companies.map((company) => [company, new Set()]));
    if (companies.length === 0) return keys;
    for (const [company, key] of await this.session.rows(findNames, [[...keys.keys()]])) {
      keys.get(String(company))?.add(String(key));
    }
    return keys;
  }
}

function disputesAmongCompanies(rows: readonly CompanyRow[]): ReadonlyMap<string, Dispute<CompanyRow>> {
  return disputesAmong(rows, claimedKeys, (one, other, key) => contradictCompanies(claimOf(one), claimOf(other), key));
}

function ownerOfKey(key: string, { byNetworkId, byNetworkUrl, byHost }: CompanyOwners): string | undefined {
  const [kind, value = ''] = key.split(' ', 2);
  return (kind === 'id' ? byNetworkId : kind === 'url' ? byNetworkUrl : byHost).get(value);
}

/** The statements for those lists that at least one of the rows has. */
function listStatements(rows: readonly CompanyRow[]): string[] {
  return lists.filter((list) => rows.some((row) => list.of(row) !== null)).flatMap(({ statements }) => statements);
}
