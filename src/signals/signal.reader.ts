import { Inject, Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { type PageWriter, pageWriter } from '../matching/urls/profile-url.js';
import { configToken, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { inTransaction } from '../platform/database/transaction.js';
import type { SignalFilter } from './signal-filter.js';
import type { SignalRecord } from './signal.dto.js';

/** A signal and its account website. Signals of the same website and day are ordered by their id. */
export interface SiteSignal {
  readonly id: string;
  readonly website: string;
  readonly record: SignalRecord;
}

/** Some of the signals of a range of days, ordered by website, date and id. */
export interface SignalPage {
  readonly signals: readonly SiteSignal[];
  /** Where the next page begins; null for the last page. */
  readonly next: PageStart | null;
}

/** The position at which a page of signals begins, and the order in which the page is read. */
export interface PageStart {
  /**
   * With `once`, all signals of the range are read as one page, because they fit into it. With `dates`, all signals of the range are
   * read by their date for each page, which is fast if they are few. With `websites`, the signals of a page are read from the index
   * of websites.
   */
  readonly order: 'once' | 'dates' | 'websites';
  /** The signal after which the page begins. */
  readonly after: PageCursor;
}

/** How the signals of a range of days are read. */
export interface ReadingPlan {
  /** The start of the first page; null if there are no signals. */
  readonly start: PageStart | null;
  /** The approximate size of the signals in an answer, in bytes. If there are more than a page has, the size of the earliest ones. */
  readonly bytes: number;
}

/** The place of a signal in the order of all signals. */
export interface PageCursor {
  readonly website: string;
  readonly date: string | null;
  readonly id: string;
}

interface Row extends SignalRecord {
  /** The value by which the signal was looked up: a website, a company's id or a profile URL. */
  readonly key: string;
  readonly id: string;
}

interface RangeSize {
  readonly found: number;
  readonly bytes: number;
}

interface PageRow extends Row {
  /** The number of signals that the page would have if there were no limit on the size of its texts. */
  readonly number: number;
  /** The number of signals that were read by their date, including those of earlier pages. Null in the order of websites. */
  readonly found: number | null;
}

/**
 * The maximum number of signals in a page. A range of days is read by date only if it has no more signals than this, because reading
 * by date reads all signals of the range for each page. If the range has more signals, reading a page by website costs less.
 */
const pageSize = 2_000;

/** The maximum size of the texts of a page, in bytes. A single larger signal is a page of its own. */
const maxPageBytes = 512 * 1024;

/** The approximate size of a signal in an answer without its texts, in bytes. */
const usualSignalBytes = 200;

/** The maximum number of signals in the answer of an enrichment, which is made in memory. */
export const maxSignals = 100_000;
/** The maximum size of the texts of all signals in the answer of an enrichment, in bytes. */
const maxSignalBytes = 32_000_000;

/**
 * How many signals a read may return: with `page` at most those of a page, with `all` at most {@link maxSignals}. A request
 * reads `all` in a second statement, after more memory was reserved for it.
 */
export type SignalExtent = 'page' | 'all';

const firstCursor: PageCursor = { website: '', date: '-infinity', id: '0' };

export function firstStart(order: PageStart['order']): PageStart {
  return { order, after: firstCursor };
}

const members = 's.id, s.date, s.signal_type, s.message_text, s.intent_holder_network_url, s.source_type';

/**
 * The SQL condition for a {@link SignalFilter} in the parameters 2 to 4, and for the tenant in parameter 1. Because of the
 * subselect, the planner assumes a tenant of average size. Otherwise it would treat a new tenant as empty until the next
 * `analyze`, and scan all its signals instead of looking up a hundred websites.
 */
const filterCondition = `s.tenant_id = (select $1::text) and s.date between $2::date and $3::date
  and ($4::text is null or s.signal_type = $4)`;

/**
 * SQL that reads signals by their date, at most one more than a page may have. For one day, or for a rare type, a large tenant has few
 * signals, which are found this way without a scan of all websites. Statements with this SQL have no name, so that PostgreSQL plans
 * them again for their days and type.
 */
const selectionByDate = `select s.account_website as key, ${members} from signal s
  where ${filterCondition} and s.account_website is not null order by s.date limit ${pageSize + 1}`;

/** SQL of the approximate size of a signal in an answer, in bytes. */
const bytesOfSignal = `${['message_text', 'intent_holder_network_url'].map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ')} + ${usualSignalBytes}`;

/** SQL of the approximate size of all signals of a selection in an answer, in bytes. */
const sizeOfAll = `coalesce(sum(${bytesOfSignal}), 0)`;

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
   * Counts the signals of a range and adds up their sizes, to decide in which order they are read. This reads no texts, so it costs
   * much less than reading the signals. Signals without a website are left out.
   */
  async plan(tenantId: string, filter: SignalFilter): Promise<ReadingPlan> {
    await this.database.replica?.refresh();
    const text = `select count(*)::int as found, (${sizeOfAll})::float8 as bytes from (${selectionByDate}) few`;
    const { rows } = await this.database.reads.query<RangeSize>({ text, values: [tenantId, ...valuesOf(filter)] });
    const { found, bytes } = rows[0] ?? { found: 0, bytes: 0 };
    if (found === 0) return { start: null, bytes };
    if (found > pageSize) return { start: firstStart('websites'), bytes };
    return { start: firstStart(bytes > maxPageBytes ? 'dates' : 'once'), bytes };
  }

  /**
   * Reads a page, which begins at `start` of {@link plan} or at `next` of the page before. No connection and no transaction
   * is held between pages. So a page may or may not show a change that was made after the page before, but no signal is returned
   * twice.
   */
  async page(tenantId: string, filter: SignalFilter, { order, after }: PageStart): Promise<SignalPage> {
    if (order === 'once') {
      const rows = await this.allByDate(tenantId, filter);
      const isPage = rows.length > 0 && rows.length <= pageSize;
      if (isPage) return { signals: rows.map((row) => this.siteSignal(row)), next: null };
      // Since the plan was made, an import has added so many or so long signals that they no longer fit into a page, or all were deleted.
    }
    const values = [tenantId, ...valuesOf(filter), ...valuesOfCursor(after), maxPageBytes];
    if (order === 'dates') {
      const rows = await this.rowsByDate(values);
      if (rows.length > 0 && !areMany(rows)) return this.pageOf(rows, order);
      // Reading by date cannot continue. Either the range now has too many signals for it, or none of the signals that were
      // read comes after the previous page. This page and all later pages are therefore read by website.
    }
    return this.pageOf(await this.rowsByWebsite(values), 'websites');
  }

  /**
   * Reads the signals of all domains of companies, ordered by date and id.
   * @returns the signals by company id; a company without signals has no entry. Null if there are more signals than `extent` allows
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
   * Reads the signals of persons, ordered by date and id. The signals of persons who were merged into one of them are read, too.
   * @param networkUrls canonical profile URLs
   * @returns the signals by profile URL; a person without signals has no entry. Null if there are more signals than `extent` allows
   */
  async ofPersons(
    tenantId: string,
    networkUrls: readonly string[],
    filter: SignalFilter,
    extent: SignalExtent,
  ): Promise<ReadonlyMap<string, readonly SignalRecord[]> | null> {
    const text = `select s.intent_holder_network_url as key, ${members} from signal s
      where ${filterCondition} and s.intent_holder_network_url = any($5::text[])
      union all
      select p.network_url, ${members} from person p
        join person_former_key f on f.person_id = p.id and f.kind = 'network_url'
        join signal s on s.intent_holder_network_url = f.key
       where p.network_url = any($5::text[]) and ${filterCondition}
         and not exists (select from person o where o.network_url = f.key)`;
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

  /** Reads all signals of a range. If their texts are too long for a page, it reads none. */
  private async allByDate(tenantId: string, filter: SignalFilter): Promise<Row[]> {
    const text = `select * from (${selectionByDate}) few
       where (select ${sizeOfAll} from (${selectionByDate}) measured) <= ${maxPageBytes} order by key, date, id`;
    const { rows } = await this.database.reads.query<Row>({ text, values: [tenantId, ...valuesOf(filter)] });
    return rows;
  }

  private async rowsByDate(values: unknown[]): Promise<PageRow[]> {
    const text = firstOf(`select * from (
        select *, (count(*) over ())::int as found from (${selectionByDate}) few
      ) counted where (key, date, id) > ($5, $6::date, $7::bigint)`);
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
   * Runs a query for which PostgreSQL must not choose a plan that sorts. Such a plan would read and sort the signals of all
   * days for every page. PostgreSQL prefers it if it assumes that the tenant has few signals, as it does after an import until
   * the next `analyze`.
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
 * SQL that reads the first signals of a selection: as many as have together at most $8 bytes in an answer (approximately), but at
 * least one. Each row also has the number of all signals of the selection.
 */
function firstOf(selection: string): string {
  return `select key, id, date, signal_type, message_text, intent_holder_network_url, source_type, number, found from (
      select *, (count(*) over ())::int as number,
             sum(${bytesOfSignal}) over (order by key, date, id rows unbounded preceding) as bytes,
             row_number() over (order by key, date, id rows unbounded preceding) as place
        from (${selection}) selected) measured
     where place = 1 or bytes <= $8::bigint order by key, date, id`;
}

/** Whether the range of days has more signals than the maximum for reading by date. */
function areMany(rows: readonly PageRow[]): boolean {
  return (rows[0]?.found ?? 0) > pageSize;
}

function valuesOfCursor({ website, date, id }: PageCursor): (string | null)[] {
  return [website, date, id];
}

function valuesOf({ from, to, type }: SignalFilter): (string | null)[] {
  return [from, to, type];
}
