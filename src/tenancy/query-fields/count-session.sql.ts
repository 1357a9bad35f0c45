// SQL for a session that takes locks, reads employees with a cursor, and stores counts.
import pg from 'pg';
import { advisoryLocks, lockStatement } from '../../platform/database/advisory-locks.js';
import { closeSession, openSession } from '../../platform/database/sessions.js';
import { transactionOn } from '../../platform/database/transaction.js';
import type { FactNeed, StoredFacts } from '../../queries/query-evaluator.js';
import { factColumns, factsOf, type FactRow } from './fact-columns.sql.js';

/**
 * The settings of a session that counts. It has no timeouts, because one transaction processes thousands of persons. PostgreSQL usually
 * plans a cursor for a quick first row; here it plans for reading the cursor to its end.
 */
const sessionSettings = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set cursor_tuple_fraction = 1; set jit = off`;

/**
 * The lock timeout of a counting session, in milliseconds. A count and an import may each wait for a company that the other one
 * has locked. This timeout is shorter than the server's `deadlock_timeout`, usually one second, so that in a deadlock the count
 * gives up, and not the import.
 */
const lockTimeoutMs = 500;
const maxAttempts = 20;
/** The SQLSTATE codes of a lock timeout and of a deadlock. */
const lockConflictStates = ['55P03', '40P01'];

const employeesPerPage = 2_000;
const countsPerInsert = 10_000;

/** A query field to count, with its definition at the time when it was read. */
export interface CountedField {
  readonly id: number;
  readonly tenantId: string;
  readonly definition: string;
}

/** The number of employees of a company who match a field; never 0. */
export type Count = readonly [companyId: string, fieldId: number, employees: number];

/** All companies whose id is greater than `after` and at most `upTo`; null stands for no bound. */
export interface CompanyRange {
  readonly after: string | null;
  readonly upTo: string | null;
}

/** Companies to count: those with the given ids, or all in a range of ids. */
export type Companies = { readonly ids: readonly string[] } | CompanyRange;

/** A current employee of a company, with the data that queries compare. */
export type Employee = readonly [companyId: string, facts: StoredFacts];

type EmployeeRow = [companyId: string, ...FactRow];

/** A database session for counting. When it is closed, all its locks are released. */
export class CountSession {
  private constructor(private readonly client: pg.Client) {}

  static async open(settings: pg.ClientConfig): Promise<CountSession> {
    const client = await openSession(settings, { name: 'counts', connectMs: 5_000 });
    await client.query(sessionSettings);
    return new CountSession(client);
  }

  async close(): Promise<void> {
    await closeSession(this.client);
  }

  /**
   * Runs `work` in a transaction and retries it after a lock conflict. Several transactions can count due companies at the same time,
   * because each one takes companies that no other has taken. A transaction that counts fields runs alone: it may count any company, and
   * could overwrite a newer count.
   */
  async transaction<T>(counting: 'companies' | 'fields', work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(counting, work);
      } catch (error) {
        if (!isLockConflict(error) || attempt === maxAttempts) throw error;
      }
    }
  }

  /** Waits until the counting transactions of other sessions have ended. */
  async waitForOthers(): Promise<void> {
    await this.client.query(lockStatement({ name: 'counting', mode: 'alone' }));
  }

  private async attempt<T>(counting: 'companies' | 'fields', work: () => Promise<T>): Promise<T> {
    const limited = async (): Promise<T> => {
      await this.client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      return work();
    };
    return transactionOn(this.client, limited, {
      lock: { name: 'counting', mode: counting === 'companies' ? 'shared' : 'alone' },
    });
  }

  /**
   * Takes at most `limit` companies whose count is due and that no other session has taken. If the transaction is rolled back,
   * they are due again.
   */
  async takeDue(limit: number): Promise<string[]> {
    const rows = await this.rows<[string]>(
      // With `array`, PostgreSQL runs the select only once. With `in`, it may run the select again for each row of the table, and then
      // takes more than `limit` companies, and needs minutes for many. It does so if its statistics are from when the table was empty.
      `delete from query_count_due where company_id = any (array(
         select company_id from query_count_due order by company_id limit $1 for update skip locked))
       returning company_id`,
      [limit],
    );
    return rows.map(([companyId]) => companyId);
  }

  /** Reads all fields that apply to companies. These fields cannot be deleted until the transaction ends. */
  async allFields(): Promise<CountedField[]> {
    return this.fields(`where scope <> 'person' order by id for key share`, []);
  }

  /**
   * The ids of those fields whose definition has not changed since it was read. These fields cannot be deleted until the transaction
   * ends.
   */
  async unchanged(fields: readonly CountedField[]): Promise<number[]> {
    const rows = await this.rows<[number]>(
      `select id from query_field where ${isUnchanged} order by id for key share`,
      definitionsOf(fields),
    );
    return rows.map(([id]) => id);
  }

  /** The uncounted fields among those with the given ids; with null, all uncounted fields. */
  async uncounted(ids: readonly number[] | null): Promise<CountedField[]> {
    return this.fields(
      `where scope <> 'person' and counted_at is null and ($1::int[] is null or id = any($1)) order by id`,
      [ids],
    );
  }

  /**
   * Claims fields, so that no other session counts them until this session ends or releases them.
   * @returns the ids of the claimed fields: those that no other session had claimed
   */
  async claim(fieldIds: readonly number[]): Promise<number[]> {
    const rows = await this.rows<[number, boolean]>(
      'select id, pg_try_advisory_lock($1, id) from unnest($2::int[]) as id',
      [advisoryLocks.countedField, fieldIds],
    );
    return rows.filter(([, isClaimed]) => isClaimed).map(([id]) => id);
  }

  /** Claims a field. If another session has claimed it, this waits until that claim ends. */
  async waitAndClaim(fieldId: number): Promise<void> {
    await this.rows('select pg_advisory_lock($1, $2)', [advisoryLocks.countedField, fieldId]);
  }

  /** Releases the claims of these fields, which `claim` or `waitAndClaim` has made. */
  async release(fieldIds: readonly number[]): Promise<void> {
    await this.rows('select pg_advisory_unlock($1, id) from unnest($2::int[]) as id', [
      advisoryLocks.countedField,
      fieldIds,
    ]);
  }

  /**
   * Finds the end of a range of companies that together have about `employees` employees.
   * @param after the id after which the range begins; null for the first range
   * @returns the id of the last company of the range; null if fewer employees are left, so that the range has all other companies
   */
  async endOfRange(after: string | null, employees: number): Promise<string | null> {
    const [row] = await this.rows<[string]>(
      `select company_id from person where company_id > $1 order by company_id offset $2 limit 1`,
      [after ?? lowestId, employees],
    );
    return row?.[0] ?? null;
  }

  /** Reads the current employees of companies page by page, so that a large employer does not fill the memory. */
  async *employees(companies: Companies, needs: ReadonlySet<FactNeed>): AsyncGenerator<readonly Employee[]> {
    const [condition, values] = within(companies, 'p.company_id');
    await this.client.query({
      text: `declare employees no scroll cursor for
             select p.company_id, ${factColumns(needs, 'all tenants')} from person p where ${condition}`,
      values,
    });
    for (;;) {
      const rows = await this.rows<EmployeeRow>(`fetch ${employeesPerPage} from employees`, []);
      if (rows.length > 0) yield rows.map(employeeOf);
      if (rows.length < employeesPerPage) break;
    }
    await this.client.query('close employees');
  }

  /** Replaces all counts of these companies for these fields. */
  async replace(companies: Companies, fieldIds: readonly number[], counts: readonly Count[]): Promise<void> {
    const [condition, values] = within(companies, 'company_id');
    const text = `delete from query_count where ${condition} and query_field_id = any($${values.length + 1}::int[])`;
    await this.rows(text, [...values, fieldIds]);
    for (let start = 0; start < counts.length; start += countsPerInsert) {
      const some = counts.slice(start, start + countsPerInsert);
      await this.rows(
        `insert into query_count (company_id, query_field_id, employees)
         select * from unnest($1::bigint[], $2::int[], $3::int[])`,
        [some.map(([companyId]) => companyId), some.map(([, fieldId]) => fieldId), some.map(([, , number]) => number)],
      );
    }
  }

  /** Marks fields as counted, unless their definitions have changed since they were read. */
  async markCounted(fields: readonly CountedField[]): Promise<void> {
    await this.rows(`update query_field set counted_at = now() where ${isUnchanged}`, definitionsOf(fields));
  }

  /** PostgreSQL's own estimate of the number of persons, which takes less time than counting them; 0 if there is none. */
  async estimatePersons(): Promise<number> {
    const text = `select greatest(reltuples, 0)::float8 from pg_class where oid = 'person'::regclass`;
    const [row] = await this.rows<[number]>(text, []);
    return row?.[0] ?? 0;
  }

  /** Updates the statistics by which PostgreSQL plans queries of counts. */
  async analyze(): Promise<void> {
    await this.client.query('analyze query_count');
  }

  private async fields(condition: string, values: unknown[]): Promise<CountedField[]> {
    const text = `select id, tenant_id, definition::text from query_field ${condition}`;
    const rows = await this.rows<[number, string, string]>(text, values);
    return rows.map(([id, tenantId, definition]) => ({ id, tenantId, definition }));
  }

  private async rows<Row extends unknown[]>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.client.query<Row>({ text, values: [...values], rowMode: 'array' })).rows;
  }
}

const isUnchanged = `scope <> 'person' and (id, definition) in (select * from unnest($1::int[], $2::jsonb[]))`;

function definitionsOf(fields: readonly CountedField[]): unknown[] {
  return [fields.map(({ id }) => id), fields.map(({ definition }) => definition)];
}

function isLockConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && lockConflictStates.includes(error.code ?? '');
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

function employeeOf([companyId, ...facts]: EmployeeRow): Employee {
  return [companyId, factsOf(facts)];
}
