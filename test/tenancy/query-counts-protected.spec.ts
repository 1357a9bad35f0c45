import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { markCountsDue } from '../../src/tenancy/query-fields/query-field.sql.js';
import { eventually } from '../support/service/eventually.js';
import { CountingWorld, noFaults } from '../support/records/query-counts.js';

let ground: CountingWorld;

beforeAll(async () => {
  ground = await CountingWorld.open();
});

beforeEach(() => ground.reset());

afterAll(() => ground.close());

const noCountsWritten = 'lock table query_count in exclusive mode';

describe('Refreshing the counts of query fields', () => {
  it('continues after a process was killed while it counted companies', async () => {
    await ground.first.refresh();
    await ground.exchangeTitles();
    const { due } = await ground.faults();
    const inTheWay = await ground.holdLocks(noCountsWritten);
    const dying = expect(ground.first.refresh()).rejects.toThrow();
    await eventually(async () => (await ground.killWaiting()) > 0);
    await dying;
    await inTheWay.end();
    expect(await ground.faults()).toMatchObject({ due });
    await ground.second.refresh();
    expect(await ground.faults()).toEqual(noFaults);
  });

  it('continues after a process was killed while it counted fields', async () => {
    const inTheWay = await ground.holdLocks(noCountsWritten);
    const dying = expect(ground.first.refresh()).rejects.toThrow();
    await eventually(async () => (await ground.killWaiting()) > 0);
    await dying;
    await inTheWay.end();
    expect(await ground.faults()).toMatchObject({ uncounted: 2 });
    await ground.second.refresh();
    expect(await ground.faults()).toEqual(noFaults);
  });

  it('counts the rest in the next call after it was aborted', async () => {
    const stop = new AbortController();
    const onProgress = (): void => stop.abort(new Error('enough'));
    await expect(ground.first.refresh({ signal: stop.signal, onProgress })).rejects.toThrow('enough');
    expect(await ground.faults()).toMatchObject({ uncounted: 2 });
    await ground.first.refresh();
    expect(await ground.faults()).toEqual(noFaults);
  });

  it('counts a change later that was not yet committed when its company was counted', async () => {
    await ground.first.refresh();
    await ground.exchangeTitles();
    const importing = await ground.holdLocks(
      `update person set job_title = 'Sales Director' where job_title = 'Clerk'`,
    );
    await importing.query(markCountsDue('select company_id from person'));
    await ground.second.refresh();
    await importing.query('commit');
    await importing.end();
    await ground.second.refresh();
    expect(await ground.faults()).toEqual(noFaults);
  });
});
