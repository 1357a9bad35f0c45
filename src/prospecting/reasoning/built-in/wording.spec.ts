import { describe, expect, test } from '@jest/globals';
import { inYears, list, paragraph, percent, span, withArticle, withClosingComma } from './wording.js';

describe('The writer of lists in words', () => {
  test.each([
    [[], ''],
    [['Go'], 'Go'],
    [['Go', 'Rust'], 'Go and Rust'],
    [['Go', 'Rust', 'C'], 'Go, Rust and C'],
  ])('joins %j as "%s"', (items, written) => {
    expect(list(items)).toBe(written);
  });
});

describe('span, inYears and percent', () => {
  test.each([
    [0, 'less than a month'],
    [1, '1 month'],
    [11, '11 months'],
    [12, '1 year'],
    [13, '1 year and 1 month'],
    [38, '3 years and 2 months'],
    [120, '10 years'],
    [121, 'over 10 years'],
  ])('write %d months as "%s"', (months, written) => {
    expect(span(months)).toBe(written);
  });

  test('write years with at most one decimal, and exactly one year in the singular', () => {
    expect([1, 0.5, 3, 3.24].map(inYears)).toEqual(['1 year', '0.5 years', '3 years', '3.2 years']);
  });

  test('write percentages without a sign and with at most one decimal', () => {
    expect([12.5, -3, 0.04].map(percent)).toEqual(['12.5%', '3%', '0%']);
  });
});

describe('The writer of articles', () => {
  test.each([
    'an Account Manager',
    'a Data Engineer',
    'an HR Generalist',
    'an SRE Engineer',
    'a UX Designer',
    'a QA Engineer',
    'an IT Specialist',
    'a University Lecturer',
    'an Underwriter',
    'an Uninstall Engineer',
    'a User Researcher',
    'an Honorary Fellow',
    'a Hardware Engineer',
    'a European Sales Agent',
    'an iOS Engineer',
    'an Électricien',
    'an AI Researcher',
    'an R&D Engineer',
    'a One Health Specialist',
  ])('puts the right article before a title: "%s"', (written) => {
    expect(withArticle(written.replace(/^an? /, ''))).toBe(written);
  });
});

describe('withClosingComma', () => {
  test('adds a comma after the suffix of a name', () => {
    expect(['Jane Miller', 'Jane Miller, PhD'].map(withClosingComma)).toEqual(['Jane Miller', 'Jane Miller, PhD,']);
  });
});

describe('paragraph', () => {
  test('adds a full stop only to a sentence that has no mark at its end, and leaves out sentences that are null', () => {
    expect(paragraph(['One', null, 'Works at Acme Inc.', 'Is it?', 'So: "Yes."'])).toBe(
      'One. Works at Acme Inc. Is it? So: "Yes."',
    );
  });

  test('capitalises "the company", which stands for an unknown name, at the start of a sentence, but keeps the name "eBay" as it is', () => {
    expect(paragraph(['the company runs Go', 'eBay too'])).toBe('The company runs Go. eBay too.');
  });
});
