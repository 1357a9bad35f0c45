import { describe, expect, it } from '@jest/globals';
import { jobSpecs, type JobName } from './job-catalogue.js';
import { JobHandlers } from './job-handlers.js';

const never = new AbortController().signal;
const doNothing = (): Promise<void> => Promise.resolve();

describe('JobHandlers', () => {
  it('names the jobs of the catalogue that nobody does', () => {
    expect(() => new JobHandlers().assertComplete()).toThrow(`No handler for job ${[...jobSpecs.keys()].join(', ')}`);
  });

  it('is complete once every job has a handler', () => {
    const handlers = new JobHandlers();
    for (const name of jobSpecs.keys()) handlers.register(name as JobName, doNothing);
    expect(() => handlers.assertComplete()).not.toThrow();
  });

  it('refuses a second handler of a job', () => {
    const handlers = new JobHandlers();
    handlers.register('refresh-query-counts', doNothing);
    expect(() => handlers.register('refresh-query-counts', doNothing)).toThrow('Two handlers');
  });

  it('hands a job to its handler, and fails as the handler fails', async () => {
    const handlers = new JobHandlers();
    const payloads: unknown[] = [];
    handlers.register('refresh-query-counts', (payload) => {
      payloads.push(payload);
      return payloads.length === 1 ? doNothing() : Promise.reject(new Error('no database'));
    });
    await handlers.run('refresh-query-counts', {}, never);
    await expect(handlers.run('refresh-query-counts', {}, never)).rejects.toThrow('no database');
    expect(payloads).toEqual([{}, {}]);
  });

  it('passes the signal on, so that the job hears of the end of the process', async () => {
    const handlers = new JobHandlers();
    const end = new AbortController();
    handlers.register(
      'refresh-query-counts',
      (_payload, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const job = handlers.run('refresh-query-counts', {}, end.signal);
    end.abort(new Error('stopping'));
    await expect(job).rejects.toThrow('stopping');
  });

  it.each([
    ['a job that this build does not know', 'fly-to-the-moon', {}],
    ['a payload that this build does not know', 'refresh-query-counts', { since: 2027 }],
    ['no payload', 'refresh-query-counts', undefined],
  ])('fails for %s, without asking a handler', async (_what, name, payload) => {
    const handlers = new JobHandlers();
    let asked = 0;
    handlers.register('refresh-query-counts', () => {
      asked += 1;
      return doNothing();
    });
    await expect(handlers.run(name, payload, never)).rejects.toThrow('Unknown');
    expect(asked).toBe(0);
  });
});
