import { describe, expect, it } from '@jest/globals';
import { withDigits } from './written-numbers.js';

describe('withDigits', () => {
  it.each([
    ['Brigade Forty Four', 'Brigade 44'],
    ['Brigade Forty 4', 'Brigade 44'],
    ['Seven Eleven', '7 11'],
    ['Twenty First Century', '21st Century'],
    ['First Bank', '1st Bank'],
    ['Fund II', 'Fund 2'],
    ['Fund XXIX', 'Fund 29'],
    ['Capital Trust I', 'Capital Trust 1'],
    ['Sixty Twenty', '60 20'],
    ['Vitamin C', 'Vitamin C'],
    ['Malcolm X', 'Malcolm X'],
    ['II Brothers', 'II Brothers'],
    ['Acme', 'Acme'],
  ])('returns for %s the words %s', (name, expected) => {
    expect(withDigits(name.split(' ')).join(' ')).toBe(expected);
  });
});
