import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CountSession } from '../../src/tenancy/query-fields/count-session.sql.js';
import { markCountsDue } from '../../src/tenancy/query-fields/query-field.sql.js';
import { eventually } from '../support/service/eventually.js';
import { CountingWorld, noFaults } from '../support/records/query-counts.js';

let ground: CountingWorld;

beforeAll(async () => {
  ground = await CountingWorld.open();
});

beforeEach(() => ground.reset());

afterAll(() => ground.close());

/** Locks a count of the first field, so that a replacement waits. */
const oneCount = 'select from query_count where query_field_id = 1 order by company_id limit 1 for update';

describe('Refreshing the counts of query fields', () => {
  it('counts uncounted fields and due companies of all tenants', async () => {
    await ground.first.refresh();
    expect(await ground.faults()).toEqual(noFaults);
    await ground.exchangeTitles();
    await ground.first.refresh();
    expect(await ground.faults()).toEqual(noFaults);
  });

  it('removes the counts of companies that have no matches any more', async () => {
    await ground.first.refresh();
    const leavers = `select id from person where job_title ~ 'Engineer' order by id desc limit 500`;
    await ground.run(markCountsDue(`select company_id from person where id in (${leavers})`));
    await ground.run(`update person set company_id = null where id in (${leavers})`);
    await ground.first.refresh();
    expect(await ground.faults()).toEqual(noFaults);
  });

  it('takes at most the given number of due companies, even if the statistics of PostgreSQL say that none is due', async () => {
    await ground.exchangeTitles();
    await ground.run('delete from query_count_due');
    await ground.run('analyze query_count_due');
    await ground.exchangeTitles();
    const session = await CountSession.open(ground.database.sessions);
    try {
      expect(await session.transaction('companies', () => session.takeDue(100))).toHaveLength(100);
    } finally {
      await session.close();
    }
  });

  it('can run in two processes at once', async () => {
    const { first, second } = ground;
    await Promise.all([first.refresh(), second.refresh()]);
    expect(await ground.faults()).toEqual(noFaults);
    await ground.exchangeTitles();
    await Promise.all([first.refresh(), second.refresh(), first.refresh()]);
    expect(await ground.faults()).toEqual(noFaults);
  });

  it('returns only after other processes have finished their counts', async () => {
    await ground.first.refresh();
    const inTheWay = await ground.holdLocks(oneCount);
    await ground.run(markCountsDue('select min(company_id) from person'));
    const begun = ground.second.refresh();
    await eventually(async () => (await ground.countWaiting()) > 0);
    let isDone = false;
    const faultsAtReturn = ground.first
      .refresh()
      .then(() => ground.faults())
      .finally(() => (isDone = true));
    await eventually(async () => isDone || (await ground.countWaiting()) > 1);
    await inTheWay.end();
    expect(await faultsAtReturn).toEqual(noFaults);
    await begun;
  });

  it('keeps the newer count of a company when the field is counted at the same time from older data', async () => {
    await ground.first.refresh();
    await ground.run(`update query_field set counted_at = null where name = 'engineers'`);
    const inTheWay = await ground.holdLocks(oneCount);
    const countingField = ground.first.refresh();
    await eventually(async () => (await ground.countWaiting()) > 0);
    await ground.run(`update person set job_title = 'Clerk' where job_title = 'Engineering Manager'`);
    await ground.run(markCountsDue('select company_id from person'));
    let isDone = false;
    const countingCompanies = ground.second.refresh().finally(() => (isDone = true));
    await eventually(async () => isDone || (await ground.countWaiting()) > 1);
    await inTheWay.end();
    await Promise.all([countingField, countingCompanies]);
    expect(await ground.faults()).toEqual(noFaults);
  });

  it('leaves correct counts when a field is replaced or deleted while it is being counted', async () => {
    let changing: Promise<number> | undefined;
    const onProgress = (): void => {
      changing ??= ground.run(`
        with gone as (delete from query_field where name = 'engineers')
        update query_field set definition = '{"titles": ["clerk"]}', name = 'clerks', counted_at = null
         where name = 'directors'`);
    };
    await ground.first.refresh({ onProgress });
    await changing;
    await ground.second.refresh();
    expect(await ground.faults()).toEqual(noFaults);
  });

  it('reports its progress', async () => {
    const seen: number[] = [];
    await ground.first.refresh({ onProgress: (progress) => seen.push(progress.employees) });
    expect(seen.at(-1)).toBe(await ground.run('select from person where company_id is not null'));
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(5);
  });

  it('skips a field whose definition is invalid', async () => {
    await ground.addField('ours', 'unreadable', '{"since": 2027}');
    await ground.first.refresh();
    expect(await ground.faults()).toEqual({ ...noFaults, uncounted: 1 });
  });
});
