import { describe, expect, it } from '@jest/globals';
import { hasControlCharacters, isPrintable, isStorable, isTypeable, printable, storable } from './text.js';

describe('Text', () => {
  it.each(['', 'https://www.network.com/company/acmé', '社 🏢', '\t\n\u0001'])('%j can be stored unchanged', (text) => {
    expect(storable(text)).toBe(text);
    expect(isStorable(text)).toBe(true);
  });

  it.each([
    ['a\0b', 'a\uFFFDb'],
    ['\uD83Cc', '\uFFFDc'],
    ['c\uDFE2', 'c\uFFFD'],
  ])('%j is stored as %j', (text, stored) => {
    expect(storable(text)).toBe(stored);
    expect(isStorable(text)).toBe(false);
    expect(hasControlCharacters(text)).toBe(true);
    expect(isTypeable(text)).toBe(false);
  });

  it.each(['\t', 'a\nb', '\u0085', '\u007f'])('%j is found to have control characters', (text) => {
    expect(hasControlCharacters(text)).toBe(true);
    expect(isTypeable(text)).toBe(false);
  });

  it.each([' a', 'a ', 'a\u200Bb', '\uFEFFa', 'a\u202Eb'])(
    '%j is found to have characters that a reader cannot see',
    (text) => {
      expect(isTypeable(text)).toBe(false);
      expect(hasControlCharacters(text)).toBe(false);
    },
  );

  it.each(['', 'Größe & 社 🏢', 'two words'])('%j is found to have only characters that a reader can see', (text) => {
    expect(isTypeable(text)).toBe(true);
  });

  it.each([
    [' a\u001b[31m\0b\uD83C ', 'a [31m b'],
    ['a\u2028b\u202Ec\u200B\uFEFFd', 'a b c d'],
    ['क्\u200Dष 👩‍💻', 'क्\u200Dष 👩‍💻'],
  ])('%j is printed as %j', (text, printed) => {
    expect(printable(text)).toBe(printed);
    expect(isPrintable(text)).toBe(text === printed);
    expect(isPrintable(printed)).toBe(true);
  });
});
