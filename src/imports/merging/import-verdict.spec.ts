import { describe, expect, it } from '@jest/globals';
import { ignoredLine, siteLine, verdictOn } from './import-summary.js';

function verdict(read: number, rejected: number, maxRejects?: number): unknown {
  const counts = {
    read,
    rejected,
    inserted: 0,
    updated: 0,
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

describe('siteLine', () => {
  it('says how to set NETWORK_HOSTS so that it includes the site', () => {
    expect(siteLine('site.example', null)).toMatch(/ the host network\.com; set NETWORK_HOSTS=site\.example to /);
    expect(siteLine('site.example', ['a.example', 'b.example'])).toMatch(
      / not imported; set NETWORK_HOSTS=a\.example,b\.example,site\.example to /,
    );
  });
});

describe('ignoredLine', () => {
  it('names the first 20 ignored members, and says how many more there are', () => {
    expect(ignoredLine(new Set(['industy', 'Record\nID']))).toBe('Ignored: industy, Record\uFFFDID');
    const many = new Set(Array.from({ length: 23 }, (_, index) => `m${index}`));
    expect(ignoredLine(many)).toMatch(/^Ignored: m0, .*, m19 and 3 more$/);
  });
});
