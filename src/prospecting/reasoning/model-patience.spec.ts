import { describe, expect, test } from '@jest/globals';
import { ModelPatience, MOST_FAILURES_IN_A_ROW } from './model-patience.js';

function after(...statuses: readonly (number | null | 'answer')[]): boolean {
  const patience = new ModelPatience();
  for (const status of statuses) {
    if (status === 'answer') patience.succeeded();
    else patience.failed({ status });
  }
  return patience.isOver();
}

describe('patience with a model', () => {
  test('ends with so many failures in a row', () => {
    const failures = Array.from({ length: MOST_FAILURES_IN_A_ROW }, () => 500);
    expect(after(...failures)).toBe(true);
    expect(after(...failures.slice(1))).toBe(false);
  });

  test('begins anew with an answer', () => {
    expect(after(500, null, 'answer', 500, null)).toBe(false);
  });

  test.each([401, 403, 404])('ends at once with status %d', (status) => {
    expect(after(status)).toBe(true);
  });

  test('does not come back by an answer that was under way', () => {
    expect(after(401, 'answer')).toBe(true);
  });
});
