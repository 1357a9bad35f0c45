import { jest } from '@jest/globals';

/** Everything that the fake timers would replace, except `Date`: sockets, timers and time-outs go on as they are. */
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

/** Sets the calendar clock of the test and of the services in its process ahead, and stops it there. */
export function advanceDate(milliseconds: number): void {
  jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...allButDate] });
}

/** Back to the true date. */
export function restoreDate(): void {
  jest.useRealTimers();
}
