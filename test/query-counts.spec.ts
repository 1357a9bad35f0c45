import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Database } from '../src/platform/database/database.js';
import { markCountsDue } from '../src/tenancy/query-count.repository.js';
import { QueryCountService } from '../src/tenancy/query-count.service.js';
import { eventually } from './support/patience.js';
import { storeCompanies, storePersons } from './support/person-factory.js';
import { describeInside, isExternal } from './support/target.js';
import { startTestService, type TestService } from './support/test-service.js';

const companies = 2_500;
const employees = 20_500;
const titles = ['Software Engineer', 'Sales Director', 'Engineering Manager', 'Clerk'];

let services: readonly TestService[] = [];
let database: Database;
let first: QueryCountService;
let second: QueryCountService;

beforeAll(async () => {
  if (isExternal) return;
  const env = { WORKER: 'off' };
  const home = await startTestService({ env });
  const other = await startTestService({ env, sharing: home });
  services = [other, home];
  database = home.database;
  [first, second] = [home, other].map(({ app }) => app.get(QueryCountService, { strict: false })) as [
    QueryCountService,
    QueryCountService,
  ];
  await home.issueKey('ours');
  await home.issueKey('theirs');
  const ids = await storeCompanies(
    database,
    Array.from({ length: companies }, (_, place) => `company-${place}.example`),
  );
  // The first company has far more employees than are read at a time.
  const persons = Array.from({ length: employees }, (_, place) => ({
    companyId: ids[place % 3 === 0 ? 0 : place % companies],
    jobTitle: titles[place % titles.length],
  }));
  for (let start = 0; start < employees; start += 5_000) {
    await storePersons(database, persons.slice(start, start + 5_000));
  }
  await database.pool.query('create table person_before as select id, company_id, job_title from person');
}, 60_000);

beforeEach(async () => {
  if (isExternal) return;
  await database.pool.query('truncate query_field restart identity cascade');
  await database.pool.query('delete from query_count_due');
  await database.pool.query(`
    update person p set company_id = b.company_id, job_title = b.job_title from person_before b
     where p.id = b.id and (p.company_id, p.job_title) is distinct from (b.company_id, b.job_title)`);
  await addField('ours', 'engineers', '{"titles": ["engineer", "engineering"]}');
  await addField('theirs', 'directors', '{"titles": ["director"]}');
  await addField('ours', 'of_persons', '{}', 'person');
});

afterAll(async () => {
  for (const service of services) await service.close();
});

async function addField(tenant: string, name: string, definition: string, scope = 'company'): Promise<void> {
  await database.pool.query(
    `insert into query_field (tenant_id, name, scope, definition, updated_at) values ($1, $2, $3::query_scope, $4, now())`,
    [tenant, name, scope, definition],
  );
}

/** Differences between the stored counts and those that the database makes itself, and what is left to do. */
async function faults(): Promise<unknown> {
  const { rows } = await database.pool.query<{ found: unknown }>(`
    with right_ones as (
      select p.company_id, f.id as query_field_id, count(*)::int as employees from person p join query_field f on case f.name
        when 'engineers' then p.job_title ~ 'Engineer' when 'directors' then p.job_title ~ 'Director'
        when 'clerks' then p.job_title ~ 'Clerk' end
       where p.company_id is not null group by 1, 2
    ), stored as (select company_id, query_field_id, employees from query_count)
    select json_build_object(
      'missing', (select count(*) from (select * from right_ones except select * from stored) as m),
      'wrong', (select count(*) from (select * from stored except select * from right_ones) as w),
      'due', (select count(*) from query_count_due),
      'uncounted', (select count(*) from query_field where counted_at is null and scope <> 'person')
    ) as found`);
  return rows[0]?.found;
}

const none = { missing: 0, wrong: 0, due: 0, uncounted: 0 };

async function changeEverybody(): Promise<void> {
  await database.pool.query(`
    update person set job_title = case job_title when 'Clerk' then 'Sales Director' when 'Sales Director' then 'Clerk'
      else job_title end`);
  await database.pool.query(markCountsDue('select company_id from person'));
}

/** A session that keeps, until it ends, the locks that a statement takes. */
async function holding(statement: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: services[0]?.databaseUrl });
  await session.connect();
  await session.query('begin');
  await session.query(statement);
  return session;
}

const noCountsWritten = 'lock table query_count in exclusive mode';

const sessionsThatWait = `from pg_stat_activity where datname = current_database()
  and application_name = 'data-access-service counts' and wait_event_type = 'Lock'`;

/** Ends the sessions that count and wait for a lock, as the death of their process would. */
async function killCounting(): Promise<number> {
  return (await database.pool.query(`select pg_terminate_backend(pid) ${sessionsThatWait}`)).rowCount ?? 0;
}

async function countingSessionsThatWait(): Promise<number> {
  return (await database.pool.query(`select ${sessionsThatWait}`)).rowCount ?? 0;
}

describeInside('Refreshing counts succeeds', () => {
  it('for fields that are not counted yet and for companies that are due, of all tenants', async () => {
    await first.refresh();
    expect(await faults()).toEqual(none);
    await changeEverybody();
    await first.refresh();
    expect(await faults()).toEqual(none);
  });

  it('in removing the counts of companies whose last match has left', async () => {
    await first.refresh();
    await database.pool.query(`update person set company_id = null where job_title = 'Clerk'`);
    const leavers = `select id from person where job_title ~ 'Engineer' limit 500`;
    await database.pool.query(markCountsDue(`select company_id from person where id in (${leavers})`));
    await database.pool.query(`update person set company_id = null where id in (${leavers})`);
    await first.refresh();
    expect(await faults()).toEqual(none);
  });

  it('when two processes do it at once', async () => {
    await Promise.all([first.refresh(), second.refresh()]);
    expect(await faults()).toEqual(none);
    await changeEverybody();
    await Promise.all([first.refresh(), second.refresh(), first.refresh()]);
    expect(await faults()).toEqual(none);
  });

  it('when another process counts a change while a field is being counted that has not seen it', async () => {
    await first.refresh();
    await database.pool.query(`update query_field set counted_at = null where name = 'engineers'`);
    const inTheWay = await holding(
      `select from query_count where query_field_id = 1 order by company_id desc limit 1 for update`,
    );
    const countingField = first.refresh();
    await eventually(async () => (await countingSessionsThatWait()) > 0);
    const [company] = await database.prisma.company.findMany({ orderBy: { id: 'asc' }, skip: 1, take: 1 });
    await database.pool.query(`update person set job_title = 'Clerk' where company_id = $1`, [company?.id]);
    await database.pool.query(markCountsDue(`values (${company?.id})`));
    let isCompanyCounted = false;
    const countingCompany = second.refresh().then(() => (isCompanyCounted = true));
    await eventually(async () => isCompanyCounted || (await countingSessionsThatWait()) > 1);
    await inTheWay.end();
    await Promise.all([countingField, countingCompany]);
    expect(await faults()).toEqual(none);
  });

  it('when a field is replaced or deleted while it is being counted', async () => {
    let changing: Promise<unknown> | undefined;
    const onProgress = (): void => {
      changing ??= database.pool.query(`
        with gone as (delete from query_field where name = 'engineers')
        update query_field set definition = '{"titles": ["clerk"]}', name = 'clerks', counted_at = null
         where name = 'directors'`);
    };
    await first.refresh({ onProgress });
    await changing;
    await second.refresh();
    expect(await faults()).toEqual(none);
  });

  it('in telling how far it is', async () => {
    const seen: number[] = [];
    await first.refresh({ onProgress: (progress) => seen.push(progress.employees) });
    expect(seen.at(-1)).toBe(await currentEmployees());
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(5);
  });

  it('in passing over a field whose definition cannot be read', async () => {
    await addField('ours', 'unreadable', '{"since": 2027}');
    await first.refresh();
    expect(await faults()).toEqual({ ...none, uncounted: 1 });
  });
});

describeInside('Refreshing counts protects', () => {
  it('the work that is left when a process dies in the middle of counting companies', async () => {
    await first.refresh();
    await changeEverybody();
    const due = ((await faults()) as { due: number }).due;
    const blocker = await holding(noCountsWritten);
    const dying = expect(first.refresh()).rejects.toThrow();
    await eventually(async () => (await killCounting()) > 0);
    await dying;
    await blocker.end();
    expect(await faults()).toMatchObject({ due });
    await second.refresh();
    expect(await faults()).toEqual(none);
  });

  it('the work that is left when a process dies in the middle of counting fields', async () => {
    const blocker = await holding(noCountsWritten);
    const dying = expect(first.refresh()).rejects.toThrow();
    await eventually(async () => (await killCounting()) > 0);
    await dying;
    await blocker.end();
    expect(await faults()).toMatchObject({ uncounted: 2 });
    await second.refresh();
    expect(await faults()).toEqual(none);
  });

  it('the work that is left when it is told to stop', async () => {
    const stop = new AbortController();
    const stopped = first.refresh({ signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
    await expect(stopped).rejects.toThrow('enough');
    expect(await faults()).toMatchObject({ uncounted: 2 });
    await first.refresh({ signal: new AbortController().signal });
    expect(await faults()).toEqual(none);
  });

  it('a change that is not committed when its company is counted', async () => {
    await first.refresh();
    await changeEverybody();
    const importing = await holding(`update person set job_title = 'Sales Director' where job_title = 'Clerk'`);
    await importing.query(markCountsDue(`select company_id from person`));
    await second.refresh();
    await importing.query('commit');
    await importing.end();
    await second.refresh();
    expect(await faults()).toEqual(none);
  });
});

async function currentEmployees(): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    'select count(*) from person where company_id is not null',
  );
  return Number(rows[0]?.count);
}
