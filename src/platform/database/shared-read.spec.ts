import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { SharedRead } from './statements.js';

/** A store that records the reads. It answers each one only when a test says so. */
class Store {
  readonly reads: { readonly keys: readonly string[]; readonly columns: readonly string[] }[] = [];
  private open: ((end: 'answered' | Error) => void)[] = [];

  readonly read = async (keys: readonly string[], columns: readonly string[]): Promise<ReadonlySet<string>> => {
    this.reads.push({ keys, columns });
    const end = await new Promise<'answered' | Error>((resolve) => this.open.push(resolve));
    if (end instanceof Error) throw end;
    return new Set(keys);
  };

  async answerNext(end: 'answered' | Error = 'answered'): Promise<void> {
    this.open.shift()?.(end);
    // Waits until the answer has had all its effects that need no timer.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

function keysOf({ reads }: Store): (readonly string[])[] {
  return reads.map(({ keys }) => keys);
}

function failure(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
}

describe('A shared read', () => {
  it('reads in a single statement the keys of all calls that came while an earlier read was under way', async () => {
    const store = new Store();
    const shared = new SharedRead(store.read);
    const found = Promise.all([shared.find(['a']), shared.find(['b']), shared.find(['c', 'b'])]);
    expect(keysOf(store)).toEqual([['a']]);
    await store.answerNext();
    expect(keysOf(store)).toEqual([['a'], ['b', 'c', 'b']]);
    await store.answerNext();
    await expect(found).resolves.toEqual([new Set('a'), new Set('bc'), new Set('bc')]);
  });

  it('never returns the result of a read that began before the call', async () => {
    const store = new Store();
    const shared = new SharedRead(store.read);
    const first = shared.find(['a']);
    const second = shared.find(['a']);
    await store.answerNext();
    await first;
    expect(keysOf(store)).toEqual([['a'], ['a']]);
    await store.answerNext();
    await expect(second).resolves.toEqual(new Set('a'));
  });

  it('does not combine calls for different columns, and runs a call with many keys alone', async () => {
    const store = new Store();
    const shared = new SharedRead(store.read);
    const many = Array.from({ length: 11 }, (_, index) => `k${index}`);
    const found = Promise.all([shared.find(['a'], ['x']), shared.find(['b'], ['y']), shared.find(many, ['x'])]);
    expect(store.reads).toEqual([
      { keys: ['a'], columns: ['x'] },
      { keys: ['b'], columns: ['y'] },
      { keys: many, columns: ['x'] },
    ]);
    for (let read = 0; read < 3; read += 1) await store.answerNext();
    await expect(found).resolves.toHaveLength(3);
  });

  it('repeats a combined read for each call separately if the database has refused a value, so that only the call with this value fails', async () => {
    const store = new Store();
    const shared = new SharedRead(store.read);
    const first = shared.find(['a']);
    const both = Promise.allSettled([shared.find(['good']), shared.find(['bad'])]);
    await store.answerNext();
    await first;
    await store.answerNext(failure('22021'));
    expect(keysOf(store).slice(2)).toEqual([['good'], ['bad']]);
    await store.answerNext();
    await store.answerNext(failure('22021'));
    await expect(both).resolves.toMatchObject([{ status: 'fulfilled' }, { status: 'rejected' }]);
  });

  it('rejects all combined calls when the database fails', async () => {
    const store = new Store();
    const shared = new SharedRead(store.read);
    const first = shared.find(['a']);
    const both = Promise.allSettled([shared.find(['b']), shared.find(['c'])]);
    await store.answerNext();
    await first;
    await store.answerNext(failure('57P01'));
    await expect(both).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(store.reads).toHaveLength(2);
  });
});
