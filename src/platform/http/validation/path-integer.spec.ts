import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { notAnInteger, parsePathInteger } from './validation-exception.js';

describe('The reader of an integer in a path', () => {
  it.each([
    ['0', 0n],
    ['-1', -1n],
    ['-0', 0n],
    ['+5', 5n],
    ['01', 1n],
    ['-007', -7n],
    ['1.0', 1n],
    ['1_000', 1000n],
    ['1_000.00', 1000n],
    [' 5', 5n],
    ['5 ', 5n],
    ['\t5\n', 5n],
    ['\u00a05', 5n],
    ['99999999999999999999', 99999999999999999999n],
  ])('reads %j as an integer', (raw, value) => {
    expect(parsePathInteger(raw)).toBe(value);
  });

  it.each([
    ...['', ' ', 'abc', 'true', 'null', '1.5', '1e3', '0x10', '1.', '.0', '1.0.0', '1.0_0'],
    ...['1__0', '_1', '1_', '+', '-', '--1', '+-5', '- 5', '1 0', '１', '٣', '5\u0000', '\ufeff5', '1n'],
  ])('returns null for %j', (raw) => {
    expect(parsePathInteger(raw)).toBeNull();
  });

  it('reads an integer of any length', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(parsePathInteger(value.toString())).toBe(value);
      }),
    );
    expect(parsePathInteger('9'.repeat(8000))).toBe(10n ** 8000n - 1n);
  });
});

describe('The refusal of a path parameter that is no integer', () => {
  it('returns an error that names the parameter and repeats the segment', () => {
    expect(JSON.stringify(notAnInteger('job_id', 'abc'))).toBe(
      '{"type":"int_parsing","loc":["path","job_id"],' +
        '"msg":"Input should be a valid integer, unable to parse string as an integer","input":"abc"}',
    );
  });
});
