import { describe, expect, it } from '@jest/globals';
import { progressLine } from './import-summary.js';

type Progress = Parameters<typeof progressLine>[0];

function progress(members: Partial<Progress> = {}): Progress {
  return { read: 12_000, rejected: 0, bytesRead: 250, totalBytes: 1_000, seconds: 2, ...members };
}

describe('progressLine', () => {
  it('shows the number of rows, the rows per second, the percentage that is done and the remaining time', () => {
    expect(progressLine(progress())).toBe('12,000 rows, 6,000 rows/s, 25%, 0:06 left');
  });

  it('shows the number of rejected lines if there are any', () => {
    expect(progressLine(progress({ rejected: 1_234 }))).toBe(
      '12,000 rows, 6,000 rows/s, 1,234 rejected, 25%, 0:06 left',
    );
  });

  it('leaves out the percentage and the remaining time if the size of the file is unknown', () => {
    expect(progressLine(progress({ totalBytes: null }))).toBe('12,000 rows, 6,000 rows/s');
    expect(progressLine(progress({ totalBytes: 0, bytesRead: 0, seconds: 0 }))).toBe('12,000 rows');
  });

  it('shows a remaining time of more than an hour as hours, minutes and seconds', () => {
    expect(progressLine(progress({ seconds: 1_300, bytesRead: 250 }))).toContain('25%, 1:05:00 left');
  });

  it('shows at most 100 %, even if the file has grown', () => {
    expect(progressLine(progress({ bytesRead: 2_000 }))).toContain('100%, 0:00 left');
  });
});
