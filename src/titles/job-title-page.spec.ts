import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { personasOf, seniorityMeanings, seniorityOf } from './seniority.js';
import { personaMeanings } from './phrases/scope-phrases.js';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'job-titles.md'), 'utf8');
/** The points of its lists: what stands before and behind the colon, without marks of code. */
const points = [...page.matchAll(/^- (.+?): (.+)$/gm)].map(([, name = '', text = '']) =>
  [name, text].map((part) => part.replaceAll('`', '')),
);

describe('docs/job-titles.md', () => {
  it.each([...Object.entries(seniorityMeanings), ...Object.entries(personaMeanings)])(
    'explains %s',
    (value, meaning) => {
      expect(points).toContainEqual([value, meaning]);
    },
  );

  it('shows what the classifier really says', () => {
    const examples = points.filter(([, text]) => text?.startsWith('seniority_') === true);
    expect(examples.length).toBeGreaterThan(15);
    for (const [title = '', text] of examples) {
      const [, words = title, industry] = /^(.*) \(employer in (.*)\)$/.exec(title) ?? [];
      const classified = [seniorityOf(words, { industry: industry ?? null }), ...personasOf(words)];
      expect([title, classified.join(', ')]).toEqual([title, text]);
    }
  });
});
