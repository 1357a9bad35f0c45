import { describe, expect, it } from '@jest/globals';
import { personasOf } from './seniority.js';
import { personaMeanings } from './title-tables.js';

describe('personasOf', () => {
  it('puts a profession before its fields', () => {
    expect(personasOf('Mobile Product Designer')).toEqual(['design', 'product', 'engineering']);
    expect(personasOf('Industrial Software Developer')).toEqual(['engineering', 'manufacturing']);
  });

  it('keeps the order of equal tags', () => {
    expect(personasOf('Sales and Marketing')).toEqual(['sales', 'marketing']);
    expect(personasOf('Marketing and Sales')).toEqual(['marketing', 'sales']);
  });

  it('returns each tag once', () => {
    expect(personasOf('Sales Manager, Inside Sales | Sales Trainer')).toEqual(['sales', 'people', 'education']);
  });

  it('uses weak words only without other phrases', () => {
    expect(personasOf('Technician')).toEqual(['engineering']);
    expect(personasOf('Pharmacy Technician')).toEqual(['medical']);
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
  ])('interprets the abbreviation in "%s" by other words', (title, personas) => {
    expect(personasOf(title)).toEqual(personas);
  });

  it('returns at most four tags', () => {
    expect(personasOf('HR, IT, Legal, Finance, Sales')).toEqual(['people', 'legal', 'finance', 'sales']);
  });

  it.each(['', 'N/A', 'Director', 'Vice President', 'Manager', 'Former Nurse', 'Zyxwv', '软件工程师'])(
    'returns none for "%s"',
    (title) => {
      expect(personasOf(title)).toEqual([]);
    },
  );
});

describe('the persona tags', () => {
  it('are written as identifiers and explained', () => {
    for (const [tag, meaning] of Object.entries(personaMeanings)) {
      expect(tag).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(meaning).toMatch(/^[A-Z].{10,}[^.]$/);
    }
  });
});
