// SQL for reading what the tables of several modules have about one person.
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

/** Rows of a table, with the names that the values have in the file. */
type Rows = readonly Readonly<Record<string, unknown>>[];

/** The identifier by which a person is found. A person without a profile page can only be found by an e-mail address. */
export interface SubjectKey {
  /** Canonical. */
  readonly networkUrl: string | null;
  /** Normalised. */
  readonly email: string | null;
}

/** Reads what is stored about a person in addition to the person's own record. */
@Injectable()
export class SubjectFileSql {
  constructor(private readonly database: Database) {}

  /**
   * Reads the signals of all tenants about a person: those with the person's profile page or with a page of a person who was merged into
   * this one, and those about changes that imports found.
   * @param networkUrl the canonical profile URL; null for a person without a profile page
   * @param personId the id of the stored person; null if the person is not stored
   */
  async signals(networkUrl: string | null, personId: string | null): Promise<Rows> {
    return this.read(
      `select tenant_id as tenant, date::text as date, signal_type, message_text, account_website, source_type
         from signal
        where intent_holder_network_url = $1
           or intent_holder_network_url in (select key from person_former_key where person_id = $2::bigint and kind = 'network_url')
           or id in (select signal_id from change_signal where person_id = $2::bigint)
        order by date, id`,
      [networkUrl, personId],
    );
  }

  /**
   * The `person.id` of the person with a profile page, or, without a page, of the person with an e-mail address. Null if there is no such
   * person, or if several have the address.
   */
  async personId({ networkUrl, email }: SubjectKey): Promise<string | null> {
    const [row, ...others] = await this.read(
      `select id::text as id from person
        where network_url = $1 or ($1::text is null and id in (select person_id from person_email where address = $2))`,
      [networkUrl, email],
    );
    return typeof row?.id === 'string' && others.length === 0 ? row.id : null;
  }

  /** Whether at least one person with the profile page or the e-mail address is stored. */
  async isStored({ networkUrl, email }: SubjectKey): Promise<boolean> {
    const [stored] = await this.read(
      `select 1 from person where network_url = $1
       union all select 1 from person_email where address = $2 limit 1`,
      [networkUrl, email],
    );
    return stored !== undefined;
  }

  /**
   * Reads the prospects to whom a person can introduce the tenant, as the results of runs say: the tenant, the run, and the rank of the
   * prospect. The prospect is another person, so no data of the prospect is read.
   * @param networkUrl the canonical profile URL; null for a person without a profile page. Such a person has no introductions, because
   * runs name a colleague by the profile page
   */
  async introductions(networkUrl: string | null): Promise<Rows> {
    if (networkUrl === null) return [];
    return this.read(
      `select j.tenant_id as tenant, j.id::float8 as job_id, j.run_start_time, p.rank as rank_of_prospect
         from prospect p join prospecting_job j on j.id = p.job_id
        where p.document->>'connecting_employee_network_url' = $1 order by j.run_start_time, j.id, p.rank`,
      [networkUrl],
    );
  }

  /**
   * Reads the runs that were started with an e-mail address of a person as the address of the user.
   * @param email an address of the person, normalised; null if none was given
   * @param personId the id of the stored person; null if the person is not stored
   */
  async startedRuns(email: string | null, personId: string | null): Promise<Rows> {
    return this.read(
      `select tenant_id as tenant, id::float8 as job_id, company_network_url, client_email, run_start_time, run_end_time
         from prospecting_job
        where fold_case(client_email) = fold_case($1)
           or fold_case(client_email) in (select fold_case(address) from person_email where person_id = $2::bigint)
        order by run_start_time, id`,
      [email, personId],
    );
  }

  /** Reads the prospecting runs whose results include a person, with the person's rank and what the result says about the person. */
  async runs(personId: string): Promise<Rows> {
    return this.read(
      `select j.tenant_id as tenant, j.id::float8 as job_id, j.company_network_url, j.team, j.run_start_time, j.run_end_time,
              p.rank, p.document as prospect
         from prospect p join prospecting_job j on j.id = p.job_id
        where p.person_id = $1 order by j.run_start_time, j.id`,
      [personId],
    );
  }

  /** Reads which tenants received data of a person, and on which days. */
  async recipients(personId: string): Promise<Rows> {
    return this.read(
      `select tenant_id as tenant, array_agg(day::text order by day) as days from disclosure
        where person_id = $1 group by tenant_id order by tenant_id`,
      [personId],
    );
  }

  /** Reads the profile pages and network ids of the persons who were merged into a person. */
  async formerKeys(personId: string): Promise<Rows> {
    return this.read('select kind, key from person_former_key where person_id = $1 order by kind, key', [personId]);
  }

  /** Reads when operators have said that another record is not about this person. The other record is about another person, so it is not read. */
  async distinctions(personId: string): Promise<Rows> {
    return this.read('select at from person_distinction where $1 in (one_id, other_id) order by at', [personId]);
  }

  /** Reads the values that imports have changed, as the history of imports keeps them for some time. */
  async changes(personId: string): Promise<Rows> {
    return this.read(
      `select import_id::float8 as import_id, table_name as "table", before, after
         from import_change where record_kind = 'person' and record_id = $1 order by id`,
      [personId],
    );
  }

  /** Reads the names of the query fields that apply to persons, for each tenant. */
  async queryFields(): Promise<readonly { readonly tenant: string; readonly names: readonly string[] }[]> {
    const { rows } = await this.database.pool.query<{ tenant: string; names: string[] }>(
      `select tenant_id as tenant, array_agg(name order by name) as names from query_field
        where scope in ('person', 'both') group by tenant_id order by tenant_id`,
    );
    return rows;
  }

  private async read(text: string, values: readonly unknown[]): Promise<Rows> {
    const { rows } = await this.database.pool.query<Record<string, unknown>>(text, [...values]);
    return rows;
  }
}
