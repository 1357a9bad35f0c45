import { describe, expect, it } from '@jest/globals';
import { divided, Table } from '../platform/tables/table.js';
import { titleWords } from './job-title.js';
import { formOf } from './phrase-book.js';

const { sections } = Table.read(new URL('data/word-forms.txt', import.meta.url));

describe('word-forms.txt', () => {
  it.each(sections.filter(({ heading }) => heading !== 'articles'))(
    'has in the section $heading no normal form with a word for which the table has another form',
    ({ rows }) => {
      const words = rows.flatMap((row) => titleWords(divided(row).key).map((word) => word.text));
      expect(words.length).toBeGreaterThan(10);
      expect(words.filter((word) => formOf(word) !== undefined)).toEqual([]);
    },
  );
});
