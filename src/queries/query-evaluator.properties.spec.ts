import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readQueryDefinition, type QueryDefinition } from './query-definition.js';
import { compileQuery, PersonFacts, type StoredFacts } from './query-evaluator.js';

// Few words, so that titles often contain keywords.
const word = fc.constantFrom('head', 'of', 'sales', 'c++', 'c', 'r&d', '.net', 'über', 'ic2');
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const phrases = fc.option(fc.array(phrase, { maxLength: 4 }), { nil: undefined });
const someOf = (...values: string[]) => fc.option(fc.subarray(values), { nil: undefined });

const definition: fc.Arbitrary<QueryDefinition> = fc
  .record({
    titles: phrases,
    exclude_titles: phrases,
    seniorities: someOf('executive', 'ic'),
    personas: someOf('sales', 'finance'),
    technologies: someOf('Go', 'Rust'),
    countries: someOf('France', 'Peru'),
  })
  .map(readQueryDefinition);

const person: fc.Arbitrary<StoredFacts> = fc.record({
  jobTitle: fc.option(fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))),
  seniority: fc.option(fc.constantFrom('seniority_executive', 'seniority_ic', 'seniority_director')),
  personas: fc.option(fc.subarray(['sales', 'finance', 'legal'])),
  country: fc.option(fc.constantFrom('France', 'Peru', 'Chad')),
  skills: fc.option(fc.subarray(['Go', 'Rust', 'Zig'])),
});

function decide(query: QueryDefinition, facts: StoredFacts): boolean {
  return compileQuery(query)(new PersonFacts(facts));
}

/** A simple, slow evaluation of definitions. */
function decidePlainly(query: QueryDefinition, facts: StoredFacts): boolean {
  const title = ` ${facts.jobTitle ?? ''} `;
  const inTitle = (keyword: string) => title.includes(` ${keyword} `);
  const shares = (wanted: readonly string[] | undefined, own: readonly (string | null)[]) =>
    wanted === undefined || wanted.some((value) => own.includes(value));
  return (
    (query.titles === undefined || query.titles.some(inTitle)) &&
    !(query.exclude_titles ?? []).some(inTitle) &&
    shares(query.seniorities, [facts.seniority]) &&
    shares(query.personas, facts.personas ?? []) &&
    shares(query.technologies, facts.skills ?? []) &&
    shares(query.countries, [facts.country])
  );
}

describe('A compiled query', () => {
  it('makes the same decision as a simple but slow evaluation of the definition', () => {
    fc.assert(
      fc.property(definition, person, (query, facts) => {
        expect(decide(query, facts)).toBe(decidePlainly(query, facts));
      }),
      { numRuns: 2_000 },
    );
  });

  it('makes the same decision about a job title in other letter case and with other spacing', () => {
    const spaced = (text: string) => `\t${text.replaceAll(' ', '  ').toUpperCase()} `;
    fc.assert(
      fc.property(definition, person, (query, facts) => {
        const shouted = { ...facts, jobTitle: facts.jobTitle === null ? null : spaced(facts.jobTitle) };
        expect(decide(query, shouted)).toBe(decide(query, facts));
      }),
    );
  });

  it('never matches more persons after the member `titles` is added, nor fewer after a keyword is added to it', () => {
    fc.assert(
      fc.property(definition, phrase, person, (query, keyword, facts) => {
        const { titles, ...withoutTitles } = query;
        if (decide(query, facts)) expect(decide(withoutTitles, facts)).toBe(true);
        const wider = { ...query, titles: [...(titles ?? []), keyword] };
        if (titles !== undefined && decide(query, facts)) expect(decide(wider, facts)).toBe(true);
      }),
    );
  });

  it('makes the same decision about a person if other queries have compared the same PersonFacts before', () => {
    fc.assert(
      fc.property(fc.array(definition), person, (queries, facts) => {
        const shared = new PersonFacts(facts);
        const together = queries.map((query) => compileQuery(query)(shared));
        expect(together).toEqual(queries.map((query) => decide(query, facts)));
      }),
    );
  });
});
