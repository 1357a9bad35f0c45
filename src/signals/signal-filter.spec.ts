import { describe, expect, it } from '@jest/globals';
import { signalFilter } from './signal-filter.js';

describe('The filter of signals', () => {
  it('limits neither the days nor the type if all members are omitted or null', () => {
    const open = { from: '-infinity', to: 'infinity', type: null };
    expect(signalFilter({})).toEqual(open);
    expect(signalFilter({ start_time: null, end_time: null, type: null })).toEqual(open);
  });

  it('keeps the days and the type of a request', () => {
    const allowed = { start_time: '2026-01-01', end_time: '2026-01-31', type: 'new_hire' } as const;
    expect(signalFilter(allowed)).toEqual({ from: '2026-01-01', to: '2026-01-31', type: 'new_hire' });
  });

  it('selects all types for the type ALL', () => {
    expect(signalFilter({ type: 'ALL' }).type).toBeNull();
  });
});
