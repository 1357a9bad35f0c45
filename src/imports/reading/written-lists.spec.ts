import { expect, it } from '@jest/globals';
import { cellItems, readWrittenList } from './written-lists.js';

it.each([
  ["['+49 89 11', '+49 89 12']", ['+49 89 11', '+49 89 12']],
  ['["a","b, c"]', ['a', 'b, c']],
  ["[a, 'b,c']", ['a', 'b,c']],
  ['{Kafka,"b c",NULL}', ['Kafka', 'b c', null]],
  [`['a', "b's", u'c', 'd\\'e']`, ['a', "b's", 'c', "d'e"]],
  ['c("a", "b")', ['a', 'b']],
  ["['a' 'b']", ['a', 'b']],
  [`[{'address': 'a@x.com', 'type': None}]`, [{ address: 'a@x.com', type: null }]],
  ['[]', []],
  ['{}', []],
])('%s is a list', (text, items) => {
  expect(readWrittenList(text)).toEqual(items);
});

it.each(['[Remote] Sales', '[a', '{a]', '["a', 'a, b', `${'['.repeat(10_000)}a${']'.repeat(10_000)}`])(
  'A text that is no whole list is none: %#',
  (text) => {
    expect(readWrittenList(text)).toBeNull();
  },
);

it('Semicolons stand between items only if the cell has no bar and no character reference', () => {
  expect(cellItems('a;b', 'between items')).toEqual(['a', 'b']);
  expect(cellItems('a;b|c', 'between items')).toEqual(['a;b', 'c']);
  expect(cellItems('AT&amp;T', 'between items')).toEqual(['AT&amp;T']);
  expect(cellItems('a;b', 'none')).toEqual(['a;b']);
});
