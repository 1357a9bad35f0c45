import { describe, expect, it } from '@jest/globals';
import { TimeoutError, untilAborted, withTimeout } from './with-timeout.js';

describe('A promise with a timeout', () => {
  it('resolves and rejects like the promise if the promise settles in time', async () => {
    await expect(withTimeout(60_000, 'too slow', Promise.resolve(7))).resolves.toBe(7);
    await expect(withTimeout(60_000, 'too slow', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('rejects with a TimeoutError when the promise does not settle in time', async () => {
    await expect(withTimeout(1, 'too slow', new Promise(() => undefined))).rejects.toThrow(
      new TimeoutError('too slow'),
    );
  });
});

describe('A promise that a signal may end', () => {
  const never = new Promise<never>(() => undefined);

  it('resolves and rejects like the promise if the signal does not abort', async () => {
    const { signal } = new AbortController();
    await expect(untilAborted(signal, Promise.resolve(7))).resolves.toBe(7);
    await expect(untilAborted(signal, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('rejects with the reason of the signal when the signal aborts', async () => {
    const run = new AbortController();
    const waiting = untilAborted(run.signal, never);
    run.abort(new Error('the run has ended'));
    await expect(waiting).rejects.toThrow('the run has ended');
    await expect(untilAborted(run.signal, Promise.resolve(7))).rejects.toThrow('the run has ended');
  });
});
