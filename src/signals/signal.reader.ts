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

/** Signals in a page: 500,000 signals take 250 round trips, and a page needs little memory. */
const pageSize = 2_000;

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
   * The signals of all websites in pages, ordered by website, date and id. No connection is held between pages: concurrent changes
   * may be visible or not, but no signal is returned twice. Signals without a website are omitted.
   * @param after the signal after which the first page begins; null for the beginning
   */
  async *bySite(
    tenantId: string,
    filter: SignalFilter,
    after: PageCursor | null = null,
  ): AsyncGenerator<readonly SiteSignal[], void> {
    await this.database.replica?.refresh();
    const few = after === null ? await this.firstSignals(tenantId, filter) : null;
    if (few !== null && few.length <= pageSize) {
      if (few.length > 0) yield few;
      return;
    }
    let cursor = after ?? firstCursor;
    for (;;) {
      const page = await this.pageBySite(tenantId, filter, cursor);
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      cursor = { website: last.website, date: last.record.date, id: last.id };
    }
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

  /**
   * Up to one page and one signal, sorted. For a day of a huge tenant or a rare type these are all signals, found without a scan of
   * all websites. The statement is unnamed, so that PostgreSQL plans it for its days and type.
   */
  private async firstSignals(tenantId: string, filter: SignalFilter): Promise<SiteSignal[]> {
    const { rows } = await this.database.reads.query<Row>({
      text: `select * from (
          select s.account_website as key, ${members} from signal s
          where ${filterCondition} and s.account_website is not null order by s.date limit ${pageSize + 1}
        ) few order by key, date, id`,
      values: [tenantId, ...valuesOf(filter)],
    });
    return rows.map((row) => this.siteSignal(row));
  }

  private async pageBySite(tenantId: string, filter: SignalFilter, after: PageCursor): Promise<SiteSignal[]> {
    const rows = await this.queryByIndex({
      name: 'signals-by-site',
      text: `select s.account_website as key, ${members} from signal s
        where ${filterCondition} and (s.account_website, s.date, s.id) > ($5, $6::date, $7::bigint)
        order by s.account_website, s.date, s.id limit ${pageSize}`,
      values: [tenantId, ...valuesOf(filter), after.website, after.date, after.id],
    });
    return rows.map((row) => this.siteSignal(row));
  }

  /**
   * Disables plans that read and sort all days for every page. PostgreSQL prefers such a plan for a tenant that it estimates as
   * small, as it does before it has analysed an import.
   */
  private async queryByIndex(query: QueryConfig): Promise<Row[]> {
    const { rows } = await inTransaction(this.database.reads, (client) => client.query<Row>(query), {
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

function valuesOf({ from, to, type }: SignalFilter): (string | null)[] {
  return [from, to, type];
}
