import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { IntervalTimer } from './interval-timer.js';

const everyMs = 1_000;
const timeLimitMs = 60_000;
const jitterMs = everyMs / 10;

class TestTimer extends IntervalTimer {
  readonly signals: AbortSignal[] = [];

  constructor(private readonly work: (signal: AbortSignal) => Promise<void>) {
    super(everyMs, timeLimitMs);
  }

  override round(signal: AbortSignal): Promise<void> {
    this.signals.push(signal);
    return this.work(signal);
  }
}

let timer: TestTimer;

async function stop(): Promise<void> {
  timer.onModuleDestroy();
  await timer.beforeApplicationShutdown();
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

function start(work: (signal: AbortSignal) => Promise<void>): void {
  timer = new TestTimer(work);
  timer.onApplicationBootstrap();
}

describe('A timer with an interval', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('runs a round at the start, and then about one round per interval', async () => {
    start(() => Promise.resolve());
    expect(timer.signals).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(everyMs - jitterMs - 1);
    expect(timer.signals).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2 * jitterMs + 1);
    expect(timer.signals).toHaveLength(2);
    await stop();
    await jest.advanceTimersByTimeAsync(10 * everyMs);
    expect(timer.signals).toHaveLength(2);
  });

  it('logs the error of a failed round, and runs the next round as usual', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    start(() => Promise.reject(new Error('no database')));
    await jest.advanceTimersByTimeAsync(everyMs + jitterMs);
    expect(timer.signals).toHaveLength(2);
    expect(warn).toHaveBeenCalledWith('A round failed: no database');
    await stop();
  });

  it('never runs two rounds at once, and aborts a round that takes too long', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    start(untilAborted);
    await jest.advanceTimersByTimeAsync(timeLimitMs - 1);
    expect(timer.signals.map(({ aborted }) => aborted)).toEqual([false]);
    await jest.advanceTimersByTimeAsync(1 + everyMs + jitterMs);
    expect(timer.signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await stop();
  });

  it('aborts the running round when the process shuts down, and waits until the round has ended', async () => {
    const steps: string[] = [];
    start((signal) =>
      untilAborted(signal).catch(async () => {
        await Promise.resolve();
        steps.push('released');
      }),
    );
    await stop();
    expect(steps).toEqual(['released']);
  });

  it('lets the process end even if a round does not stop', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    start(() => new Promise(() => undefined));
    const stopped = stop();
    await jest.advanceTimersByTimeAsync(5_001);
    await stopped;
    expect(warn).toHaveBeenCalledWith('work under way does not stop');
  });
});
