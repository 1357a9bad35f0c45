import { describe, expect, it } from '@jest/globals';
import { type ImportProgress, ProgressDisplay, progressLine } from './import-progress.js';

function progress(members: Partial<ImportProgress> = {}): ImportProgress {
  return { read: 12_000, rejected: 0, contested: 0, bytesRead: 250, totalBytes: 1_000, seconds: 2, ...members };
}

/** What is written to a terminal or a file by showing progress at the given seconds. */
function written(isTTY: boolean, seconds: readonly number[]): string[] {
  const texts: string[] = [];
  const display = new ProgressDisplay({ isTTY, write: (text) => texts.push(text) });
  for (const second of seconds) display.show(progress({ seconds: second }));
  display.end();
  return texts;
}

describe('progressLine', () => {
  it('tells rows, rate, share and remaining time', () => {
    expect(progressLine(progress())).toBe('12,000 rows, 6,000 rows/s, 25%, 0:06 left');
  });

  it('tells rejected lines when there are any', () => {
    expect(progressLine(progress({ rejected: 1_234 }))).toBe(
      '12,000 rows, 6,000 rows/s, 1,234 rejected, 25%, 0:06 left',
    );
  });

  it('promises nothing where the size is unknown', () => {
    expect(progressLine(progress({ totalBytes: null }))).toBe('12,000 rows, 6,000 rows/s');
    expect(progressLine(progress({ totalBytes: 0, bytesRead: 0, seconds: 0 }))).toBe('12,000 rows');
  });

  it('writes long times with hours', () => {
    expect(progressLine(progress({ seconds: 1_300, bytesRead: 250 }))).toContain('25%, 1:05:00 left');
  });

  it('never passes the end, even if the file grew', () => {
    expect(progressLine(progress({ bytesRead: 2_000 }))).toContain('100%, 0:00 left');
  });
});

describe('ProgressDisplay', () => {
  it('writes one line of a terminal over, not too often, and takes it away', () => {
    const texts = written(true, [0.05, 0.2, 0.25, 0.4]);
    const painted = [0.2, 0.4].map((seconds) => `\r\u001b[2K${progressLine(progress({ seconds }))}`);
    expect(texts).toEqual([...painted, '\r\u001b[2K']);
  });

  it('writes whole lines elsewhere, and rarely', () => {
    expect(written(false, [1, 10, 29])).toEqual([]);
    expect(written(false, [10, 31, 45, 62])).toEqual([
      expect.stringMatching(/^12,000 rows.*left\n$/),
      expect.stringMatching(/^12,000 rows.*left\n$/),
    ]);
  });

  it('keeps notes apart from the line that is written over', () => {
    const texts: string[] = [];
    const display = new ProgressDisplay({ isTTY: true, write: (text) => texts.push(text) });
    display.show(progress());
    display.note('Look here');
    expect(texts.slice(1)).toEqual(['\r\u001b[2K', 'Look here\n']);
  });
});
