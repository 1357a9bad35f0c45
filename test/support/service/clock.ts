import { jest } from '@jest/globals';

/** The functions that the fake timers of Jest must not replace. Only `Date` is replaced. */
const allButDate = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Advances `Date` in this process and stops it there. */
export function advanceDate(milliseconds: number): void {
  jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...allButDate] });
}

/** Restores the real `Date`. */
export function restoreDate(): void {
  jest.useRealTimers();
}
