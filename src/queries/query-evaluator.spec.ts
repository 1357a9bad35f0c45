import { describe, expect, it } from '@jest/globals';
import { readQueryDefinition } from './query-definition.js';
import { needsOf, compileQuery, PersonFacts, type StoredFacts } from './query-evaluator.js';

const emptyFacts: StoredFacts = { jobTitle: null, seniority: null, personas: null, country: null, skills: null };

function matches(definition: object, facts: Partial<StoredFacts>): boolean {
  return compileQuery(readQueryDefinition(definition))(new PersonFacts({ ...emptyFacts, ...facts }));
}

describe('A query without members', () => {
  it('matches every person, also one without data', () => {
    expect(matches({}, {})).toBe(true);
    expect(matches({ titles: [], countries: [] }, { jobTitle: 'CEO' })).toBe(true);
  });
});

describe('The member `titles`', () => {
  it.each([
    ['platform engineer', 'Senior Platform Engineer'],
    ['Platform Engineer', 'PLATFORM-ENGINEER (m/w/d)'],
    ['engineer', 'Engineer'],
    ['geschaftsfuhrer', 'Geschäftsführer'],
    ['Ingénieur', 'INGENIEUR LOGICIEL'],
    ['C++', 'Embedded C/C++ Developer'],
    ['c#', 'Senior C# Engineer'],
    ['.NET', 'Lead .net Developer'],
    ['.net', 'ASP.NET Developer'],
    ['R&D', 'Head of R & D'],
    ['Node.js', 'NodeJS, node.js'],
    ['VP', 'V.P. of Sales'],
    ['工程师', '高级软件工程师'],
  ])('finds %j in %j', (keyword, jobTitle) => {
    expect(matches({ titles: [keyword] }, { jobTitle })).toBe(true);
  });

  it.each([
    ['engineer', 'Engineering Manager'],
    ['engineer', 'Bioengineer'],
    ['platform engineer', 'Platform Reliability Engineer'],
    ['platform engineer', 'Engineer, Platform'],
    ['platform engineer', 'Platform'],
    ['C', 'C++ Developer'],
    ['C', 'C# Developer'],
    ['C++', 'C Developer'],
    ['net', '.NET Developer'],
    ['R', 'R&D Manager'],
    ['D', 'R&D Manager'],
    ['CEO', ''],
  ])('does not find %j in %j', (keyword, jobTitle) => {
    expect(matches({ titles: [keyword] }, { jobTitle })).toBe(false);
  });

  it('requires one of the keywords', () => {
    const titles = ['head of sales', 'head of marketing', 'cmo'];
    expect(matches({ titles }, { jobTitle: 'Head of Marketing' })).toBe(true);
    expect(matches({ titles }, { jobTitle: 'CMO' })).toBe(true);
    expect(matches({ titles }, { jobTitle: 'Head of Legal' })).toBe(false);
  });

  it('matches no person without a job title', () => {
    expect(matches({ titles: ['ceo'] }, {})).toBe(false);
  });
});

describe('The member `exclude_titles`', () => {
  it('excludes persons whose job title has one of its keywords, even if the job title also has a keyword of `titles`', () => {
    const definition = { titles: ['engineer'], exclude_titles: ['intern', 'working student'] };
    expect(matches(definition, { jobTitle: 'Engineer' })).toBe(true);
    expect(matches(definition, { jobTitle: 'International Engineer' })).toBe(true);
    expect(matches(definition, { jobTitle: 'Engineer (Intern)' })).toBe(false);
    expect(matches(definition, { jobTitle: 'Working Student Engineer' })).toBe(false);
  });

  it('never excludes a person without a job title', () => {
    expect(matches({ exclude_titles: ['intern'] }, {})).toBe(true);
  });
});

describe('A query', () => {
  it('compares the stored seniority with seniorities in short or full form', () => {
    const executive = { seniority: 'seniority_executive' };
    expect(matches({ seniorities: ['executive'] }, executive)).toBe(true);
    expect(matches({ seniorities: ['ic', 'seniority_executive'] }, executive)).toBe(true);
    expect(matches({ seniorities: ['director'] }, executive)).toBe(false);
    expect(matches({ seniorities: ['director'] }, {})).toBe(false);
  });

  it('requires one of its personas, in any letter case', () => {
    const personas = ['engineering', 'security'];
    expect(matches({ personas: ['Security'] }, { personas })).toBe(true);
    expect(matches({ personas: ['sec'] }, { personas })).toBe(false);
    expect(matches({ personas: ['security'] }, {})).toBe(false);
  });

  it('requires one of its technologies, in any letter case', () => {
    const skills = ['Kubernetes', 'C++'];
    expect(matches({ technologies: ['KUBERNETES', 'Go'] }, { skills })).toBe(true);
    expect(matches({ technologies: ['c++'] }, { skills })).toBe(true);
    expect(matches({ technologies: ['C'] }, { skills })).toBe(false);
    expect(matches({ technologies: ['c'] }, {})).toBe(false);
  });

  it('requires one of its countries, in any letter case, and with or without accents', () => {
    expect(matches({ countries: ['germany', "cote d'ivoire"] }, { country: "Côte d'Ivoire" })).toBe(true);
    expect(matches({ countries: ['Germany'] }, { country: 'East Germany' })).toBe(false);
    expect(matches({ countries: ['Germany'] }, {})).toBe(false);
  });

  it('does not match a person who lacks the value that one of its members asks for', () => {
    const definition = { titles: ['engineer'], seniorities: ['ic'], countries: ['France'], technologies: ['Go'] };
    const person = { jobTitle: 'Engineer', seniority: 'seniority_ic', country: 'France', skills: ['Go'] };
    expect(matches(definition, person)).toBe(true);
    for (const lacking of Object.keys(person)) {
      const other = { ...person, [lacking]: Array.isArray(person[lacking as keyof typeof person]) ? [] : null };
      expect(matches(definition, other)).toBe(false);
    }
  });
});

describe('The needs of a query', () => {
  it.each([
    [{}, []],
    [{ technologies: [], titles: ['Go'], regions: ['Bavaria'] }, []],
    [{ technologies: ['Go'] }, ['skills']],
    [{ months_in_role: { max: 6 }, has: ['email'] }, ['roleStart', 'contacts']],
    [{ any: [{ signals: {} }, { none: [{ company: { industries: ['Mining'] } }] }] }, ['signals', 'company']],
  ])('of %j are %j', (definition, needs) => {
    expect([...needsOf(readQueryDefinition(definition))]).toEqual(needs);
  });
});
