import { describe, expect, it } from '@jest/globals';
import { personasOf } from './seniority.js';
import { personaMeanings } from './title-tables.js';

describe('personasOf', () => {
  it('returns the tag of a profession before the tags of fields of work', () => {
    expect(personasOf('Mobile Product Designer')).toEqual(['design', 'product', 'engineering']);
    expect(personasOf('Industrial Software Developer')).toEqual(['engineering', 'manufacturing']);
  });

  it('returns tags of equal strength in the order of their words in the title', () => {
    expect(personasOf('Sales and Marketing')).toEqual(['sales', 'marketing']);
    expect(personasOf('Marketing and Sales')).toEqual(['marketing', 'sales']);
  });

  it('returns each tag only once', () => {
    expect(personasOf('Sales Manager, Inside Sales | Sales Trainer')).toEqual(['sales', 'people', 'education']);
  });

  it('returns the tag of a weak word such as "Technician" only if no stronger word of the title has a tag', () => {
    expect(personasOf('Technician')).toEqual(['engineering']);
    expect(personasOf('Pharmacy Technician')).toEqual(['medical']);
  });

  it('returns the tag of "Library" in addition to that of "Clerk", unless the title has a stronger word such as "Accounting"', () => {
    expect(personasOf('Library Clerk')).toEqual(['administration', 'education']);
    expect(personasOf('Mining Consultant')).toEqual(['consulting', 'construction']);
    expect(personasOf('Library Clerk, Accounting')).toEqual(['administration', 'finance']);
  });

  it.each([
    ['CPO', ['product']],
    ['CPO, Human Resources', ['people']],
    ['Procurement | CPO', ['procurement']],
    ['CDO', ['data']],
    ['CDO - IT', ['it']],
    ['PM', ['project_management']],
    ['PM Mobile Products', ['product', 'engineering']],
    ['MD, PhD', ['research', 'medical']],
  ])('reads the ambiguous abbreviation in "%s" as %j', (title, personas) => {
    expect(personasOf(title)).toEqual(personas);
  });

  it('returns at most four tags', () => {
    expect(personasOf('HR, IT, Legal, Finance, Sales')).toEqual(['people', 'legal', 'finance', 'sales']);
  });

  it.each(['', 'N/A', 'Director', 'Vice President', 'Manager', 'Former Nurse', 'Zyxwv', '软件工程师'])(
    'returns no tags for "%s"',
    (title) => {
      expect(personasOf(title)).toEqual([]);
    },
  );
});

describe('personaMeanings', () => {
  it('has tags in lower case, each with an explanation', () => {
    for (const [tag, meaning] of Object.entries(personaMeanings)) {
      expect(tag).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(meaning).toMatch(/^[A-Z].{10,}[^.]$/);
    }
  });
});
