// SQL for one statement that inserts signals, their rows in `change_signal`, and the callbacks that send them to tenants.
import { createHash } from 'node:crypto';
import type { SignalType } from '../signals/signal-types.js';

/** A change of a stored record. It becomes one signal for each tenant that follows the record. */
export interface Change {
  /** Who gets the signal: the tenants that follow the company, or those that follow the person. */
  readonly follows: 'company' | 'person';
  /** `company.id` or `person.id` of the followed record. */
  readonly recordId: string;
  /** `person.id` of the person whom the signal is about, such as a new hire of a followed company; null without a person. */
  readonly personId: string | null;
  readonly signalType: SignalType;
  readonly messageText: string;
  /** Normalised host. */
  readonly accountWebsite: string | null;
  /** Canonical profile page. */
  readonly holderUrl: string | null;
  /**
   * The parts that identify the change, such as the company, `funding` and the date of the round. They are the same if another import
   * finds the same change again, so that the tenant gets only one signal.
   */
  readonly identity: readonly (string | null)[];
}

/** The transaction of an import: how statements are sent that belong to it. */
export interface ImportTransaction {
  /** Runs a query and returns its rows. Each row is an array of its columns, and `bigint` values are strings. */
  rows(sql: string, values?: readonly unknown[]): Promise<unknown[][]>;
  /** Runs a query and returns the values of its first column as strings, without nulls. */
  column(sql: string, values?: readonly unknown[]): Promise<string[]>;
}

/** For persons and companies: whether any tenant follows at least one. */
interface Followed {
  readonly persons: boolean;
  readonly companies: boolean;
}

const signalsPerCallback = 100;

const findFollowed = 'select exists (select from person_follow), exists (select from company_follow)';

/**
 * Inserts the signals about changes for all tenants that follow the records, and callbacks for those tenants that have a callback
 * URL. If a tenant already has a signal with the same fingerprint, the signal is left out: each change becomes a signal only once.
 * A signal gets a row in `change_signal` only if it is about a person or has a callback. The statement locks the tenants, and leaves out
 * those that are deleted at the same time: otherwise the import would fail, because a signal has to belong to a tenant.
 *
 * The statement computes the ids of signals and callbacks before it inserts them. If it joined the inserted signals with the changes,
 * PostgreSQL would compare each signal with each change, because the session of an import uses nested loops only. No other transaction
 * can insert one of the signals meanwhile, because no two transactions of imports change the same record at the same time.
 */
const insertSignals = `
  with change as materialized (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[])
      with ordinality as c (follows, record_id, person_id, signal_type, message_text, website, holder_url, fingerprint, place)
  ), told as (
    select f.tenant_id, c.* from change c join person_follow f on c.follows = 'person' and f.person_id = c.record_id
    union all
    select f.tenant_id, c.* from change c join company_follow f on c.follows = 'company' and f.company_id = c.record_id
  ), kept as materialized (
    select id from tenant where id in (select tenant_id from told) for key share
  ), fresh as materialized (
    select nextval('signal_id_seq') as id, t.*, row_number() over (partition by tenant_id order by place) - 1 as number
      from told t join kept on kept.id = t.tenant_id
     where not exists (select from signal s where s.tenant_id = t.tenant_id and s.fingerprint = t.fingerprint)
  ), opened as materialized (
    select id, tenant_id, person_id, number / ${signalsPerCallback} as part,
           case when number % ${signalsPerCallback} = 0 then
             (select nextval('callback_delivery_id_seq') from tenant t where t.id = fresh.tenant_id and t.callback_url is not null) end as callback_id
      from fresh
  ), added as (
    insert into signal (id, tenant_id, date, signal_type, message_text, account_website, intent_holder_network_url, source_type, fingerprint)
    select id, tenant_id, $9::date, signal_type, message_text, website, holder_url, 'change', fingerprint from fresh
  ), announced as (
    insert into callback_delivery (id, tenant_id) select callback_id, tenant_id from opened where callback_id is not null
  )
  insert into change_signal (signal_id, person_id, callback_id)
  select * from (select id, person_id, max(callback_id) over (partition by tenant_id, part) as callback_id from opened) o
   where num_nonnulls(person_id, callback_id) > 0`;

/** Turns the changes that an import finds into signals. They are stored in the same transaction as the changed records. */
export class FollowedChanges {
  constructor(
    private readonly session: ImportTransaction,
    /** The day of the signals, `YYYY-MM-DD`. */
    readonly today: string,
  ) {}

  /** Reads whether tenants follow any persons or companies. If they follow none, an import does not look for changes. */
  async followed(): Promise<Followed> {
    const [[persons, companies] = []] = await this.session.rows(findFollowed);
    return { persons: persons === true, companies: companies === true };
  }

  /** Returns those of the given persons whom at least one tenant follows. */
  async personsAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const sql = 'select distinct person_id from person_follow where person_id = any($1::bigint[])';
    return new Set(await this.session.column(sql, [ids]));
  }

  /** Returns those of the given companies that at least one tenant follows. */
  async companiesAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const sql = 'select distinct company_id from company_follow where company_id = any($1::bigint[])';
    return new Set(await this.session.column(sql, [ids]));
  }

  /**
   * Stores the signals about changes. A change is left out if its signal would have neither a website nor a profile page, because
   * requests find signals by one of the two.
   */
  async store(changes: readonly Change[]): Promise<void> {
    const visible = changes.filter(({ accountWebsite, holderUrl }) => accountWebsite !== null || holderUrl !== null);
    if (visible.length === 0) return;
    await this.session.rows(insertSignals, [
      visible.map(({ follows }) => follows),
      visible.map(({ recordId }) => recordId),
      visible.map(({ personId }) => personId),
      visible.map(({ signalType }) => signalType),
      visible.map(({ messageText }) => messageText),
      visible.map(({ accountWebsite }) => accountWebsite),
      visible.map(({ holderUrl }) => holderUrl),
      visible.map(({ identity }) => fingerprint(identity)),
      this.today,
    ]);
  }
}

function fingerprint(identity: Change['identity']): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['change', ...identity]))
    .digest();
}
