import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { personasOf, seniorityMeanings, seniorityOf } from './seniority.js';
import { personaMeanings } from './phrases/scope-phrases.js';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'job-titles.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

describe('docs/job-titles.md', () => {
  it.each([...Object.entries(seniorityMeanings), ...Object.entries(personaMeanings)])(
    'explains %s',
    (value, meaning) => {
      expect(rows).toContainEqual(['', value, meaning, '']);
    },
  );

  it('shows what the classifier really says', () => {
    const examples = rows.filter(([, , seniority]) => seniority?.startsWith('seniority_') === true);
    expect(examples.length).toBeGreaterThan(15);
    for (const [, title = '', seniority, personas] of examples) {
      const [, words = title, industry] = /^(.*) \(employer in (.*)\)$/.exec(title) ?? [];
      expect([title, seniorityOf(words, { industry: industry ?? null })]).toEqual([title, seniority]);
      expect([title, personasOf(words).join(', ') || '–']).toEqual([title, personas]);
    }
  });
});
