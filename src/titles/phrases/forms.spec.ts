import { describe, expect, it } from '@jest/globals';
import { titleWords } from '../job-title.js';
import { formOf } from '../phrase-book.js';
import { ENGLISH_FORMS } from './forms-english.js';
import { GERMAN_FORMS } from './forms-german.js';
import { ROMANCE_FORMS } from './forms-romance.js';

describe.each([
  ['English', ENGLISH_FORMS],
  ['German and Dutch', GERMAN_FORMS],
  ['Romance', ROMANCE_FORMS],
])('the %s forms of words', (_, table) => {
  it('stand for words that are no forms themselves', () => {
    const words = Object.keys(table).flatMap((meant) => titleWords(meant).map((word) => word.text));
    expect(words.filter((word) => formOf(word) !== undefined)).toEqual([]);
  });
});
