import { describe, expect, it } from '@jest/globals';
import { familyOf, restoringUndos, undosByEntry } from './undone-entries.js';

const chain = [
  { id: 3, undoes: 1 },
  { id: 4, undoes: 3 },
  { id: 5, undoes: 4 },
];

describe('The undone entries', () => {
  it('have an import that was undone, until its undo is undone', () => {
    expect([...undosByEntry(chain.slice(0, 1))]).toEqual([[1, 3]]);
    expect([...undosByEntry(chain.slice(0, 2))]).toEqual([[3, 4]]);
    expect([...undosByEntry(chain)].sort()).toEqual([
      [1, 3],
      [4, 5],
    ]);
  });

  it('have an import that was undone, repeated and undone once more', () => {
    expect([...undosByEntry([...chain.slice(0, 2), { id: 6, undoes: 1 }])].sort()).toEqual([
      [1, 6],
      [3, 4],
    ]);
  });
});

describe('The family of an entry', () => {
  it('has the entries that made the same changes, and those that made the opposite ones', () => {
    const undos = [...chain, { id: 6, undoes: 2 }];
    expect(familyOf(1, undos)).toEqual({ ended: [1, 4], opposite: [3, 5] });
    expect(familyOf(5, undos)).toEqual({ ended: [3, 5], opposite: [1, 4] });
    expect(familyOf(2, undos)).toEqual({ ended: [2], opposite: [6] });
    expect(familyOf(7, undos)).toEqual({ ended: [7], opposite: [] });
  });
});

describe('The restoring undos', () => {
  it('are the undos of imports, and the undos of their repetitions', () => {
    expect([...restoringUndos([...chain, { id: 6, undoes: 2 }])]).toEqual([3, 5, 6]);
  });
});
