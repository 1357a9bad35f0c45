import { describe, expect, it } from '@jest/globals';
import { storable } from './text.js';

describe('storable', () => {
  it('keeps every text that PostgreSQL can have', () => {
    for (const text of ['', 'https://www.network.com/company/acmé', '社 🏢', '\t\n\u0001'])
      expect(storable(text)).toBe(text);
  });

  it('replaces NUL and halves of characters', () => {
    expect(storable('a\0b\uD83Cc\uDFE2')).toBe('a\uFFFDb\uFFFDc\uFFFD');
  });
});
