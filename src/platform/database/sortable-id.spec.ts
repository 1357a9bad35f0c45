import { describe, expect, it } from '@jest/globals';
import { sortableId } from './sortable-id.js';

describe('The generator of sortable ids', () => {
  it('returns a UUID of version 7', () => {
    expect(sortableId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('returns ids that sort by their time', () => {
    const times = [0, 1, 2 ** 32, Date.parse('2026-11-23'), 2 ** 48 - 1];
    const ids = times.map((time) => sortableId(time));
    expect([...ids].sort()).toEqual(ids);
  });

  it('returns different ids for the same millisecond', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => sortableId(1))).size).toBe(1_000);
  });
});
