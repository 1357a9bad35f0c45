import { describe, expect, it } from '@jest/globals';
import { statementName } from './span-recorder.js';

describe('The naming of statements in the metrics', () => {
  it.each([
    ['the name under which it is prepared', { name: 'person-skills', text: 'select person_id' }, 'person-skills'],
    ['the first word of a text without a name', { text: '\n  WITH found as (select 1) select' }, 'with'],
    ['the first word of a bare text', 'begin read only; set local enable_sort = off', 'begin'],
    ['the word "statement" for anything else', undefined, 'statement'],
  ])('returns %s', (_what, statement, name) => {
    expect(statementName(statement)).toBe(name);
  });
});
