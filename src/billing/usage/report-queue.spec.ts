import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ReportQueue } from './report-queue.js';

/** A report that ends when it is told to. */
class Report {
  isBegun = false;
  end: (value: string) => void = () => undefined;
  private readonly ended = new Promise<string>((resolve) => {
    this.end = resolve;
  });

  readonly read = (): Promise<string> => {
    this.isBegun = true;
    return this.ended;
  };
}

describe('The queue of usage reports', () => {
  it('runs the reports of one tenant one at a time, and reports of different tenants at the same time', async () => {
    const queue = new ReportQueue();
    const [first, second, other] = [new Report(), new Report(), new Report()];
    const answers = [queue.run('a', first.read), queue.run('a', second.read), queue.run('b', other.read)];
    await sleep(0);
    expect([first.isBegun, second.isBegun, other.isBegun]).toEqual([true, false, true]);
    first.end('1');
    expect(await answers[0]).toBe('1');
    await sleep(0);
    expect(second.isBegun).toBe(true);
    second.end('2');
    other.end('3');
    expect(await Promise.all(answers)).toEqual(['1', '2', '3']);
  });

  it('runs a report after a report that failed', async () => {
    const queue = new ReportQueue();
    await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await queue.run('a', () => Promise.resolve(1))).toBe(1);
  });

  it('refuses a report that has waited for too long, and does not run it', async () => {
    const queue = new ReportQueue(200);
    const [first, late] = [new Report(), new Report()];
    const answers = [queue.run('a', first.read), queue.run('a', late.read)];
    await sleep(250);
    first.end('1');
    await expect(answers[1]).rejects.toMatchObject({ code: 'SERVICE_BUSY', headers: { 'Retry-After': '5' } });
    expect([await answers[0], late.isBegun]).toEqual(['1', false]);
  });
});
