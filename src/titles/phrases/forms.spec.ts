import { describe, expect, it } from '@jest/globals';
import { titleWords } from '../job-title.js';
import { formOf } from '../phrase-book.js';
import { easternForms } from './forms-eastern.js';
import { englishForms } from './forms-english.js';
import { germanForms } from './forms-german.js';
import { nordicForms } from './forms-nordic.js';
import { romanceForms } from './forms-romance.js';
import { slavicForms } from './forms-slavic.js';

describe.each([
  ['English', englishForms],
  ['German and Dutch', germanForms],
  ['Romance', romanceForms],
  ['Nordic', nordicForms],
  ['Slavic', slavicForms],
  ['Turkish, Hungarian and Romanian', easternForms],
])('the %s forms of words', (_, table) => {
  it('are final', () => {
    const words = Object.keys(table).flatMap((meant) => titleWords(meant).map((word) => word.text));
    expect(words.filter((word) => formOf(word) !== undefined)).toEqual([]);
  });
});
