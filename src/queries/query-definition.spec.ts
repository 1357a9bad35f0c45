import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../platform/errors/command-error.js';
import { readQueryDefinition } from './query-definition.js';

describe('The reader of query definitions', () => {
  it('accepts every member, trims texts and removes duplicates', () => {
    const definition = {
      titles: [' Platform Engineer ', 'SRE', 'SRE'],
      exclude_titles: ['Intern'],
      seniorities: ['seniority_ic'],
      personas: ['engineering'],
      technologies: ['C++', 'Kubernetes'],
      countries: ['Germany'],
    };
    expect(readQueryDefinition(definition)).toEqual({ ...definition, titles: ['Platform Engineer', 'SRE'] });
  });

  it('normalises seniorities to their full names', () => {
    const { seniorities } = readQueryDefinition({ seniorities: ['Executive', 'seniority_director', 'IC', 'ic'] });
    expect(seniorities).toEqual(['seniority_executive', 'seniority_director', 'seniority_ic']);
  });

  it('omits empty lists, and accepts an empty definition', () => {
    expect(readQueryDefinition({ titles: [], countries: ['France'] })).toEqual({ countries: ['France'] });
    expect(readQueryDefinition({ titles: [] })).toEqual({});
    expect(readQueryDefinition({})).toEqual({});
  });

  it('returns a normalised definition unchanged', () => {
    const once = readQueryDefinition({ titles: [' a ', 'a'], seniorities: ['teamlead'], personas: [] });
    expect(readQueryDefinition(once)).toEqual(once);
  });

  const anyMember =
    'titles, exclude_titles, seniorities, personas, countries, regions, localities, technologies, has, signals, months_in_role, ' +
    'query_fields, company, all, any, none';

  it.each([
    [{ title: ['CEO'] }, `it has "title", which is unknown; allowed are ${anyMember}`],
    [JSON.parse('{"__proto__":["CEO"]}'), `it has "__proto__", which is unknown; allowed are ${anyMember}`],
    [{ titles: 'CEO' }, 'titles must be a list of texts'],
    [{ titles: null }, 'titles must be a list of texts'],
    [{ titles: ['CEO', 7] }, 'titles[1] must be a text'],
    [{ titles: ['...'] }, 'titles[0] must hold a letter or a digit'],
    [{ countries: ['  '] }, 'countries[0] must not be empty'],
    [{ countries: ['\u200b'] }, 'countries[0] must not be empty'],
    [{ technologies: ['a\u0000b'] }, 'technologies[0] must not hold control characters'],
    [{ technologies: ['x'.repeat(201)] }, 'technologies[0] must have at most 200 characters'],
    [{ personas: Array.from({ length: 501 }, String) }, 'personas must have at most 500 entries'],
    [{ seniorities: ['chief'] }, 'seniorities[0] must be one of executive, director, teamlead, ic'],
    [{ titles: 1, countries: 2 }, 'titles must be a list of texts; countries must be a list of texts'],
    [null, 'it must be an object'],
    [[], 'it must be an object'],
    ['{}', 'it must be an object'],
  ])('rejects %j with a message of one line', (definition: unknown, problem) => {
    expect(() => readQueryDefinition(definition)).toThrow(
      new CommandError(`The definition cannot be used: ${problem}`),
    );
  });
});
