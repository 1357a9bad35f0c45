import pg from 'pg';
import type { Database } from '../../../src/platform/database/database.js';
import { markCountsDue } from '../../../src/tenancy/query-fields/query-field.sql.js';
import { QueryCountService } from '../../../src/tenancy/query-fields/query-count.service.js';
import { storeCompanies, storePersons } from './person-factory.js';
import { startTestService } from '../service/test-service.js';

const companies = 2_500;
const employees = 20_500;
const titles = ['Software Engineer', 'Sales Director', 'Engineering Manager', 'Clerk'];

const sessionsThatWait = `from pg_stat_activity where datname = current_database()
  and application_name = 'data-access-service counts' and wait_event_type = 'Lock'`;

/** The differences between the stored counts and counts by a plain SQL statement, and the numbers of companies and fields to count. */
export interface CountFaults {
  readonly missing: number;
  readonly wrong: number;
  readonly due: number;
  readonly uncounted: number;
}

export const noFaults: CountFaults = { missing: 0, wrong: 0, due: 0, uncounted: 0 };

/** Two counting processes on a database with more employees than a transaction counts. */
export class CountingWorld {
  private constructor(
    readonly database: Database,
    readonly first: QueryCountService,
    readonly second: QueryCountService,
    readonly close: () => Promise<void>,
    private readonly databaseUrl: string,
  ) {}

  static async open(): Promise<CountingWorld> {
    const env = { WORKER: 'off' };
    const home = await startTestService({ env });
    const other = await startTestService({ env, sharing: home });
    await home.issueKey('ours');
    await home.issueKey('theirs');
    await storeEmployees(home.database);
    const close = async (): Promise<void> => {
      await other.close();
      await home.close();
    };
    const first = home.app.get(QueryCountService, { strict: false });
    const second = other.app.get(QueryCountService, { strict: false });
    return new CountingWorld(home.database, first, second, close, home.databaseUrl);
  }

  /** Restores all job titles and employers, and creates two query fields for companies that were not counted. No company is due. */
  async reset(): Promise<void> {
    await this.run('truncate query_field restart identity cascade');
    await this.run('delete from query_count_due');
    await this.run(`
      update person p set company_id = b.company_id, job_title = b.job_title from person_before b
       where p.id = b.id and (p.company_id, p.job_title) is distinct from (b.company_id, b.job_title)`);
    await this.addField('ours', 'engineers', '{"titles": ["engineer", "engineering"]}');
    await this.addField('theirs', 'directors', '{"titles": ["director"]}');
    await this.addField('ours', 'of_persons', '{}', 'person');
  }

  async addField(tenant: string, name: string, definition: string, scope = 'company'): Promise<void> {
    await this.database.pool.query(
      `insert into query_field (tenant_id, name, scope, definition, updated_at)
       values ($1, $2, $3::query_scope, $4, now())`,
      [tenant, name, scope, definition],
    );
  }

  async run(sql: string): Promise<number> {
    return (await this.database.pool.query(sql)).rowCount ?? 0;
  }

  async faults(): Promise<CountFaults> {
    const { rows } = await this.database.pool.query<CountFaults>(`
      with right_ones as (
        select p.company_id, f.id as query_field_id, count(*)::int as employees
          from person p join query_field f on case f.name when 'engineers' then p.job_title ~ 'Engineer'
            when 'directors' then p.job_title ~ 'Director' when 'clerks' then p.job_title ~ 'Clerk' end
         where p.company_id is not null group by 1, 2
      ), stored as (select company_id, query_field_id, employees from query_count)
      select (select count(*) from (select * from right_ones except select * from stored) as m)::int as missing,
             (select count(*) from (select * from stored except select * from right_ones) as w)::int as wrong,
             (select count(*) from query_count_due)::int as due,
             (select count(*) from query_field where counted_at is null and scope <> 'person')::int as uncounted`);
    return rows[0] ?? { ...noFaults, missing: -1 };
  }

  /** Exchanges the titles of clerks and sales directors, and marks every company as due. */
  async exchangeTitles(): Promise<void> {
    await this.run(`
      update person set job_title = case job_title when 'Clerk' then 'Sales Director' when 'Sales Director' then 'Clerk'
        else job_title end`);
    await this.run(markCountsDue('select company_id from person'));
  }

  /** Opens a session that holds the locks of a statement until it ends. */
  async holdLocks(statement: string): Promise<pg.Client> {
    const session = new pg.Client({ connectionString: this.databaseUrl });
    await session.connect();
    await session.query('begin');
    await session.query(statement);
    return session;
  }

  /** The number of counting sessions that wait for a lock. */
  async countWaiting(): Promise<number> {
    return this.run(`select ${sessionsThatWait}`);
  }

  /** Terminates the counting sessions that wait for a lock. @returns their number */
  async killWaiting(): Promise<number> {
    return this.run(`select pg_terminate_backend(pid) ${sessionsThatWait}`);
  }
}

async function storeEmployees(database: Database): Promise<void> {
  const websites = Array.from({ length: companies }, (_, index) => `company-${index}.example`);
  const ids = await storeCompanies(database, websites);
  // A third of all employees work at the first company, which are far more than one transaction counts.
  const persons = Array.from({ length: employees }, (_, index) => ({
    companyId: ids[index % 3 === 0 ? 0 : index % companies],
    jobTitle: titles[index % titles.length],
  }));
  for (let start = 0; start < employees; start += 5_000) {
    await storePersons(database, persons.slice(start, start + 5_000));
  }
  await database.pool.query('create table person_before as select id, company_id, job_title from person');
}
