import { describe, expect, it } from '@jest/globals';
import { personasOf } from './seniority.js';
import { personaMeanings } from './phrases/scope-phrases.js';

describe('personasOf', () => {
  it('puts a profession before the fields that it works for', () => {
    expect(personasOf('Mobile Product Designer')).toEqual(['design', 'product', 'engineering']);
    expect(personasOf('Industrial Software Developer')).toEqual(['engineering', 'manufacturing']);
  });

  it('puts the first named of equals first', () => {
    expect(personasOf('Sales and Marketing')).toEqual(['sales', 'marketing']);
    expect(personasOf('Marketing and Sales')).toEqual(['marketing', 'sales']);
  });

  it('names each tag once', () => {
    expect(personasOf('Sales Manager, Inside Sales | Sales Trainer')).toEqual(['sales', 'people', 'education']);
  });

  it('listens to weak words only where nothing else speaks', () => {
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
  ])('reads "%s" by the company that its abbreviation keeps', (title, personas) => {
    expect(personasOf(title)).toEqual(personas);
  });

  it('names four tags at most', () => {
    expect(personasOf('HR, IT, Legal, Finance, Sales')).toEqual(['people', 'legal', 'finance', 'sales']);
  });

  it.each(['', 'N/A', 'Director', 'Vice President', 'Manager', 'Former Nurse', 'Zyxwv', '软件工程师'])(
    'names none for "%s"',
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
