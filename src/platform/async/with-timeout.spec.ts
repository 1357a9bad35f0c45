import { describe, expect, it } from '@jest/globals';
import { Impatience, within } from './with-timeout.js';

describe('within', () => {
  it('gives what the promise gives, or fails as it fails', async () => {
    await expect(within(60_000, 'too slow', Promise.resolve(7))).resolves.toBe(7);
    await expect(within(60_000, 'too slow', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('complains about a promise that never comes', async () => {
    await expect(within(1, 'too slow', new Promise(() => undefined))).rejects.toThrow(new Impatience('too slow'));
  });
});
