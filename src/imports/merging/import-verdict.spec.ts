import { describe, expect, it } from '@jest/globals';
import { verdictOn } from './import-summary.js';

function verdict(read: number, rejected: number, maxRejects?: number): unknown {
  const counts = {
    import_id: null,
    read,
    rejected,
    inserted: 0,
    updated: 0,
    unchanged: read - rejected,
    joined: 0,
    warnings: 0,
    ignored: 0,
    seconds: 1,
    rows_per_second: 1,
  };
  const refusal = verdictOn({ ...counts, rejects: null }, maxRejects);
  return refusal === null ? null : [refusal.exitCode, refusal.message];
}

describe('verdictOn', () => {
  it('returns null if a line was merged and not too many were rejected, or if the file was empty', () => {
    expect([verdict(0, 0), verdict(6, 5), verdict(6, 2, 2), verdict(0, 0, 0)]).toEqual([null, null, null, null]);
  });

  it('returns an error with exit code 2 if no line was merged, or if more lines were rejected than allowed', () => {
    expect(verdict(6, 6)).toEqual([2, 'Nothing was imported: all 6 lines were rejected']);
    expect(verdict(1, 1)).toEqual([2, 'Nothing was imported: the only line was rejected']);
    expect(verdict(6, 3, 2)).toEqual([2, '3 of 6 lines were rejected; --max-rejects allows 2']);
    expect(verdict(6, 1, 0)).toEqual([2, '1 of 6 lines were rejected; --max-rejects allows 0']);
  });
});
