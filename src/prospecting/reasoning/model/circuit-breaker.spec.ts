import { describe, expect, test } from '@jest/globals';
import { CircuitBreaker, maxFailuresInARow } from './circuit-breaker.js';

function isOpenAfter(...statuses: readonly (number | null | 'answer')[]): boolean {
  const breaker = new CircuitBreaker();
  for (const status of statuses) {
    if (status === 'answer') breaker.succeeded();
    else breaker.failed({ status });
  }
  return breaker.isOpen();
}

describe('the circuit breaker of a model', () => {
  test('opens after the maximum number of failures in a row, and not earlier', () => {
    const failures = Array.from({ length: maxFailuresInARow }, () => 500);
    expect(isOpenAfter(...failures)).toBe(true);
    expect(isOpenAfter(...failures.slice(1))).toBe(false);
  });

  test('starts a new count of failures after an answer', () => {
    expect(isOpenAfter(500, null, 'answer', 500, null)).toBe(false);
  });

  test.each([401, 403, 404])('opens at once after an answer with the status %d', (status) => {
    expect(isOpenAfter(status)).toBe(true);
  });

  test('stays open when a call succeeds that began before it opened', () => {
    expect(isOpenAfter(401, 'answer')).toBe(true);
  });
});
