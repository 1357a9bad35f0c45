import { describe, expect, it } from '@jest/globals';
import { TimeoutError, withTimeout } from './with-timeout.js';

describe('withTimeout', () => {
  it('gives what the promise gives, or fails as it fails', async () => {
    await expect(withTimeout(60_000, 'too slow', Promise.resolve(7))).resolves.toBe(7);
    await expect(withTimeout(60_000, 'too slow', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('rejects with a TimeoutError when the promise does not settle in time', async () => {
    await expect(withTimeout(1, 'too slow', new Promise(() => undefined))).rejects.toThrow(
      new TimeoutError('too slow'),
    );
  });
});
