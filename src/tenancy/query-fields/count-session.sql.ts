// SQL for locks, cursors and counting, in a session of its own.
import pg from 'pg';
import { advisoryLocks, lockStatement } from '../../platform/database/advisory-locks.js';
import { transactionOn } from '../../platform/database/transaction.js';
import type { StoredFacts } from './query-evaluator.js';

const applicationName = 'data-access-service counts';

/** Transactions are as long as the work on some thousand persons, and all that a cursor has is fetched. */
const sessionSettings = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set cursor_tuple_fraction = 1; set jit = off`;

/**
 * An import may hold companies that we write about and want others that we hold. Giving up before the server looks for
 * deadlocks, after a second usually, makes sure that it never ends the import for it.
 */
const lockPatienceMs = 500;
const mostAttempts = 20;
/** SQLSTATE of a lock that was not to be had, and of a deadlock. */
const inTheWay = ['55P03', '40P01'];

const employeesAtOnce = 2_000;
const countsAtOnce = 10_000;

/** A field whose counts are made, with its definition as it was read. */
export interface CountedField {
  readonly id: number;
  readonly definition: string;
}

/** The number of employees of a company that match a field; companies without any have none. */
export type Count = readonly [companyId: string, fieldId: number, employees: number];

/** Companies with ids in `(after, upTo]`; null is no bound. */
export interface CompanyRange {
  readonly after: string | null;
  readonly upTo: string | null;
}

export type Companies = { readonly ids: readonly string[] } | CompanyRange;

/** An employee, with the id of the company. */
export type Employee = readonly [companyId: string, facts: StoredFacts];

type EmployeeRow = [string, string | null, string | null, string[] | null, string | null, string[] | null];

/** A database session that makes counts: its locks end with it, however it ends. */
export class CountSession {
  private constructor(private readonly client: pg.Client) {}

  static async open(databaseUrl: string): Promise<CountSession> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    // A lost connection fails the statement that runs or comes next; without a listener it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(sessionSettings);
    return new CountSession(client);
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }

  /**
   * Runs `work` in a transaction, again if somebody is in its way. Transactions that count due companies run side by side,
   * since no two have the same companies; one that counts fields runs alone, since it may have any company and would
   * write what it read over what another has learnt since.
   */
  async transaction<T>(counting: 'companies' | 'fields', work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(counting, work);
      } catch (error) {
        if (!isInTheWay(error) || attempt === mostAttempts) throw error;
      }
    }
  }

  /** Waits for the transactions of others that are counting now. */
  async waitForOthers(): Promise<void> {
    await this.client.query(lockStatement({ name: 'counting', mode: 'alone' }));
  }

  private async attempt<T>(counting: 'companies' | 'fields', work: () => Promise<T>): Promise<T> {
    const limited = async (): Promise<T> => {
      await this.client.query(`set local lock_timeout = ${lockPatienceMs}`);
      return work();
    };
    return transactionOn(this.client, limited, {
      lock: { name: 'counting', mode: counting === 'companies' ? 'shared' : 'alone' },
    });
  }

  /** Takes up to `most` due companies that no other session has; when the transaction fails they are due again. */
  async takeDue(most: number): Promise<string[]> {
    const rows = await this.rows<[string]>(
      `delete from query_count_due where company_id in
         (select company_id from query_count_due order by company_id limit $1 for update skip locked)
       returning company_id`,
      [most],
    );
    return rows.map(([companyId]) => companyId);
  }

  /** All fields with counts, counted yet or not. They cannot be deleted before the transaction ends. */
  async allFields(): Promise<CountedField[]> {
    return this.fields(`where scope <> 'person' order by id for key share`, []);
  }

  /** Ids of those that still exist as they were read. They cannot be deleted before the transaction ends. */
  async unchanged(fields: readonly CountedField[]): Promise<number[]> {
    const rows = await this.rows<[number]>(
      `select id from query_field where ${asTheyWereRead} order by id for key share`,
      asRead(fields),
    );
    return rows.map(([id]) => id);
  }

  /** Fields that are not counted yet, all or those of the given ids. */
  async uncounted(ids: readonly number[] | null): Promise<CountedField[]> {
    return this.fields(
      `where scope <> 'person' and counted_at is null and ($1::int[] is null or id = any($1)) order by id`,
      [ids],
    );
  }

  /** Claims fields for counting until the session ends; gives those that no other session has. */
  async claim(fieldIds: readonly number[]): Promise<number[]> {
    const rows = await this.rows<[number, boolean]>(
      'select id, pg_try_advisory_lock($1, id) from unnest($2::int[]) as id',
      [advisoryLocks.countedField, fieldIds],
    );
    return rows.filter(([, isOurs]) => isOurs).map(([id]) => id);
  }

  /** Claims one field, however long another session has it. */
  async waitFor(fieldId: number): Promise<void> {
    await this.rows('select pg_advisory_lock($1, $2)', [advisoryLocks.countedField, fieldId]);
  }

  /** Gives up what `claim` and `waitFor` have taken. */
  async release(fieldIds: readonly number[]): Promise<void> {
    await this.rows('select pg_advisory_unlock($1, id) from unnest($2::int[]) as id', [
      advisoryLocks.countedField,
      fieldIds,
    ]);
  }

  /** The last company of the next `employees` current employees behind a company; null when they are not that many. */
  async endOfRange(after: string | null, employees: number): Promise<string | null> {
    const [row] = await this.rows<[string]>(
      `select company_id from person where company_id > $1 order by company_id offset $2 limit 1`,
      [after ?? lowestId, employees],
    );
    return row?.[0] ?? null;
  }

  /** The current employees of companies, page by page, so that the largest employer does not fill the memory. */
  async *employees(companies: Companies, needs: { readonly skills: boolean }): AsyncGenerator<readonly Employee[]> {
    const [condition, values] = within(companies, 'p.company_id');
    const skills = needs.skills
      ? '(select json_agg(s.name) from person_skill s where s.person_id = p.id)'
      : 'null::json';
    await this.client.query({
      text: `declare employees no scroll cursor for
             select p.company_id, p.job_title, p.seniority, p.personas, p.country, ${skills}
               from person p where ${condition}`,
      values,
    });
    for (;;) {
      const rows = await this.rows<EmployeeRow>(`fetch ${employeesAtOnce} from employees`, []);
      if (rows.length > 0) yield rows.map(employeeOf);
      if (rows.length < employeesAtOnce) break;
    }
    await this.client.query('close employees');
  }

  /** Puts counts in the place of all that companies had for the fields. */
  async replace(companies: Companies, fieldIds: readonly number[], counts: readonly Count[]): Promise<void> {
    const [condition, values] = within(companies, 'company_id');
    const text = `delete from query_count where ${condition} and query_field_id = any($${values.length + 1}::int[])`;
    await this.rows(text, [...values, fieldIds]);
    for (let start = 0; start < counts.length; start += countsAtOnce) {
      const some = counts.slice(start, start + countsAtOnce);
      await this.rows(
        `insert into query_count (company_id, query_field_id, employees)
         select * from unnest($1::bigint[], $2::int[], $3::int[])`,
        [some.map(([companyId]) => companyId), some.map(([, fieldId]) => fieldId), some.map(([, , number]) => number)],
      );
    }
  }

  /** Says that fields are counted for every company, unless their definition has changed since it was read. */
  async markCounted(fields: readonly CountedField[]): Promise<void> {
    await this.rows(`update query_field set counted_at = now() where ${asTheyWereRead}`, asRead(fields));
  }

  /** About how many persons there are, as the planner believes. */
  async estimatePersons(): Promise<number> {
    const text = `select greatest(reltuples, 0)::float8 from pg_class where oid = 'person'::regclass`;
    const [row] = await this.rows<[number]>(text, []);
    return row?.[0] ?? 0;
  }

  /** So that the planner knows the counts that were just made. */
  async analyze(): Promise<void> {
    await this.client.query('analyze query_count');
  }

  private async fields(condition: string, values: unknown[]): Promise<CountedField[]> {
    const rows = await this.rows<[number, string]>(`select id, definition::text from query_field ${condition}`, values);
    return rows.map(([id, definition]) => ({ id, definition }));
  }

  private async rows<Row extends unknown[]>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.client.query<Row>({ text, values: [...values], rowMode: 'array' })).rows;
  }
}

const asTheyWereRead = `scope <> 'person' and (id, definition) in (select * from unnest($1::int[], $2::jsonb[]))`;

function asRead(fields: readonly CountedField[]): unknown[] {
  return [fields.map(({ id }) => id), fields.map(({ definition }) => definition)];
}

function isInTheWay(error: unknown): boolean {
  return error instanceof pg.DatabaseError && inTheWay.includes(error.code ?? '');
}

const lowestId = '-9223372036854775808';
const highestId = '9223372036854775807';

function within(companies: Companies, column: string): [condition: string, values: unknown[]] {
  if ('ids' in companies) return [`${column} = any($1::bigint[])`, [companies.ids]];
  return [
    `${column} > $1::bigint and ${column} <= $2::bigint`,
    [companies.after ?? lowestId, companies.upTo ?? highestId],
  ];
}

function employeeOf([companyId, jobTitle, seniority, personas, country, skills]: EmployeeRow): Employee {
  return [companyId, { jobTitle, seniority, personas, country, skills }];
}
