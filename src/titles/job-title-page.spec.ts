import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { personasOf, seniorityMeanings, seniorityOf } from './seniority.js';
import { personaMeanings } from './title-tables.js';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'job-titles.md'), 'utf8');
/** The items of the lists of the page: the texts before and after the colon, without backticks. */
const points = [...page.matchAll(/^- (.+?): (.+)$/gm)].map(([, name = '', text = '']) =>
  [name, text].map((part) => part.replaceAll('`', '')),
);

describe('docs/job-titles.md', () => {
  it.each([...Object.entries(seniorityMeanings), ...Object.entries(personaMeanings)])(
    'explains %s in the words that the API uses',
    (value, meaning) => {
      expect(points).toContainEqual([value, meaning]);
    },
  );

  it('gives examples with the results that the classifier returns', () => {
    const examples = points.filter(([, text]) => text?.startsWith('seniority_') === true);
    expect(examples.length).toBeGreaterThan(15);
    for (const [title = '', text] of examples) {
      const [, words = title, industry] = /^(.*) \(employer in (.*)\)$/.exec(title) ?? [];
      const classified = [seniorityOf(words, { industry: industry ?? null }), ...personasOf(words)];
      expect([title, classified.join(', ')]).toEqual([title, text]);
    }
  });
});
