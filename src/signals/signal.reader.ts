import { Inject, Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { type PageWriter, pageWriter } from '../matching/urls/profile-url.js';
import { configToken, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { inTransaction } from '../platform/database/transaction.js';
import type { SignalFilter } from './signal-filter.js';
import type { SignalRecord } from './signal.dto.js';

/** A signal with its account website, and its id, which orders the signals of a day. */
export interface SiteSignal {
  readonly id: string;
  readonly website: string;
  readonly record: SignalRecord;
}

/** Signals in the order of a stream: by website, date and id. */
export interface SignalPage {
  readonly signals: readonly SiteSignal[];
  /** Where the next page begins; null for the last page. */
  readonly next: PageStart | null;
}

/** Where a page begins, and how its signals are found: few in the order of their dates, many by the index of the websites. */
export interface PageStart {
  readonly order: 'dates' | 'websites';
  readonly after: PageCursor;
}

/** The last signal of a page, after which the next page begins. */
export interface PageCursor {
  readonly website: string;
  readonly date: string | null;
  readonly id: string;
}

interface Row extends SignalRecord {
  /** The lookup key: a website, a company id or a profile page. */
  readonly key: string;
  readonly id: string;
}

interface PageRow extends Row {
  /** How many signals the page would have if their texts were short. */
  readonly number: number;
  /** How many signals were read in the order of their dates, those of earlier pages too; null in the order of websites. */
  readonly found: number | null;
}

/**
 * The maximum number of signals in a page, and of the signals that are read in the order of their dates: beyond it a page of the
 * websites costs less than all signals of the range.
 */
const pageSize = 2_000;

/** The maximum size of the texts of a page, in bytes; a signal that is larger by itself is a page, too. */
export const maxPageBytes = 512 * 1024;

/** What a signal takes in an answer beside its texts, in bytes. */
const usualSignalBytes = 200;

/** The maximum number of signals in an answer that is built in memory. */
export const maxSignals = 100_000;
/** The maximum size of their texts, in bytes. */
const maxSignalBytes = 32_000_000;

/**
 * The maximum number of signals of a read: a page, or {@link maxSignals} in an admitted answer. The latter is a second
 * statement, which returns all signals or none.
 */
export type SignalExtent = 'page' | 'all';

const firstCursor: PageCursor = { website: '', date: '-infinity', id: '0' };

/** Where the first page begins. */
export function beginning(order: PageStart['order']): PageStart {
  return { order, after: firstCursor };
}

const members = 's.id, s.date, s.signal_type, s.message_text, s.intent_holder_network_url, s.source_type';

/**
 * SQL condition of a {@link SignalFilter} in parameters 2 to 4, for the tenant in parameter 1. The subselect makes the planner
 * assume a tenant of average size: before `analyze` it estimates a new tenant as empty, and would scan all its signals instead of
 * looking up a hundred websites.
 */
const filterCondition = `s.tenant_id = (select $1::text) and s.date between $2::date and $3::date
  and ($4::text is null or s.signal_type = $4)`;

/** Reads signals of one tenant on the request path. */
@Injectable()
export class SignalReader {
  private readonly writePage: PageWriter;

  constructor(
    private readonly database: Database,
    @Inject(configToken) config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /**
   * The first page of the signals of all websites. Signals without a website are omitted. Where there are many signals, the page is
   * empty, and `next` begins at the first website.
   * @param maxBytes the maximum size of the texts of the page
   */
  async firstPage(tenantId: string, filter: SignalFilter, maxBytes: number): Promise<SignalPage> {
    await this.database.replica?.refresh();
    const rows = await this.rowsByDate([tenantId, ...valuesOf(filter), ...valuesOfCursor(firstCursor), maxBytes]);
    return areMany(rows) ? { signals: [], next: beginning('websites') } : this.pageOf(rows, 'dates');
  }

  /**
   * A further page, which begins at `next` of the page before. No connection is held between pages: concurrent changes may be
   * visible or not, but no signal is returned twice.
   */
  async page(tenantId: string, filter: SignalFilter, { order, after }: PageStart): Promise<SignalPage> {
    const values = [tenantId, ...valuesOf(filter), ...valuesOfCursor(after), maxPageBytes];
    if (order === 'dates') {
      const rows = await this.rowsByDate(values);
      if (rows.length > 0 && !areMany(rows)) return this.pageOf(rows, order);
      // So many signals were added since the page before that this statement might miss one.
    }
    return this.pageOf(await this.rowsByWebsite(values), 'websites');
  }

  /**
   * The signals of each company, for all its domains, ordered by date and id.
   * @returns signals by company id; a company without signals has no entry. Null if there are more than the extent allows
   */
  async ofCompanies(
    tenantId: string,
    companyIds: readonly string[],
    filter: SignalFilter,
    extent: SignalExtent,
  ): Promise<ReadonlyMap<string, readonly SignalRecord[]> | null> {
    const text = `select d.company_id as key, ${members}
      from company_domain d join signal s on s.account_website = d.domain
      where ${filterCondition} and d.company_id = any($5::bigint[])`;
    return this.grouped('signals-of-companies', text, [tenantId, ...valuesOf(filter), companyIds], extent);
  }

  /**
   * The signals of each person, ordered by date and id.
   * @param networkUrls canonical profile pages
   * @returns signals by profile page; a person without signals has no entry. Null if there are more than the extent allows
   */
  async ofPersons(
    tenantId: string,
    networkUrls: readonly string[],
    filter: SignalFilter,
    extent: SignalExtent,
  ): Promise<ReadonlyMap<string, readonly SignalRecord[]> | null> {
    const text = `select s.intent_holder_network_url as key, ${members} from signal s
      where ${filterCondition} and s.intent_holder_network_url = any($5::text[])`;
    return this.grouped('signals-of-persons', text, [tenantId, ...valuesOf(filter), networkUrls], extent);
  }

  private pageOf(rows: readonly PageRow[], order: PageStart['order']): SignalPage {
    const last = rows.at(-1);
    const isComplete = last === undefined || rows.length === last.number;
    const isLast = isComplete && (order === 'dates' || rows.length < pageSize);
    const next =
      last === undefined || isLast ? null : { order, after: { website: last.key, date: last.date, id: last.id } };
    return { signals: rows.map((row) => this.siteSignal(row)), next };
  }

  /**
   * For a day of a huge tenant or a rare type all signals are few, and are found without a scan of all websites. The statement is
   * unnamed, so that PostgreSQL plans it for its days and type.
   */
  private async rowsByDate(values: unknown[]): Promise<PageRow[]> {
    const text = firstOf(`select * from (
        select *, (count(*) over ())::int as found from (
          select s.account_website as key, ${members} from signal s
          where ${filterCondition} and s.account_website is not null order by s.date limit ${pageSize + 1}
        ) few) counted where (key, date, id) > ($5, $6::date, $7::bigint)`);
    const { rows } = await this.database.reads.query<PageRow>({ text, values });
    return rows;
  }

  private rowsByWebsite(values: unknown[]): Promise<PageRow[]> {
    const text = firstOf(`select s.account_website as key, ${members}, null::int as found from signal s
      where ${filterCondition} and (s.account_website, s.date, s.id) > ($5, $6::date, $7::bigint)
      order by s.account_website, s.date, s.id limit ${pageSize}`);
    return this.queryByIndex({ name: 'signals-by-site', text, values });
  }

  /**
   * Disables plans that read and sort all days for every page. PostgreSQL prefers such a plan for a tenant that it estimates as
   * small, as it does before it has analysed an import.
   */
  private async queryByIndex(query: QueryConfig): Promise<PageRow[]> {
    const { rows } = await inTransaction(this.database.reads, (client) => client.query<PageRow>(query), {
      access: 'read only',
      local: { enable_sort: 'off' },
    });
    return rows;
  }

  private async grouped(
    name: string,
    text: string,
    values: readonly unknown[],
    extent: SignalExtent,
  ): Promise<Map<string, SignalRecord[]> | null> {
    const query = { name: `${name}-${extent}`, text: limitedTo[extent](text), values: [...values] };
    const { rows } = await this.database.reads.query<Row>(query);
    if (extent === 'page' ? rows.length > pageSize : rows.length === 0) return null;
    const groups = new Map<string, SignalRecord[]>();
    for (const row of rows) {
      const group = groups.get(row.key);
      const record = this.recordOf(row);
      if (group === undefined) groups.set(row.key, [record]);
      else group.push(record);
    }
    return groups;
  }

  private siteSignal(row: Row): SiteSignal {
    return { id: row.id, website: row.key, record: this.recordOf(row) };
  }

  private recordOf(row: Row): SignalRecord {
    const { date, signal_type, message_text, intent_holder_network_url: holder, source_type } = row;
    const intent_holder_network_url = holder === null ? null : this.writePage(holder);
    return { date, signal_type, message_text, intent_holder_network_url, source_type };
  }
}

const limitedTo: Readonly<Record<SignalExtent, (text: string) => string>> = {
  page: (text) => `select * from (${text} limit ${pageSize + 1}) few order by date, id`,
  all: (text) => `select key, id, date, signal_type, message_text, intent_holder_network_url, source_type from (
      select *, count(*) over () as number, sum(octet_length(message_text)) over () as bytes
        from (${text} limit ${maxSignals + 1}) many) counted
     where number <= ${maxSignals} and coalesce(bytes, 0) <= ${maxSignalBytes} order by date, id`,
};

/**
 * SQL for the first signals of a selection whose texts have at most $8 bytes together, or its first signal alone, with the
 * number of signals in the selection.
 */
function firstOf(selection: string): string {
  const texts = ['message_text', 'intent_holder_network_url'].map((name) => `coalesce(octet_length(${name}), 0)`);
  return `select key, id, date, signal_type, message_text, intent_holder_network_url, source_type, number, found from (
      select *, (count(*) over ())::int as number,
             sum(${texts.join(' + ')} + ${usualSignalBytes}) over (order by key, date, id rows unbounded preceding) as bytes,
             row_number() over (order by key, date, id rows unbounded preceding) as place
        from (${selection}) selected) measured
     where place = 1 or bytes <= $8::bigint order by key, date, id`;
}

/** Whether there are more signals in the range of days than are read in the order of their dates. */
function areMany(rows: readonly PageRow[]): boolean {
  return (rows[0]?.found ?? 0) > pageSize;
}

function valuesOfCursor({ website, date, id }: PageCursor): (string | null)[] {
  return [website, date, id];
}

function valuesOf({ from, to, type }: SignalFilter): (string | null)[] {
  return [from, to, type];
}
